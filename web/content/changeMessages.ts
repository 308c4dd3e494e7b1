/** Describes a difference between two versions of a tool definition. */

import type { Difference } from "microdiff";
import { shortened } from "../../shared/core/text/shortened.ts";

/**
 * @param maxLength of a value, in UTF-16 code units
 * @returns a sentence without its full stop
 */
export function changeText(difference: Difference, maxLength = 120): string {
  const { path } = difference;
  const argument = argumentOf(path);
  if (argument !== undefined && difference.type === "CREATE") {
    const type = (difference.value as { type?: unknown } | null)?.type;
    return `New argument ${argument}${typeof type === "string" ? ` (${type})` : ""}`;
  }
  if (argument !== undefined && difference.type === "REMOVE")
    return `Argument ${argument} was removed`;
  const required = requiredOf(path);
  if (required !== undefined && difference.type === "CREATE") return `${required} is now required`;
  if (required !== undefined && difference.type === "REMOVE") {
    return `${required} is no longer required`;
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

function requiredOf([first, second, name, ...rest]: Path): string | undefined {
  const isRequired = first === "inputSchema" && second === "required" && rest.length === 0;
  return isRequired && typeof name === "string" ? name : undefined;
}

function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);
}

function valueText(value: unknown, maxLength: number): string {
  return shortened(JSON.stringify(value) ?? "nothing", maxLength);
}
