// A recording made for a test: an agent that thinks for long.

/** An event stream of one turn with this many deltas of reasoning. */
export function thinking(deltas) {
  const frame = (seq, type, data) => {
    const payload = { type: "session/event", sessionId: "long", event: { type, seq, time: 1_796_060_000_000 + seq, data } };
    return `data: ${JSON.stringify({ payload })}\n\n`;
  };
  const chunk = (seq) => ({ turn: 1, step: 1, chunk: { type: "reasoning-delta", index: 0, text: `word ${seq} ` } });
  return [
    frame(0, "user/message", { content: [{ type: "text", text: "think" }], source: { kind: "user" } }),
    ...Array.from({ length: deltas }, (_, place) => frame(place + 1, "assistant/chunk", chunk(place + 1))),
  ].join("");
}
