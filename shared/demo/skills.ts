/** The demo server's skill: its files, and the answers of the skills extension. */
import { encodeText, sha256 } from "../core/bytes.ts";
import { toHex } from "../core/hex.ts";
import type { JsonObject } from "../core/json/jsonObject.ts";
import { directoryMimeType } from "../protocol/skillsExtension.ts";
import { invalidParams } from "./protocol.ts";

const root = "skill://order-report";

const frontmatter = {
  name: "order-report",
  description:
    "Writes a short report about the orders of this server. Use it when somebody asks what was ordered, by whom, or for how much.",
  "allowed-tools": "list_orders write_report",
  metadata: { version: "1.0" },
};

const manifest = `---
name: ${frontmatter.name}
description: ${frontmatter.description}
allowed-tools: ${frontmatter["allowed-tools"]}
metadata:
  version: "1.0"
---

# Order report

## When to use

For questions about several orders. For a single order call \`list_orders\` directly.

## Steps

1. Call \`list_orders\`. What its fields mean is in [references/fields.md](references/fields.md).
2. Add the prices up as in [scripts/total.js](scripts/total.js).
3. Call \`write_report\` with the title “Orders”.

## Style

One sentence first, then a line for each order. Never invent a number.
`;

/** By path; each with its media type. */
const files: Readonly<Record<string, readonly [mimeType: string, text: string]>> = {
  "SKILL.md": ["text/markdown", manifest],
  "references/fields.md": [
    "text/markdown",
    "# Fields\n\n- `id` is the number of the order.\n- `price` is in euros, with tax.\n",
  ],
  "scripts/total.js": [
    "text/javascript",
    "export const total = (orders) => orders.reduce((sum, { price }) => sum + price, 0);\n",
  ],
};

const uriOf = (path: string) => `${root}/${path}`;

async function entry(): Promise<JsonObject> {
  const resources = Object.entries(files).map(async ([path, [, text]]) => {
    const bytes = encodeText(text);
    const digest = `sha256:${toHex(await sha256(bytes))}`;
    return { uri: uriOf(path), digest, size: bytes.byteLength };
  });
  return { uri: uriOf("SKILL.md"), frontmatter, resources: await Promise.all(resources) };
}

/** The children of a directory of the skill; undefined if it is none. */
function childrenOf(uri: unknown): readonly JsonObject[] | undefined {
  if (uri !== root && (typeof uri !== "string" || !uri.startsWith(`${root}/`))) return undefined;
  const folder = uri === root ? "" : `${String(uri).slice(root.length + 1)}/`;
  const below = Object.keys(files).filter((path) => path.startsWith(folder));
  if (below.length === 0) return undefined;
  const names = new Set(below.map((path) => path.slice(folder.length).split("/", 1)[0] ?? ""));
  return [...names].map((name) => {
    const file = files[folder + name];
    return { uri: uriOf(folder + name), name, mimeType: file ? file[0] : directoryMimeType };
  });
}

/**
 * Answers a method of the skills extension; undefined for any other.
 * @throws {RpcError} if there is no such skill or directory
 */
export async function answerSkills(
  method: string,
  { uri }: JsonObject,
): Promise<JsonObject | undefined> {
  switch (method) {
    case "skills/list":
      return { skills: [await entry()] };
    case "skills/get":
      if (uri !== uriOf("SKILL.md")) throw invalidParams(`No skill at ${String(uri)}`);
      return { skill: await entry() };
    case "resources/directory/read": {
      const resources = childrenOf(uri);
      if (!resources) throw invalidParams(`No directory at ${String(uri)}`);
      return { resources };
    }
    default:
      return undefined;
  }
}

/** The content of a file of the skill; undefined if it is none. */
export function skillContent(uri: unknown): JsonObject | undefined {
  const path = typeof uri === "string" && uri.startsWith(`${root}/`) && uri.slice(root.length + 1);
  const file = path && Object.hasOwn(files, path) ? files[path] : undefined;
  return file && { uri, mimeType: file[0], text: file[1] };
}
