/** The demo server's resources, resource templates and prompts, with completion. */

import { toBase64 } from "../core/base64.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { percentDecoded } from "../core/text/percentDecoded.ts";
import { appContent } from "./apps/appTools.ts";
import { icon, logo, picture, tone } from "./assets.ts";
import { RpcError } from "./protocol.ts";
import { skillContent } from "./skills.ts";
import { type DemoState, noteUri } from "./state.ts";

interface DemoResource extends JsonObject {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  /** Text, or bytes. */
  readonly read: (state: DemoState) => string | Uint8Array;
}

const csv = "id,customer,item,price\n1001,Ada,Keyboard,89.90\n1002,Grace,Monitor,249.00\n";

const resources: readonly DemoResource[] = [
  {
    uri: "demo://readme.md",
    name: "readme.md",
    title: "Read me",
    description: "What this server offers.",
    mimeType: "text/markdown",
    annotations: { audience: ["user"], priority: 1 },
    icons: icon('<path d="M6 3h9l4 4v14H6z"/>'),
    read: () =>
      "# Demo server\n\nRuns inside this page. **Nothing leaves your browser.**\n\n- Tools of every shape\n- Resources, templates and prompts\n- Sampling, elicitation and tasks\n",
  },
  {
    uri: noteUri,
    name: "today",
    title: "Note of today",
    description: "Subscribe to it, then call write_note.",
    mimeType: "text/plain",
    read: (state) => state.note(),
  },
  {
    uri: "demo://settings.json",
    name: "settings.json",
    mimeType: "application/json",
    read: () =>
      '{\n  "theme": "dark",\n  "limits": { "requests": 100, "seconds": 60 },\n  "tags": ["a", "b"]\n}\n',
  },
  {
    uri: "demo://orders.csv",
    name: "orders.csv",
    title: "Orders",
    mimeType: "text/csv",
    size: csv.length,
    read: () => csv,
  },
  {
    uri: "demo://logo.png",
    name: "logo.png",
    mimeType: "image/png",
    read: () => picture([37, 99, 235], 48),
  },
  { uri: "demo://logo.svg", name: "logo.svg", mimeType: "image/svg+xml", read: () => logo },
  { uri: "demo://tone.wav", name: "tone.wav", mimeType: "audio/wav", read: () => tone(523, 0.4) },
  {
    uri: "demo://bytes.bin",
    name: "bytes.bin",
    title: "256 bytes",
    mimeType: "application/octet-stream",
    size: 256,
    read: () => Uint8Array.from({ length: 256 }, (_, at) => at),
  },
];

const cities: Readonly<Record<string, readonly string[]>> = {
  france: ["Lyon", "Marseille", "Paris", "Toulouse"],
  japan: ["Kyoto", "Osaka", "Sapporo", "Tokyo"],
  portugal: ["Braga", "Lisbon", "Porto"],
};

const styles = ["a headline", "a limerick", "one sentence", "three bullets"];

const templates: readonly JsonObject[] = [
  {
    uriTemplate: "demo://cities/{country}/{city}",
    name: "city",
    title: "A city",
    description: "Both variables are completed; the cities depend on the country.",
    mimeType: "text/plain",
  },
  {
    uriTemplate: "demo://search{?query,limit}",
    name: "search",
    title: "Search",
    description: "Optional query variables.",
    mimeType: "application/json",
  },
];

const prompts: readonly JsonObject[] = [
  {
    name: "summarize",
    title: "Summarize a text",
    description: "The style is completed while you type.",
    icons: icon('<path d="M5 6h14M5 12h9M5 18h5"/>'),
    arguments: [
      { name: "text", description: "The text to summarize.", required: true },
      { name: "style", description: "How to write it." },
    ],
  },
  {
    name: "describe_city",
    title: "Describe a city",
    description: "The cities that are offered depend on the country.",
    arguments: [
      { name: "country", required: true },
      { name: "city", required: true },
    ],
  },
  {
    name: "look_at_picture",
    title: "Look at a picture",
    description: "Several messages with an image and an embedded resource.",
  },
];

/** Items of one page of `resources/list`, so that the list has two pages. */
const pageSize = 5;

/** @param cursor of the previous page; undefined for the first one */
export function listResources(cursor: unknown): JsonObject {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (cursor !== undefined && start !== pageSize) throw new RpcError(-32602, "Unknown cursor");
  const listed = resources
    .slice(start, start + pageSize)
    .map(({ read: _, ...resource }) => resource);
  return {
    resources: listed,
    ...(start + pageSize < resources.length ? { nextCursor: String(start + pageSize) } : {}),
  };
}

export const listTemplates = (): JsonObject => ({ resourceTemplates: templates });

export const listPrompts = (): JsonObject => ({ prompts });

/** @throws {RpcError} when there is no such resource */
export function readResource(uri: unknown, state: DemoState, notFound: number): JsonObject {
  const known = resources.find((resource) => resource.uri === uri);
  if (known) {
    const { mimeType } = known;
    const body = known.read(state);
    const content = typeof body === "string" ? { text: body } : { blob: toBase64(body) };
    return { contents: [{ uri, mimeType, ...content }] };
  }
  const app = appContent(uri) ?? skillContent(uri);
  if (app) return { contents: [app] };
  const text = typeof uri === "string" ? expandedText(uri) : undefined;
  if (!text) throw new RpcError(notFound, "Resource not found", { data: { uri } });
  return { contents: [{ uri, ...text }] };
}

function expandedText(uri: string): JsonObject | undefined {
  const [, country, city] = /^demo:\/\/cities\/([^/?]+)\/([^/?]+)$/.exec(uri) ?? [];
  if (country !== undefined && city !== undefined) {
    const [land, name] = [percentDecoded(country) ?? country, percentDecoded(city) ?? city];
    return { mimeType: "text/plain", text: `${name} is a city in ${land}.` };
  }
  if (!/^demo:\/\/search(\?|$)/.test(uri)) return undefined;
  const asked = new URLSearchParams(uri.slice("demo://search".length));
  const query = asked.get("query") ?? "";
  const limit = Number(asked.get("limit") ?? 10);
  const found = Object.values(cities)
    .flat()
    .filter((city) => city.toLowerCase().includes(query.toLowerCase()));
  return {
    mimeType: "application/json",
    text: JSON.stringify({ query, found: found.slice(0, limit) }),
  };
}

/** @throws {RpcError} when there is no such prompt, or an argument is missing */
export function getPrompt(name: unknown, given: unknown): JsonObject {
  const args = asJsonObject(given) ?? {};
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt) throw new RpcError(-32602, `Unknown prompt: ${String(name)}`);
  for (const argument of (prompt.arguments ?? []) as readonly JsonObject[]) {
    const isMissing = argument.required === true && !args[String(argument.name)];
    if (isMissing) throw new RpcError(-32602, `Missing argument: ${String(argument.name)}`);
  }
  const { description } = prompt;
  return { description, messages: messagesOf(String(name), args) };
}

function messagesOf(name: string, args: JsonObject): readonly JsonObject[] {
  const user = (content: JsonObject) => ({ role: "user", content });
  const text = (words: string) => ({ type: "text", text: words });
  switch (name) {
    case "summarize":
      return [
        user(text(`Summarize as ${String(args.style || "one sentence")}:\n\n${String(args.text)}`)),
      ];
    case "describe_city":
      return [
        user(text(`Describe ${String(args.city)} in ${String(args.country)} for a first visit.`)),
      ];
    default:
      return [
        user(text("What do you see?")),
        user({ type: "image", data: toBase64(picture([220, 38, 38], 32)), mimeType: "image/png" }),
        { role: "assistant", content: text("A red square that fades to white.") },
        user({
          type: "resource",
          resource: { uri: "demo://orders.csv", mimeType: "text/csv", text: csv },
        }),
      ];
  }
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion */
export function complete({ ref, argument, context }: JsonObject): JsonObject {
  const name = getOwn(argument, "name");
  const typed = String(getOwn(argument, "value") ?? "").toLowerCase();
  const isKnown = [getOwn(ref, "name"), getOwn(ref, "uri")].some(
    (text) =>
      prompts.some((one) => one.name === text) || templates.some((one) => one.uriTemplate === text),
  );
  if (!isKnown) throw new RpcError(-32602, "Unknown reference");
  const country = getOwn(getOwn(context, "arguments"), "country");
  const values = choicesOf(name, country).filter((value) => value.toLowerCase().startsWith(typed));
  return { completion: { values, total: values.length, hasMore: false } };
}

function choicesOf(name: unknown, country: unknown): readonly string[] {
  if (name === "style") return styles;
  if (name === "country") return Object.keys(cities);
  if (name !== "city") return [];
  const known = Object.hasOwn(cities, String(country)) ? cities[String(country)] : undefined;
  return known ?? Object.values(cities).flat().sort();
}
