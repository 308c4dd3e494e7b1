import { expect, test } from "vitest";
import { offerTools } from "../../../shared/models/agent/offeredTools.ts";
import { suggestionsFor } from "./suggestions.ts";

const [number, string] = [{ type: "number" }, { type: "string" }];
const readOnly = { annotations: { readOnlyHint: true } };

function tool(name: string, properties: object = {}, more: object = {}) {
  const required = Object.keys(properties);
  return { name, inputSchema: { type: "object", properties, required }, ...more };
}

const of = (serverId: string, ...definitions: readonly object[]) => ({
  serverId,
  serverName: serverId,
  definitions,
});
const textsOf = (...definitions: readonly object[]) =>
  suggestionsFor(offerTools([of("s", ...definitions)]), "s").map(({ text }) => text);

test.each([
  ["Adds two numbers.", { a: number, b: number }, "Add two numbers: 2 and 40."],
  [
    "Returns the sum of two numbers",
    { a: number, b: number },
    "Show me the sum of two numbers: 2 and 40.",
  ],
  ["Searches the catalog, newest first.", { query: string }, 'Search the catalog: "coffee".'],
  ["This tool lists all orders\nand more", {}, "List all orders."],
  ["The current time", {}, "What is the current time?"],
  ["The forecast (experimental)", { city: string }, 'What is the forecast for "Oslo"?'],
  ["Picks a color", { color: { enum: ["red", "blue"] } }, 'Pick a color: "red".'],
  ["Waits", { seconds: { type: "integer", maximum: 1 } }, "Wait: 1."],
  ["Books a table", { people: { ...number, examples: [4] } }, "Book a table: 4."],
  [
    "",
    { city: string, days: number, unit: { default: "celsius" } },
    'What is the any tool for city "Oslo", days 2 and unit "celsius"?',
  ],
])("%s", (description, properties, sentence) => {
  expect(textsOf(tool("any_tool", properties, { description }))).toEqual([sentence]);
});

test("a tool whose result would disclose secrets is not suggested", () => {
  expect(
    textsOf(
      tool("get-env", {}, { description: "Returns all environment variables", ...readOnly }),
      tool("list_orders", {}, { description: "Lists all orders", ...readOnly }),
    ),
  ).toEqual(["List all orders."]);
});

test("every suggestion is a whole sentence with the tool that it should need", () => {
  const tools = offerTools([
    of("s", tool("get_weather"), tool("orders", {}, { ...readOnly, description: "Lists orders" })),
  ]);
  expect(suggestionsFor(tools, "s")).toEqual([
    { text: "List orders.", tool: "orders", asks: false },
    { text: "Get weather.", tool: "get_weather", asks: true },
  ]);
});

test("a tool of a name that two servers have is named as its server does; what is hidden is shown", () => {
  const echo = tool("echo", {}, { ...readOnly, description: "Lists orders" });
  const hidden = tool("\u202eevil", {}, { ...readOnly, title: "List Users Tool" });
  const tools = offerTools([of("one", echo), of("two", echo, hidden)]);
  expect(suggestionsFor(tools, "two").map(({ text, tool }) => [text, tool])).toEqual([
    ["List orders.", "echo"],
    ["List Users.", "\\u{202e}evil"],
  ]);
});

test("a tool whose arguments cannot be guessed, or that deletes, is not suggested", () => {
  const unguessed = [
    tool("on", { date: { type: "string", format: "date" } }),
    tool("deep", { value: { type: "object" } }),
    tool("read", { path: string }),
    tool("many", { a: number, b: number, c: number, d: number }),
    tool("wipe", {}, { annotations: { destructiveHint: true } }),
    tool("\u202eevil", {}, { description: "Delete\u200b all" }),
    tool("x".repeat(100)),
  ];
  expect(textsOf(...unguessed)).toEqual([]);
});

test("tools of the server that is shown come first, of others those that only read", () => {
  const tools = offerTools([
    of("other", tool("list_mine", {}, readOnly), tool("add_other")),
    of("s", tool("add_note"), tool("list_notes", {}, readOnly)),
  ]);
  expect(suggestionsFor(tools, "s").map(({ text }) => text)).toEqual([
    "List notes.",
    "Add note.",
    "List mine.",
  ]);
});

test("definitions of any shape make no suggestion, or a sentence", () => {
  const odd: readonly object[] = [
    { name: "a", description: 7, inputSchema: null },
    { name: "b", description: {}, inputSchema: { required: "all", properties: [] } },
    { name: "", description: "…" },
    { name: "c", inputSchema: { required: [{}, null, 7] } },
    { name: "d", title: ["x"], inputSchema: { required: ["__proto__"] } },
  ];
  for (const text of textsOf(...odd)) expect(text).toMatch(/^\p{Lu}.*[.?]$/u);
});
