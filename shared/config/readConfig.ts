/** Parses configuration files into servers and problems. */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { exactLine } from "../core/text/exactText.ts";
import type {
  ConfigContext,
  ConfigFacts,
  ConfigProblem,
  ConfigProblemCode,
  Configuration,
  ConfiguredServer,
} from "./configured.ts";
import { readEditorServer, readInputs } from "./editorServers.ts";
import { readRegistryServer } from "./registryServer.ts";

/**
 * Reads the `mcpServers` of Claude and Cursor, VS Code's `servers`, Zed's `context_servers`, or a registry's `server.json`;
 * comments and trailing commas are allowed. Never throws: invalid parts are reported, the rest is used.
 * @param within the members that lead to the object with the servers, where it is not the root
 */
export function readConfig(
  text: string,
  context: ConfigContext,
  within: readonly string[] = [],
): Configuration {
  const { source } = context;
  const body = text.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const problems: ConfigProblem[] = [];
  let tree: Node | undefined;
  let file: unknown;
  try {
    tree = parseTree(body, errors, { allowTrailingComma: true });
    file = within.reduce(getOwn, tree && getNodeValue(tree));
  } catch {
    // the parser is recursive: deep nesting exhausts the stack
    return { servers: [], problems: [{ source, code: "too-deep", facts: {} }] };
  }
  const [first] = errors;
  if (first || !tree) {
    const facts: ConfigFacts = first ? { expected: printParseErrorCode(first.error) } : {};
    const place = positionOf(body, first?.offset ?? 0);
    return { servers: [], problems: [{ source, code: "not-json", facts, ...place }] };
  }
  const root = tree;
  const reportAt =
    (...at: (string | number)[]) =>
    (code: ConfigProblemCode, facts: ConfigFacts, ...path: string[]): undefined => {
      const place = positionOf(body, offsetOf(root, [...within, ...at, ...path]));
      problems.push({ source, code, facts, ...place });
    };

  const servers: ConfiguredServer[] = [];
  const map = isJsonObject(file) ? serversIn(file) : undefined;
  if (map) {
    const { path, entries, inputs, isVsCode } = map;
    const editor = { context, inputs: readInputs(inputs), isVsCode };
    for (const [name, value] of Object.entries(entries)) {
      const server = readEditorServer(name, value, editor, reportAt(...path, name));
      if (server) servers.push(server);
    }
  } else if (isJsonObject(file) && registryServer(file)) {
    servers.push(...readRegistryServer(registryServer(file) ?? {}, context, reportAt()));
  } else {
    reportAt()("no-servers", {});
  }
  // names are shown in sentences, headings and lists
  return { servers: servers.map((one) => ({ ...one, name: exactLine(one.name, 80) })), problems };
}

interface ServerMap {
  readonly path: readonly string[];
  readonly entries: JsonObject;
  readonly inputs: unknown;
  readonly isVsCode: boolean;
}

function serversIn(file: JsonObject): ServerMap | undefined {
  const { mcpServers, servers, inputs, mcp, context_servers } = file;
  if (isJsonObject(mcpServers)) {
    return { path: ["mcpServers"], entries: mcpServers, inputs, isVsCode: false };
  }
  if (isJsonObject(servers)) return { path: ["servers"], entries: servers, inputs, isVsCode: true };
  // Zed's settings.json
  if (isJsonObject(context_servers)) {
    return { path: ["context_servers"], entries: context_servers, inputs, isVsCode: false };
  }
  // VS Code's settings.json has the same under `mcp`
  if (isJsonObject(mcp) && isJsonObject(mcp.servers)) {
    const { servers: entries, inputs: own } = mcp;
    return { path: ["mcp", "servers"], entries, inputs: own, isVsCode: true };
  }
  return undefined;
}

/** The `server.json` object, plain or in the wrapper of the registry's API. */
function registryServer(file: JsonObject): JsonObject | undefined {
  const server = isJsonObject(file.server) ? file.server : file;
  return Array.isArray(server.packages) || Array.isArray(server.remotes) ? server : undefined;
}

function offsetOf(tree: Node, path: (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node.offset;
  }
  return tree.offset;
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
