/** What became different in a definition, in words. */
import type { Difference } from "microdiff";

/** A sentence without its full stop. */
export function changeWords(difference: Difference): string {
  const { path } = difference;
  const argument = argumentOf(path);
  if (argument !== undefined && difference.type === "CREATE") {
    const type = (difference.value as { type?: unknown } | null)?.type;
    return `New argument ${argument}${typeof type === "string" ? ` (${type})` : ""}`;
  }
  if (argument !== undefined && difference.type === "REMOVE") return `Argument ${argument} is gone`;
  const required = requiredOf(path);
  if (required !== undefined && difference.type === "CREATE") return `${required} is now required`;
  if (required !== undefined && difference.type === "REMOVE") {
    return `${required} is no longer required`;
  }
  const place = placeOf(path);
  switch (difference.type) {
    case "CREATE":
      return `${place} is new: ${short(difference.value)}`;
    case "REMOVE":
      return `${place} is gone; it was ${short(difference.oldValue)}`;
    case "CHANGE":
      return `${place}: ${short(difference.oldValue)} → ${short(difference.value)}`;
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

function placeOf(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);
}

const longest = 120;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
