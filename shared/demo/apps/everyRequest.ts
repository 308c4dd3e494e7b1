/** The demo server's app that sends every request of the extension, and shows what the host tells it. */
import { appHtml } from "./appHtml.ts";

export const everyRequestUri = "ui://demo-server/every-request";

/** A button of the app: its label, and the request that it sends. */
const requests: readonly (readonly [label: string, method: string, params: object])[] = [
  ["Call a tool", "tools/call", { name: "steps_of_week", arguments: { week: 2 } }],
  ["Call a tool for models", "tools/call", { name: "count_for_model", arguments: {} }],
  ["Call an unknown tool", "tools/call", { name: "of_another_server", arguments: {} }],
  ["List tools", "tools/list", {}],
  ["Read a resource", "resources/read", { uri: "demo://readme.md" }],
  ["List resources", "resources/list", {}],
  ["List templates", "resources/templates/list", {}],
  ["List prompts", "prompts/list", {}],
  [
    "Send a message",
    "ui/message",
    { role: "user", content: [{ type: "text", text: "Hello from the app" }] },
  ],
  [
    "Update context",
    "ui/update-model-context",
    { content: [{ type: "text", text: "The app is open" }], structuredContent: { isOpen: true } },
  ],
  ["Open a link", "ui/open-link", { url: "https://modelcontextprotocol.io/" }],
  ["Open a script", "ui/open-link", { url: "javascript:alert(1)" }],
  [
    "Download a file",
    "ui/download-file",
    {
      contents: [
        {
          type: "resource",
          resource: {
            uri: "file:///../steps.csv",
            mimeType: "text/csv",
            text: "day,steps\nMon,1\n",
          },
        },
      ],
    },
  ],
  ["Full screen", "ui/request-display-mode", { mode: "fullscreen" }],
  ["Inline", "ui/request-display-mode", { mode: "inline" }],
  [
    "Ask the model",
    "sampling/createMessage",
    { messages: [{ role: "user", content: { type: "text", text: "Say hello." } }], maxTokens: 50 },
  ],
  ["Ping", "ping", {}],
  ["Unknown method", "ui/unknown", {}],
];

export const everyRequestHtml = appHtml({
  title: "Every request",
  style: `
#requests { display: flex; flex-wrap: wrap; gap: 6px; }
pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.5 var(--font-mono, monospace); }
`,
  body: `<div id="requests"></div>
<pre id="told" aria-label="What the host sent"></pre>
<pre id="answer" role="status">Press a button.</pre>`,
  script: `
const requests = ${JSON.stringify(requests)};
const answer = document.getElementById("answer");
const told = document.getElementById("told");
const button = (label, act) => {
  const made = document.createElement("button");
  made.textContent = label;
  made.onclick = act;
  document.getElementById("requests").append(made);
};
for (const [label, method, params] of requests) {
  button(label, async () => {
    answer.textContent = method + " …";
    try {
      answer.textContent = method + ": " + JSON.stringify(await ask(method, params), null, 1).slice(0, 600);
    } catch (error) {
      answer.textContent = method + " failed: " + error.message;
    }
  });
}
button("Log", () => notify("notifications/message", { level: "warning", logger: "app", data: "Something to know" }));
button("Write to the console", () => console.error("An error of the app"));
button("Load what is not declared", () => fetch("https://example.com/").catch(() => {}));
button("Close", () => notify("ui/notifications/request-teardown"));
for (const name of ["tool-input-partial", "tool-input", "tool-result", "tool-cancelled", "host-context-changed"]) {
  const method = "ui/notifications/" + name;
  const before = handlers[method];
  handlers[method] = (params) => {
    before?.(params);
    told.textContent += name + ": " + JSON.stringify(params).slice(0, 200) + "\\n";
  };
}
handlers["tools/list"] = () => ({
  tools: [{
    name: "write_on_app", description: "Writes a text on the app.",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  }],
});
handlers["tools/call"] = ({ arguments: args }) => {
  answer.textContent = String(args?.text);
  return { content: [{ type: "text", text: "Written." }] };
};
await connect({ tools: { listChanged: true }, availableDisplayModes: ["inline", "fullscreen", "pip"] });
`,
});
