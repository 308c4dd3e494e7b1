/** Tools that ask the client: its model, its user, and its roots. */
import type { JsonObject } from "../../core/json/jsonObject.ts";
import { icon } from "../assets.ts";
import { type DemoTool, fields, type ToolCall, textBlock, textResult } from "../protocol.ts";

const annotations = { readOnlyHint: true, openWorldHint: true };

const sampling = (prompt: string) => ({
  method: "sampling/createMessage" as const,
  params: {
    messages: [{ role: "user", content: textBlock(prompt) }],
    systemPrompt: "Answer in one short sentence.",
    modelPreferences: { hints: [{ name: "claude" }], speedPriority: 0.8, costPriority: 0.5 },
    temperature: 0.7,
    maxTokens: 200,
  },
});

/** The text of a sampling reply; its content is one block or a list of blocks. */
function replyText({ content }: JsonObject): string {
  const blocks = (Array.isArray(content) ? content : [content]) as readonly JsonObject[];
  return blocks
    .map((block) => (typeof block?.text === "string" ? block.text : `(${String(block?.type)})`))
    .join("\n");
}

const profile = fields(
  {
    name: { type: "string", title: "Your name", minLength: 1 },
    email: { type: "string", title: "E-mail", format: "email" },
    age: { type: "integer", title: "Age", minimum: 0, maximum: 150 },
    score: { type: "number", title: "Score", minimum: 0, maximum: 10, default: 5 },
    newsletter: { type: "boolean", title: "Newsletter", default: false },
    plan: { type: "string", title: "Plan", enum: ["free", "pro"], default: "free" },
  },
  ["name"],
);

/** Enums with titles and several choices came with revision 2025-11-25. */
const preferences = fields({
  colour: {
    type: "string",
    title: "Favourite colour",
    oneOf: [
      { const: "#dc2626", title: "Red" },
      { const: "#16a34a", title: "Green" },
    ],
  },
  days: {
    type: "array",
    title: "Days",
    minItems: 1,
    items: { type: "string", enum: ["Monday", "Wednesday", "Friday"] },
  },
});

const form = (message: string, requestedSchema: JsonObject) => ({
  method: "elicitation/create" as const,
  params: { mode: "form", message, requestedSchema },
});

const answered = ({ action, content }: JsonObject) =>
  action === "accept"
    ? JSON.stringify(content ?? {}, undefined, 2)
    : `The answer was: ${String(action)}.`;

export const askingTools: readonly DemoTool[] = [
  {
    name: "ask_model",
    title: "Ask the model",
    description: "Sends a sampling request to the client and returns the reply.",
    icons: icon('<path d="M12 3v4M5 9h14v10H5zM9 14v.01M15 14v.01"/>'),
    annotations,
    inputSchema: fields({ prompt: { type: "string", default: "Why is the sky blue?" } }),
    async run(call) {
      const reply = await call.ask("reply", sampling(promptOf(call)));
      return textResult(`${String(reply.model)} answered: ${replyText(reply)}`);
    },
  },
  {
    name: "ask_person",
    since: "2025-06-18",
    title: "Ask the user for a form",
    description: "Sends an elicitation request with a field of every kind.",
    icons: icon('<circle cx="12" cy="8" r="4"/><path d="M4 21c0-5 3-7 8-7s8 2 8 7"/>'),
    annotations,
    inputSchema: fields({}),
    run: async (call) =>
      textResult(answered(await call.ask("profile", form("Please introduce yourself.", profile)))),
  },
  {
    name: "open_page",
    since: "2025-11-25",
    title: "Ask the user to open a page",
    description: "Sends an elicitation request with a URL. The page needs no sign-in.",
    annotations,
    inputSchema: fields({}),
    async run(call) {
      const { action } = await call.ask("page", {
        method: "elicitation/create",
        params: {
          mode: "url",
          message: "Please open this page. Nothing is asked of you there.",
          url: "https://example.com/?from=demo",
        },
      });
      if (action === "accept") call.urlCompleted("page");
      return textResult(`The answer was: ${String(action)}.`);
    },
  },
  {
    name: "list_roots",
    title: "List roots",
    description: "Asks the client for its roots. Set them in Connection options.",
    annotations,
    inputSchema: fields({}),
    async run(call) {
      const { roots } = await call.ask("roots", { method: "roots/list" });
      const uris = (Array.isArray(roots) ? roots : []).map((root: JsonObject) => String(root.uri));
      return textResult(uris.length > 0 ? uris.join("\n") : "The client has no roots.");
    },
  },
  {
    name: "plan_trip",
    since: "2025-11-25",
    title: "Plan a trip",
    description: "Asks the user, then the model: several rounds within one call.",
    annotations,
    inputSchema: fields({ city: { type: "string", default: "Lisbon" } }),
    async run(call) {
      const wishes = await call.ask("wishes", form("What do you like?", preferences));
      if (wishes.action !== "accept") return textResult("The trip was not planned.");
      const city = typeof call.args.city === "string" ? call.args.city : "Lisbon";
      const days = JSON.stringify(wishes.content ?? {});
      const plan = await call.ask("plan", sampling(`Plan a day in ${city}. Wishes: ${days}`));
      return textResult(replyText(plan));
    },
  },
];

function promptOf({ args }: ToolCall): string {
  return typeof args.prompt === "string" && args.prompt !== ""
    ? args.prompt
    : "Why is the sky blue?";
}
