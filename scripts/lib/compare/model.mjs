// A language model that follows the script: the chat completions that the host asks for, streamed, on 127.0.0.1.
import { createServer } from "node:http";
import { STEPS, TITLE } from "./session.mjs";

/** Starts it on a free port. */
export async function serveModel() {
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(404).end();
    const parts = [];
    for await (const part of request) parts.push(part);
    answer(JSON.parse(Buffer.concat(parts).toString()), response);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}

/** The model keeps no state: how often it has spoken already says which step is next. */
function answer({ model, messages, tools = [] }, response) {
  const spoken = messages.filter(({ role }) => role === "assistant").length;
  // A request without tools asks for the session's title.
  const { reasoning = "", text = "", calls = [] } = tools.length === 0 ? { text: TITLE } : STEPS[spoken] ?? {};

  response.writeHead(200, { "Content-Type": "text/event-stream" });
  const send = (delta, finish_reason = null, more = {}) => {
    const chunk = { id: "scripted", object: "chat.completion.chunk", model, choices: [{ index: 0, delta, finish_reason }], ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ role: "assistant", content: "", reasoning_content: "" });
  for (const piece of words(reasoning)) send({ reasoning_content: piece });
  for (const piece of words(text)) send({ content: piece });
  calls.forEach(({ tool, args }, index) => {
    const id = `call_${spoken}_${index}`;
    send({ tool_calls: [{ index, id, type: "function", function: { name: tool, arguments: JSON.stringify(args) } }] });
  });
  const usage = { prompt_tokens: 1000, completion_tokens: 100, prompt_cache_hit_tokens: 500, prompt_cache_miss_tokens: 500 };
  send({}, calls.length > 0 ? "tool_calls" : "stop", { usage });
  response.end("data: [DONE]\n\n");
}

/** As models stream: a word at a time. */
const words = (text) => text.match(/\s*\S+\s?/g) ?? [];
