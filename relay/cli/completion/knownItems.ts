/** Remembers the names that servers listed, so that a shell completes them without starting anything. */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import {
  asJsonObject,
  isJsonObject,
  parseJsonObject,
} from "../../../shared/core/json/jsonObject.ts";
import { entriesOf, listOf } from "../../../shared/schema/schemaObject.ts";
import { dataFolder } from "../../store/dataFolder.ts";
import { readPrivateFile, writePrivateFile } from "../../store/privateFile.ts";
import type { RequestTarget } from "../arguments/serverArguments.ts";

/** Items by the member of the list's result; of each its arguments, and of these the values. */
type KnownItems = Readonly<Record<string, Readonly<Record<string, KnownArguments>>>>;
type KnownArguments = Readonly<Record<string, readonly string[]>>;

/** Limits of the file. */
const maxServers = 30;
const maxItems = 1000;

/** Names whose only signs with a meaning for a shell are `&{},?~`, which are escaped for bash. */
const plainName = /^[\w./:@%{}+,?&~-]{1,200}$/;

const path = () => join(dataFolder(undefined), "completion.json");

/** Names a server in the file; commands and URLs may contain secrets. */
function keyOf(target: RequestTarget): string {
  const words =
    target.kind === "http"
      ? [target.url]
      : target.kind === "stdio"
        ? [target.command, ...target.args]
        : [target.name ?? "", ...target.files.map((file) => resolve(file))];
  return createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);
}

/** The items that a server listed before. */
export function itemsOfServer(target: RequestTarget): KnownItems {
  return (asJsonObject(readAll()[keyOf(target)]) ?? {}) as KnownItems;
}

/**
 * Stores the names of a list. Failures are ignored: completion is only a help.
 * @param member the member of the result that held the items
 */
export function rememberItems(
  target: RequestTarget,
  member: string,
  items: readonly unknown[],
): void {
  try {
    const all = readAll();
    const key = keyOf(target);
    const { [key]: known, ...others } = all;
    const named = items.slice(0, maxItems).flatMap((item) => {
      const name = getOwn(item, "name") ?? "";
      const id = getOwn(item, "uri") ?? getOwn(item, "uriTemplate") ?? name;
      return isPlain(id) ? [[id, argumentsOf(item)] as const] : [];
    });
    const entry = { ...asJsonObject(known), [member]: Object.fromEntries(named) };
    if (JSON.stringify(entry) === JSON.stringify(known)) return;
    const kept = Object.entries(others).slice(-(maxServers - 1));
    writePrivateFile(path(), JSON.stringify(Object.fromEntries([...kept, [key, entry]])));
  } catch {
    // for example a full disk, or a folder that cannot be written
  }
}

function readAll(): Readonly<Record<string, unknown>> {
  try {
    return parseJsonObject(readPrivateFile(path()) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The arguments of a tool or a prompt, with the values that are known. */
function argumentsOf(item: unknown): KnownArguments {
  const schema = getOwn(item, "inputSchema");
  const listed = getOwn(item, "arguments");
  const pairs = isJsonObject(schema)
    ? entriesOf(schema, "properties").map(([name, property]) => [name, valuesOf(property)] as const)
    : (Array.isArray(listed) ? listed : []).map((each) => [getOwn(each, "name"), []] as const);
  return Object.fromEntries(pairs.filter(([name]) => isPlain(name)));
}

function valuesOf(property: unknown): readonly string[] {
  if (!isJsonObject(property)) return [];
  if (property.type === "boolean") return ["true", "false"];
  return listOf(property, "enum").map(String).filter(isPlain).slice(0, 50);
}

function isPlain(value: unknown): value is string {
  return typeof value === "string" && plainName.test(value);
}
