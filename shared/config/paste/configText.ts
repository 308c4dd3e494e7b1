/** Reads a pasted configuration: JSON of Claude, Cursor, VS Code, Zed or a registry, TOML of Codex. */
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml, TomlError } from "smol-toml";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { plainText } from "../configFields.ts";
import { type Paste, refused } from "./paste.ts";
import { askedIfMissing, readPastedConfig } from "./pastedServer.ts";

/** Whether a text is a configuration rather than a command. */
export function looksLikeConfig(text: string): boolean {
  return /^(\{|"[^"\n]{1,200}"\s*:|\[[A-Za-z_]|\/\/|\/\*)/.test(text) || isToml(text);
}

/** Codex's settings come before its servers: a table of them anywhere is enough. */
const isToml = (text: string) =>
  /^(#.*\n\s*)*(mcp_servers\b|\[{1,2}[\w."'-]+\]{1,2}\s*\n)/.test(text) ||
  (!text.startsWith("{") && /^[ \t]*\[mcp_servers\b/m.test(text));

/**
 * Reads a configuration, or a part of one without its outer braces.
 * @returns never throws: a text that cannot be read is refused with the line or the problem
 */
export function readConfigText(text: string): Paste {
  if (isToml(text)) return readTomlText(text);
  // a part of a file, without its outer braces
  const whole = text.startsWith('"') ? `{${text.replace(/,\s*$/, "")}}` : text;
  try {
    const file: unknown = parseJsonc(whole, [], { allowTrailingComma: true });
    if (isJsonObject(file)) return fromObject(file, whole);
  } catch {
    // parsing and serializing are recursive; parsing it again reports the problem
  }
  return readPastedConfig("configuration", whole);
}

function readTomlText(text: string): Paste {
  try {
    return fromObject(tomlTable(text), text);
  } catch (error) {
    // keys nested too deeply for JSON are the other error
    return refused({ code: "not-toml", line: error instanceof TomlError ? error.line : 1 });
  }
}

/** @throws TomlError */
const tomlTable = (text: string): JsonObject => parseToml(text, { integersAsBigInt: "asNeeded" });

/** JSON has no integers that are larger than a number. */
const serversText = (mcpServers: JsonObject) =>
  JSON.stringify({ mcpServers }, (_, value) => (typeof value === "bigint" ? Number(value) : value));

/** @param text is parsed instead if nothing has to be changed, because problems name its lines */
function fromObject(file: JsonObject, text: string): Paste {
  const { mcpServers, servers, mcp, context_servers, mcp_servers } = file;
  if (isJsonObject(mcp_servers)) return fromMap(mcp_servers, codexEntry);
  if (isJsonObject(context_servers)) return fromMap(context_servers, zedEntry);
  if (isJsonObject(mcpServers)) return fromMap(mcpServers, (entry) => entry);
  if (isJsonObject(servers) || isJsonObject(mcp)) return readPastedConfig("configuration", text);
  if (isEntry(file)) {
    return fromMap({ [plainText(file.name) ?? "server"]: file }, (entry) => entry);
  }
  const values = Object.values(file);
  if (values.length > 0 && values.every((value) => isJsonObject(value) && isEntry(value))) {
    return fromMap(file, zedEntry);
  }
  return readPastedConfig("configuration", text);
}

const isEntry = (value: JsonObject) =>
  ["command", "url", "serverUrl", "httpUrl"].some((name) => value[name] !== undefined);

function fromMap(entries: JsonObject, entryOf: (entry: JsonObject) => JsonObject): Paste {
  const mcpServers = Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      name,
      isJsonObject(value) ? withPlaceholders(entryOf(value)) : value,
    ]),
  );
  return readPastedConfig("configuration", serversText(mcpServers));
}

/** Turns values of variables and headers that the file leaves to its reader into inputs. */
function withPlaceholders(entry: JsonObject): JsonObject {
  const asked = (values: unknown) =>
    isJsonObject(values)
      ? Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            typeof value === "string" && !value.includes("${")
              ? askedIfMissing(value, name)
              : value,
          ]),
        )
      : values;
  return {
    ...entry,
    ...(entry.env === undefined ? {} : { env: asked(entry.env) }),
    ...(entry.headers === undefined ? {} : { headers: asked(entry.headers) }),
  };
}

/** Zed once had the program in an object: `command: { path, args, env }`. */
function zedEntry(entry: JsonObject): JsonObject {
  const { command } = entry;
  if (!isJsonObject(command)) return entry;
  return { ...entry, ...command, command: command.path };
}

/** The servers of Codex's `config.toml` in the form of Claude's files; undefined if there are none. */
export function codexConfigText(text: string): string | undefined {
  try {
    const entries = tomlTable(text).mcp_servers;
    if (!isJsonObject(entries)) return undefined;
    const mcpServers = Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [
        name,
        isJsonObject(entry) ? codexEntry(entry) : entry,
      ]),
    );
    return serversText(mcpServers);
  } catch {
    return undefined;
  }
}

/** @see https://developers.openai.com/codex/mcp */
function codexEntry(entry: JsonObject): JsonObject {
  const { http_headers, env_http_headers, bearer_token_env_var, env_vars } = entry;
  const fromEnvironment = Object.entries(isJsonObject(env_http_headers) ? env_http_headers : {});
  const names = Array.isArray(env_vars) ? env_vars.filter((name) => typeof name === "string") : [];
  const env = {
    ...Object.fromEntries(names.map((name) => [name, `\${${name}}`])),
    ...(isJsonObject(entry.env) ? entry.env : {}),
  };
  const headers = {
    ...(isJsonObject(http_headers) ? http_headers : {}),
    ...Object.fromEntries(fromEnvironment.map(([name, variable]) => [name, `\${${variable}}`])),
    ...(typeof bearer_token_env_var === "string"
      ? { Authorization: `Bearer \${${bearer_token_env_var}}` }
      : {}),
  };
  const isHttp = entry.url !== undefined;
  return { ...entry, ...(isHttp ? { headers } : { env }) };
}
