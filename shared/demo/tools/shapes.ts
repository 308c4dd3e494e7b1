/** Tools that take arguments of every shape. */

import { fromBase64 } from "../../core/base64.ts";
import { countText } from "../../core/countText.ts";
import { toHex } from "../../core/hex.ts";
import { membersOf } from "../../core/json/jsonObject.ts";
import { icon } from "../assets.ts";
import {
  type DemoTool,
  fields,
  invalidParams,
  structured,
  type ToolCall,
  textResult,
} from "../protocol.ts";

const harmless = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** Returns the arguments, so that they can be compared with those that were sent. */
const echoed = ({ args }: ToolCall) => textResult(JSON.stringify(args, undefined, 2));

export const shapeTools: readonly DemoTool[] = [
  {
    name: "echo",
    title: "Echo",
    description: "Returns the message. One required text field.",
    icons: icon('<path d="M4 5h16v11H9l-5 4z"/>'),
    annotations: harmless,
    inputSchema: fields(
      {
        message: {
          type: "string",
          title: "Message",
          description: "Any text.",
          examples: ["Hello", "Grüße, 世界 👋", "مرحبا بالعالم"],
        },
      },
      ["message"],
    ),
    run: ({ args }) => textResult(`Echo: ${String(args.message ?? "")}`),
  },
  {
    name: "add",
    title: "Add numbers",
    description: "Adds two numbers. The result has an output schema.",
    icons: icon('<path d="M12 5v14M5 12h14"/>'),
    annotations: harmless,
    inputSchema: fields(
      {
        a: { type: "number", description: "The first number." },
        b: { type: "number", description: "The second number." },
        digits: {
          type: "integer",
          minimum: 0,
          maximum: 10,
          default: 2,
          description: "Digits after the decimal point.",
        },
      },
      ["a", "b"],
    ),
    outputSchema: fields({ sum: { type: "number" } }, ["sum"]),
    run({ args }) {
      const sum = Number(args.a) + Number(args.b);
      if (!Number.isFinite(sum)) throw invalidParams("a and b must be numbers");
      return structured({ sum: Number(sum.toFixed(digitsOf(args.digits))) });
    },
  },
  {
    name: "order_pizza",
    title: "Order a pizza",
    description:
      "Booleans, enums with and without titles, several choices, defaults, a nested object and a list of objects.",
    inputSchema: fields(
      {
        size: {
          title: "Size",
          oneOf: [
            { const: "s", title: "Small, 24 cm" },
            { const: "m", title: "Medium, 30 cm" },
            { const: "l", title: "Large, 36 cm" },
          ],
          default: "m",
        },
        crust: { type: "string", enum: ["thin", "thick", "filled"], default: "thin" },
        toppings: {
          type: "array",
          description: "At most four.",
          items: { type: "string", enum: ["basil", "mushrooms", "olives", "onions", "peppers"] },
          uniqueItems: true,
          maxItems: 4,
        },
        quantity: { type: "integer", minimum: 1, maximum: 20, default: 1 },
        extraCheese: { type: "boolean", default: false },
        address: fields(
          {
            street: { type: "string", minLength: 1 },
            city: { type: "string", minLength: 1 },
            zip: { type: "string", pattern: "^[0-9]{4,6}$", description: "Four to six digits." },
          },
          ["street", "city"],
        ),
        guests: {
          type: "array",
          items: fields({ name: { type: "string" }, vegetarian: { type: "boolean" } }, ["name"]),
        },
      },
      ["size", "address"],
    ),
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: echoed,
  },
  {
    name: "plan_meeting",
    title: "Plan a meeting",
    description: "Dates, times, durations, e-mail addresses and URLs.",
    annotations: harmless,
    inputSchema: fields(
      {
        day: { type: "string", format: "date" },
        begins: {
          type: "string",
          format: "time",
          description: "With an offset, such as 10:00:00Z.",
        },
        remindAt: { type: "string", format: "date-time" },
        length: { type: "string", format: "duration", examples: ["PT45M", "PT1H30M"] },
        organizer: { type: "string", format: "email" },
        link: { type: "string", format: "uri", examples: ["https://example.com/meeting"] },
        colour: { type: "string", pattern: "^#[0-9a-f]{6}$", default: "#2563eb" },
      },
      ["day"],
    ),
    run: echoed,
  },
  {
    name: "pay",
    title: "Choose how to pay",
    description: "A union: each kind has its own fields.",
    annotations: harmless,
    inputSchema: fields(
      {
        method: {
          oneOf: [
            {
              title: "Card",
              ...fields({ kind: { const: "card" }, number: { type: "string" } }, [
                "kind",
                "number",
              ]),
            },
            {
              title: "Transfer",
              ...fields({ kind: { const: "transfer" }, iban: { type: "string" } }, [
                "kind",
                "iban",
              ]),
            },
            {
              title: "Cash",
              ...fields({ kind: { const: "cash" }, change: { type: "boolean" } }, ["kind"]),
            },
          ],
        },
        reference: {
          anyOf: [{ type: "integer" }, { type: "string" }, { type: "null" }],
          description: "A number, a text or null.",
        },
      },
      ["method"],
    ),
    run: echoed,
  },
  {
    name: "set_labels",
    title: "Set labels",
    description: "Maps with free keys, a fixed pair of values, and a nullable text.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    inputSchema: fields({
      labels: { type: "object", additionalProperties: { type: "string" } },
      limits: { type: "object", additionalProperties: { type: "number", minimum: 0 } },
      point: {
        type: "array",
        prefixItems: [
          { type: "number", title: "x" },
          { type: "number", title: "y" },
        ],
        items: false,
        minItems: 2,
      },
      comment: { type: ["string", "null"], default: null },
    }),
    run: echoed,
  },
  {
    name: "draw_tree",
    title: "Draw a tree",
    description: "A schema that refers to itself.",
    annotations: harmless,
    inputSchema: {
      ...fields({ root: { $ref: "#/$defs/node" } }, ["root"]),
      $defs: {
        node: fields(
          {
            label: { type: "string" },
            children: { type: "array", items: { $ref: "#/$defs/node" } },
          },
          ["label"],
        ),
      },
    },
    run: ({ args }) => textResult(drawn(args.root, 0)),
  },
  {
    name: "inspect_file",
    title: "Inspect a file",
    description: "Takes a file as base64 and describes its bytes.",
    annotations: harmless,
    inputSchema: fields(
      {
        file: {
          type: "string",
          contentEncoding: "base64",
          contentMediaType: "application/octet-stream",
          description: "Any file.",
        },
      },
      ["file"],
    ),
    run({ args }) {
      const bytes = fromBase64(String(args.file ?? ""));
      if (!bytes) throw invalidParams("file is not base64");
      const start = toHex(bytes.subarray(0, 16));
      return textResult(
        `${countText(bytes.length, "byte")}${bytes.length > 0 ? `, starting with ${start}` : ""}`,
      );
    },
  },
  {
    name: "big_number",
    title: "Repeat a big number",
    description:
      "Integers such as 9007199254740993 keep every digit, because the text of the request is read.",
    annotations: harmless,
    inputSchema: fields({ value: { type: "integer" } }, ["value"]),
    run: (call) => textResult(call.argumentText("value") ?? "no value"),
  },
  {
    name: "whisper_to_header",
    title: "Argument in a header",
    description: "The region is repeated in an HTTP header, for proxies that do not read bodies.",
    annotations: harmless,
    inputSchema: fields({ region: { type: "string", "x-mcp-header": "Region" } }, ["region"]),
    run: ({ args }) => textResult(`Region: ${String(args.region)}`),
  },
];

function digitsOf(value: unknown): number {
  return typeof value === "number" && value >= 0 && value <= 10 ? Math.trunc(value) : 2;
}

/** One line for each node, indented by its depth; deep trees are cut. */
function drawn(node: unknown, depth: number): string {
  const { label, children } = membersOf(node);
  const line = `${"  ".repeat(depth)}${String(label ?? "")}`;
  if (!Array.isArray(children) || depth > 20) return line;
  return [line, ...children.map((child) => drawn(child, depth + 1))].join("\n");
}
