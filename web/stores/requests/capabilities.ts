/** The capabilities that this client declares, as far as the user leaves them switched on. */
import { getOwn } from "../../../shared/core/getOwn.ts";

/** A switch for each; all of them can be answered here. */
export const capabilityNames = [
  "sampling",
  "sampling.tools",
  "sampling.context",
  "elicitation.form",
  "elicitation.url",
  "roots",
  "tasks",
] as const;

export type CapabilityName = (typeof capabilityNames)[number];

/** The switches that a user turned off. */
export type WithheldCapabilities = readonly CapabilityName[];

export interface DeclaredBy {
  /** The directories told to servers; without any, `roots` is not declared. */
  readonly roots: readonly string[];
  readonly withheld: WithheldCapabilities;
}

/** The JSON text of what the handshake of the legacy era declares. */
export function capabilitiesText({ roots, withheld }: DeclaredBy): string {
  const isOn = (name: CapabilityName) => !withheld.includes(name);
  const members =
    (...names: readonly ("tools" | "context" | "form" | "url")[]) =>
    (of: string) =>
      Object.fromEntries(
        names.filter((name) => isOn(`${of}.${name}` as CapabilityName)).map((name) => [name, {}]),
      );
  const elicitation = members("form", "url")("elicitation");
  return JSON.stringify({
    ...(isOn("roots") && roots.length > 0 ? { roots: { listChanged: true } } : {}),
    ...(isOn("sampling") ? { sampling: members("tools", "context")("sampling") } : {}),
    ...(Object.keys(elicitation).length > 0 ? { elicitation } : {}),
  });
}

/** The JSON text of what a request of the modern era declares: the capabilities with the extensions. */
export function requestCapabilitiesText(declared: DeclaredBy): string {
  const extensions = declared.withheld.includes("tasks")
    ? {}
    : { "io.modelcontextprotocol/tasks": {} };
  return JSON.stringify({ ...JSON.parse(capabilitiesText(declared)), extensions });
}

/** Whether a request from a server asks for something that is declared. */
export function isDeclared(
  { roots, withheld }: DeclaredBy,
  { method, params }: { readonly method: string; readonly params: unknown },
): boolean {
  const isOn = (name: CapabilityName) => !withheld.includes(name);
  switch (method) {
    case "roots/list":
      return isOn("roots") && roots.length > 0;
    case "sampling/createMessage":
      return isOn("sampling");
    case "elicitation/create":
      return isOn(getOwn(params, "mode") === "url" ? "elicitation.url" : "elicitation.form");
    default:
      return false;
  }
}
