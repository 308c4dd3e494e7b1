/** Describes a difference between two versions of a tool definition. */

import type { Difference } from "microdiff";
import { membersOf } from "../../shared/core/json/jsonObject.ts";
import { shortened } from "../../shared/core/text/shortened.ts";

/** UTF-16 code units of a value that is not shown whole. */
const shortLength = 120;

/**
 * @param isWhole whether values are shown in full, with the definition of a new argument
 * @returns a sentence without its full stop
 */
export function changeText(difference: Difference, isWhole = false): string {
  const maxLength = isWhole ? Number.POSITIVE_INFINITY : shortLength;
  const { path } = difference;
  const argument = argumentOf(path);
  if (argument !== undefined && difference.type === "CREATE") {
    const type = (difference.value as { type?: unknown } | null)?.type;
    const added = `New argument ${argument}${typeof type === "string" ? ` (${type})` : ""}`;
    return isWhole ? `${added}: ${valueText(difference.value, maxLength)}` : added;
  }
  if (argument !== undefined && difference.type === "REMOVE")
    return `Argument ${argument} was removed`;
  if (difference.type === "CREATE") {
    const required = requiredOf(path, difference.value);
    if (required.length > 0) return `${required.join(", ")} ${are(required)} now required`;
  }
  if (difference.type === "REMOVE") {
    const required = requiredOf(path, difference.oldValue);
    if (required.length > 0) return `${required.join(", ")} ${are(required)} no longer required`;
  }
  const place = formatPath(path);
  switch (difference.type) {
    case "CREATE":
      return `${place} was added: ${valueText(difference.value, maxLength)}`;
    case "REMOVE":
      return `${place} was removed: ${valueText(difference.oldValue, maxLength)}`;
    case "CHANGE":
      return `${place}: ${valueText(difference.oldValue, maxLength)} → ${valueText(difference.value, maxLength)}`;
  }
}

type Path = Difference["path"];

function argumentOf([first, second, name, ...rest]: Path): string | undefined {
  const isArgument = first === "inputSchema" && second === "properties" && rest.length === 0;
  return isArgument && typeof name === "string" ? name : undefined;
}

/** Arguments that were added to the required ones, or removed from them: one, or all. */
function requiredOf([first, second, name, ...rest]: Path, value: unknown): readonly string[] {
  if (first !== "inputSchema" || second !== "required" || rest.length > 0) return [];
  return name === undefined ? Object.keys(membersOf(value)) : [String(name)];
}

const are = (names: readonly string[]) => (names.length > 1 ? "are" : "is");

function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);
}

function valueText(value: unknown, maxLength: number): string {
  return shortened(JSON.stringify(value) ?? "nothing", maxLength);
}
