/** Values without quotes: where they end, and their type, by the core schema of YAML 1.2. */
import { YamlProblem } from "./yamlProblem.ts";

/** A text without these characters at its end; a pattern would try each run of them in it. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** @throws {YamlProblem} for a number that JSON does not have */
export function plainValue(text: string, line: number): unknown {
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^[+-]?\d+$/.test(text) || /^[+-]?(?:\.\d+|\d+\.\d*)(?:[eE][+-]?\d+)?$/.test(text)) {
    return finite(Number(text), text, line);
  }
  if (/^[+-]?\d+[eE][+-]?\d+$/.test(text)) return finite(Number(text), text, line);
  if (/^0o[0-7]+$/.test(text)) return finite(Number.parseInt(text.slice(2), 8), text, line);
  if (/^0x[\da-fA-F]+$/.test(text)) return finite(Number.parseInt(text.slice(2), 16), text, line);
  if (/^(?:[+-]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(text)) {
    return finite(Number.NaN, text, line);
  }
  return text;
}

function finite(value: number, text: string, line: number): number {
  if (Number.isFinite(value)) return value;
  throw new YamlProblem(
    "unsupported",
    line,
    `a number that JSON does not have: ${text.slice(0, 40)}`,
  );
}
