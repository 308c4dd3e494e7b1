/** Parses the filter syntax of the Traffic view. */
import type { Direction } from "../../../shared/log/entry.ts";
import { logLevels, logSeverity } from "../../../shared/mcp/logLevels.ts";
import { type Row, rowKinds } from "./messages/rows.ts";

/** Whether a row of an entry with this direction matches the filter. */
export type Filter = (row: Row, direction: Direction) => boolean;

/**
 * Parses a filter: words match in method, subject, summary and kind; `method:`, `dir:`,
 * `kind:`, `id:`, `status:` and `logger:` match one field; `level:` matches log messages of that
 * level or a higher one; `-` before a term negates it, except in a
 * negative number such as `-32602`. All terms must match. Case is ignored. An unknown
 * prefix (`x:y`) is an ordinary word.
 *
 * @param text as the person typed it, finished or not: `kind:re` is any kind that begins so
 * @returns undefined where the text asks for nothing
 */
export function parseFilter(text: string): Filter | undefined {
  const terms = text
    .toLowerCase()
    .split(/\s+/)
    .map(readTerm)
    .filter((term) => term !== undefined);
  if (terms.length === 0) return undefined;
  return (row, direction) => terms.every((term) => term(row, direction));
}

function readTerm(text: string): Filter | undefined {
  const minuses = /^(?:-(?!\d))*/.exec(text)?.[0].length ?? 0;
  const term = readPositive(text.slice(minuses));
  if (!term || minuses % 2 === 0) return term;
  return (row, direction) => !term(row, direction);
}

function readPositive(text: string): Filter | undefined {
  if (text === "") return undefined;
  const [, name, value] = /^(method|dir|kind|id|status|level|logger):(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return containing(text);
  return value === "" ? undefined : (qualified(name, value) ?? containing(text));
}

function qualified(name: string, value: string): Filter | undefined {
  switch (name) {
    case "method":
      return ({ method }) => method.toLowerCase().includes(value);
    case "id":
      return ({ ids }) => ids.some((id) => id.toLowerCase() === value);
    case "dir":
      if (!directions.some((known) => known.startsWith(value))) return undefined;
      return (_, direction) => direction !== "none" && direction.startsWith(value);
    case "kind":
      if (!rowKinds.some((known) => known.startsWith(value))) return undefined;
      return (row) => row.kinds.some((kind) => kind.startsWith(value));
    case "level": {
      const lowest = logLevels.findIndex((known) => known.startsWith(value));
      if (lowest < 0) return undefined;
      return ({ logs }) => logs.some(({ level }) => logSeverity(level.toLowerCase()) >= lowest);
    }
    case "logger":
      return ({ logs }) => logs.some(({ logger }) => logger.toLowerCase().includes(value));
    default:
      return /^[1-5](\d{0,2}|\dx|xx?)$/.test(value)
        ? ({ status }) => String(status ?? "").startsWith(value.replace(/x+$/, ""))
        : undefined;
  }
}

const directions = ["in", "out"];

function containing(word: string): Filter {
  const holds = (text: string) => text !== "" && text.toLowerCase().includes(word);
  return ({ method, subject, summary, kinds }) =>
    holds(method) || holds(subject) || holds(summary) || kinds.some(holds);
}
