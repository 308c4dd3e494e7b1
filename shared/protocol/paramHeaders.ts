/** Finds the tool parameters that are mirrored in HTTP headers (`x-mcp-header`) and validates the annotations. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { toPointer } from "../core/json/pointer.ts";
import type { Header } from "./headers.ts";
import { encodeHeaderValue } from "./mcpHeaders.ts";

/** A mirrored parameter: its path in the arguments, and the name of its header. */
interface MirroredParam {
  readonly path: readonly string[];
  /** Without the prefix `Mcp-Param-`. */
  readonly name: string;
}

/** Why an `x-mcp-header` is invalid; one invalid annotation makes the whole tool invalid. */
export interface BrokenAnnotation {
  readonly reason: "empty" | "not-a-token" | "not-unique" | "not-primitive" | "not-reachable";
  /** A JSON pointer into the schema. */
  readonly pointer: string;
}

interface HeaderAnnotations {
  readonly params: readonly MirroredParam[];
  /** The first broken rule; if there is one, the tool must not be used over HTTP. */
  readonly broken: BrokenAnnotation | undefined;
}

const annotation = "x-mcp-header";
const primitives: readonly unknown[] = ["string", "integer", "boolean"];
/** Maximum depth: schemas may be very deep, or cyclic when another library parsed them. */
const maxDepth = 64;

/**
 * Finds the `x-mcp-header` annotations of a tool's input schema.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension
 */
export function readHeaderAnnotations(inputSchema: unknown): HeaderAnnotations {
  const params: MirroredParam[] = [];
  const seen = new Set<string>();
  let broken: BrokenAnnotation | undefined;

  const breaks = (reason: BrokenAnnotation["reason"], pointer: string) => {
    broken ??= { reason, pointer };
  };

  const visit = (
    schema: unknown,
    path: readonly string[] | undefined,
    at: string,
    depth: number,
  ) => {
    if (typeof schema !== "object" || schema === null || depth > maxDepth) return;
    if (isJsonObject(schema) && Object.hasOwn(schema, annotation)) {
      const { [annotation]: name, type } = schema;
      const problem = problemOf(name, type, path, seen);
      if (problem) breaks(problem, `${at}/${annotation}`);
      else if (path) params.push({ path, name: String(name) });
      seen.add(String(name).toLowerCase());
    }
    for (const [key, value] of Object.entries(schema)) {
      const here = at + toPointer([key]);
      if (maps.has(key) && typeof value === "object" && value !== null) {
        for (const [name, inner] of Object.entries(value)) {
          const reachable = path && key === "properties" ? [...path, name] : undefined;
          visit(inner, reachable, here + toPointer([name]), depth + 1);
        }
      } else if (!values.has(key)) {
        visit(value, undefined, here, depth + 1);
      }
    }
  };

  visit(inputSchema, [], "", 0);
  return { params, broken };
}

/** Keywords whose values map names to schemas; a name may equal a keyword. */
const maps = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/** Keywords whose values are data, where annotations have no meaning. */
const values = new Set(["const", "default", "enum", "examples", annotation]);

function problemOf(
  name: unknown,
  type: unknown,
  path: readonly string[] | undefined,
  seen: ReadonlySet<string>,
): BrokenAnnotation["reason"] | undefined {
  if (path === undefined || path.length === 0) return "not-reachable";
  if (name === "") return "empty";
  if (typeof name !== "string" || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return "not-a-token";
  if (seen.has(name.toLowerCase())) return "not-unique";
  return primitives.includes(type) ? undefined : "not-primitive";
}

/**
 * The headers that mirror the arguments of one call; null and absent values have no header.
 * @param args the parsed arguments
 */
export function paramHeaders(params: readonly MirroredParam[], args: unknown): Header[] {
  return params.flatMap(({ path, name }): Header[] => {
    const value = path.reduce<unknown>(getOwn, args);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      return [];
    }
    return [[`Mcp-Param-${name}`, encodeHeaderValue(written(value))]];
  });
}

/** Formats a value for a header; integers of any size are decimal. */
function written(value: string | number | boolean): string {
  return String(Number.isInteger(value) ? BigInt(value) : value);
}
