/** A stdio server whose tools have apps: a friendly one, one with mistakes, and hostile ones (`node apps.ts [NAME]`). */
import { createInterface } from "node:readline";
import { documents } from "./documents.ts";

const mimeType = "text/html;profile=mcp-app";
const object = { type: "object", properties: {} };
const uri = (name: string) => `ui://apps/${name}.html`;

/** Each document has a tool that shows it. */
const shown = Object.keys(documents).map((name) => ({
  name,
  title: `Shows ${name}`,
  inputSchema: { type: "object", properties: { title: { type: "string" } } },
  annotations: { readOnlyHint: true },
  _meta: { ui: { resourceUri: uri(name) } },
}));

const [name = "apps"] = process.argv.slice(2);

/** Its app is another after a call of `change`. */
const moves = {
  name: "moves",
  inputSchema: object,
  annotations: { readOnlyHint: true },
  _meta: { ui: { resourceUri: uri("first") } },
};

const tools = [
  moves,
  {
    name: "gone",
    inputSchema: object,
    annotations: { readOnlyHint: true },
    _meta: { ui: { resourceUri: uri("gone") } },
  },
  ...shown,
  { name: `only-${name}`, inputSchema: object, annotations: { readOnlyHint: true } },
  {
    name: "refresh",
    inputSchema: object,
    annotations: { readOnlyHint: true },
    _meta: { ui: { visibility: ["app"] } },
  },
  { name: "ask-color", inputSchema: object, annotations: { readOnlyHint: true } },
  { name: "huge", inputSchema: object, annotations: { readOnlyHint: true } },
  { name: "change", inputSchema: object, annotations: { readOnlyHint: true } },
  { name: "save", inputSchema: object, _meta: { ui: { visibility: ["app", "model"] } } },
  { name: "secret", inputSchema: object, _meta: { ui: { visibility: ["model"] } } },
  { name: "wipe", inputSchema: object, annotations: { destructiveHint: true } },
];

const calls = new Map<string, number>();
let version = 1;

function say(id: unknown, result: object) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

function refuse(id: unknown, code: number, message: string) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
}

interface Request {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly capabilities?: {
      readonly extensions?: Readonly<Record<string, { readonly elicitation?: object }>>;
    };
  };
  readonly result?: object;
}

let showsForms = false;
const waiting = new Map<unknown, unknown>();

function askColor(id: unknown) {
  waiting.set(`ask-${id}`, id);
  const params = {
    mode: "form",
    message: "Which color?",
    requestedSchema: {
      type: "object",
      properties: { color: { type: "string", title: "Color" } },
      required: ["color"],
    },
    ...(showsForms && { _meta: { ui: { resourceUri: uri("question") } } }),
  };
  const request = { jsonrpc: "2.0", id: `ask-${id}`, method: "elicitation/create", params };
  process.stdout.write(`${JSON.stringify(request)}\n`);
}

function answer({ id, method, params, result }: Request) {
  if (waiting.has(id)) return say(waiting.get(id), { content: [], structuredContent: result });
  switch (method) {
    case "initialize": {
      const ui = params?.capabilities?.extensions?.["io.modelcontextprotocol/ui"];
      showsForms = ui?.elicitation !== undefined;
      return say(id, {
        protocolVersion: "2025-11-25",
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true },
          ...(showsForms && {
            extensions: { "io.modelcontextprotocol/ui": { elicitation: {} } },
          }),
        },
        serverInfo: { name, version: "1.0.0" },
      });
    }
    case "tools/list":
      return say(id, { tools });
    case "resources/list":
      return say(id, {
        resources: [
          {
            uri: uri("friendly"),
            name: "friendly",
            mimeType,
            _meta: { ui: { prefersBorder: false } },
          },
        ],
      });
    case "resources/subscribe":
    case "resources/unsubscribe":
      return say(id, {});
    case "resources/read": {
      const name = /^ui:\/\/apps\/(.*)\.html$/.exec(params?.uri ?? "")?.[1] ?? "";
      const document = documents[name];
      if (!document) return refuse(id, -32002, "Resource not found");
      const { html, ui, type = mimeType } = document;
      const text = version > 1 ? html.replace("<h1>Friendly", `$& ${version}`) : html;
      const content = { uri: params?.uri, mimeType: type, text };
      return say(id, { contents: [{ ...content, ...(ui && { _meta: { ui } }) }] });
    }
    case "tools/call": {
      const name = params?.name ?? "";
      const count = (calls.get(name) ?? 0) + 1;
      calls.set(name, count);
      if (name === "change") {
        version++;
        const changed = { uri: uri("friendly") };
        const method = "notifications/resources/updated";
        process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", method, params: changed })}\n`);
        moves._meta.ui.resourceUri = uri("second");
        const listChanged = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
        process.stdout.write(`${JSON.stringify(listChanged)}\n`);
      }
      // with the app of a form only where the client has declared that it shows one
      if (name === "ask-color") return askColor(id);
      if (name === "huge") return say(id, { content: [], extra: "x".repeat(11_000_000) });
      return say(id, {
        content: [{ type: "text", text: `${name}, call ${count}` }],
        structuredContent: { name, count },
      });
    }
    default:
      if (id !== undefined) refuse(id, -32601, "Method not found");
  }
}

createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line)));
