// The two clients, each with where it is opened and by what one sees how far it is.

/** Our app, as app.mjs serves it with the session. */
export const webcard = (site, session) => ({
  name: "Webcard",
  url: site.url,
  storage: {},
  marks: {
    shell: ["nav.rail", ""],
    firstCard: [".flow .card", session.firstCard],
    complete: [".flow", session.lastLine],
  },
  card: ".flow .card",
});

/** The client that the host serves. It opens at the session, as for a person who was there before. */
export const hostsClient = (host, session) => ({
  name: "host’s client",
  url: `${host.url}/`,
  storage: { "dsh.sessions.current": JSON.stringify({ sessionId: session.id }) },
  marks: {
    shell: ['[data-slot="sidebar"] button', ""],
    firstCard: ["[data-chat-call-id]", session.firstCard],
    complete: ["[data-chat-flow]", session.lastLine],
  },
  card: "[data-chat-call-id]",
});
