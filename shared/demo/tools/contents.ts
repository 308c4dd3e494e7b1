/** Tools whose results show every kind of content. */
import { toBase64 } from "../../core/base64.ts";
import { icon, picture, tone } from "../assets.ts";
import { type DemoTool, fields, structured, textBlock, textResult } from "../protocol.ts";

const harmless = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

const colours = { red: [220, 38, 38], green: [22, 163, 74], blue: [37, 99, 235] } as const;

const report = `# Quarterly report

Revenue grew by **12 %**, mostly from [new customers](https://example.com/customers).

| Region | Q1 | Q2 |
|---|---:|---:|
| North | 120 | 134 |
| South | 98 | 110 |

1. Keep the *good* parts.
2. Fix the rest:

\`\`\`ts
const growth = (134 + 110) / (120 + 98) - 1;
\`\`\`

> Numbers of this demo are invented.
`;

const orders = [
  { id: 1001, customer: "Ada", item: "Keyboard", quantity: 1, price: 89.9, shipped: true },
  { id: 1002, customer: "Grace", item: "Monitor", quantity: 2, price: 249, shipped: true },
  { id: 1003, customer: "Linus", item: "Mouse", quantity: 1, price: 25.5, shipped: false },
  { id: 1004, customer: "Margaret", item: "Cable", quantity: 5, price: 4.95, shipped: true },
  { id: 1005, customer: "Alan", item: "Chair", quantity: 1, price: 320, shipped: false },
];

export const contentTools: readonly DemoTool[] = [
  {
    name: "write_report",
    title: "Write a report",
    description: "Returns Markdown with a heading, a table, a list, a link and code.",
    icons: icon('<path d="M6 3h9l4 4v14H6zM9 12h7M9 16h7"/>'),
    annotations: harmless,
    inputSchema: fields({}),
    run: () => ({
      content: [
        { ...textBlock(report), annotations: { audience: ["user"], priority: 1 } },
        {
          ...textBlock("The model reads this line as well."),
          annotations: { audience: ["assistant"], priority: 0.2 },
        },
      ],
    }),
  },
  {
    name: "list_orders",
    title: "List orders",
    description: "Returns rows that can be read as a table, with an output schema.",
    annotations: harmless,
    inputSchema: fields({ shippedOnly: { type: "boolean", default: false } }),
    outputSchema: fields(
      {
        orders: {
          type: "array",
          items: fields(
            {
              id: { type: "integer" },
              customer: { type: "string" },
              item: { type: "string" },
              quantity: { type: "integer", minimum: 1 },
              price: { type: "number" },
              shipped: { type: "boolean" },
            },
            ["id", "customer", "item"],
          ),
        },
      },
      ["orders"],
    ),
    run: ({ args }) =>
      structured({
        orders: args.shippedOnly === true ? orders.filter(({ shipped }) => shipped) : orders,
      }),
  },
  {
    name: "show_picture",
    title: "Show a picture",
    description: "Returns a PNG image.",
    icons: icon('<path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4"/>'),
    annotations: harmless,
    inputSchema: fields({
      colour: { type: "string", enum: Object.keys(colours), default: "blue" },
      size: { type: "integer", minimum: 1, maximum: 128, default: 64 },
    }),
    run({ args }) {
      const name = Object.hasOwn(colours, String(args.colour))
        ? (args.colour as keyof typeof colours)
        : "blue";
      const size =
        typeof args.size === "number" ? Math.min(Math.max(Math.trunc(args.size), 1), 128) : 64;
      const data = toBase64(picture(colours[name], size));
      return {
        content: [
          textBlock(`A ${name} picture, ${size} × ${size} pixels:`),
          { type: "image", data, mimeType: "image/png" },
        ],
      };
    },
  },
  {
    name: "play_tone",
    since: "2025-03-26",
    title: "Play a tone",
    description: "Returns a short sound.",
    annotations: harmless,
    inputSchema: fields({ hertz: { type: "number", minimum: 50, maximum: 2000, default: 440 } }),
    run({ args }) {
      const hertz =
        typeof args.hertz === "number" && args.hertz >= 50 && args.hertz <= 2000 ? args.hertz : 440;
      return {
        content: [{ type: "audio", data: toBase64(tone(hertz, 0.5)), mimeType: "audio/wav" }],
      };
    },
  },
  {
    name: "find_documents",
    since: "2025-06-18",
    title: "Find documents",
    description: "Returns links to resources, and one resource embedded in the result.",
    annotations: harmless,
    inputSchema: fields({ query: { type: "string", default: "orders" } }),
    run: () => ({
      content: [
        textBlock("Two documents match:"),
        {
          type: "resource_link",
          uri: "demo://orders.csv",
          name: "orders.csv",
          title: "Orders",
          description: "All orders as CSV.",
          mimeType: "text/csv",
        },
        { type: "resource_link", uri: "demo://logo.png", name: "logo.png", mimeType: "image/png" },
        {
          type: "resource",
          resource: {
            uri: "demo://found.json",
            mimeType: "application/json",
            text: '{"found": 2}',
          },
        },
      ],
    }),
  },
  {
    name: "get_time",
    title: "Current time",
    description: "Takes no arguments.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: fields({}),
    run: (call) => textResult(call.date().toISOString()),
  },
];
