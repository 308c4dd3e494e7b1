/** The client capabilities that are declared to servers, depending on the user's switches. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, type JsonObject, parseJsonObject } from "../core/json/jsonObject.ts";
import { putText } from "../core/json/putText.ts";
import { rangeAt, textAt } from "../core/json/textAt.ts";
import { appExtension, appMimeType } from "./appExtension.ts";

/** One switch per capability; the client supports all of them. */
export const capabilityNames = [
  "sampling",
  "sampling.tools",
  "sampling.context",
  "elicitation.form",
  "elicitation.url",
  "roots",
  "tasks",
  "apps",
] as const;

export type CapabilityName = (typeof capabilityNames)[number];

/** The switches that a user turned off. */
export type WithheldCapabilities = readonly CapabilityName[];

export interface DeclaredBy {
  readonly roots: readonly string[];
  readonly withheld: WithheldCapabilities;
  /** Another client whose capabilities are declared exactly, in place of those of the switches. */
  readonly actsAs?: { readonly capabilities: JsonObject } | undefined;
  /** JSON text of an object whose members are declared as extensions, as typed; else ignored. */
  readonly extensions?: string | undefined;
  /** Whether forms may be shown as apps, by the draft SEP-3118. */
  readonly hasAppElicitation?: boolean;
}

type Declaration = Pick<DeclaredBy, "withheld" | "actsAs" | "extensions" | "hasAppElicitation">;

/**
 * The JSON text of the client capabilities in `initialize` (legacy era). Revisions before
 * 2025-11-25, which have no tasks, ignore that part.
 */
export function capabilitiesText(declared: Declaration): string {
  if (declared.actsAs) return JSON.stringify(declared.actsAs.capabilities);
  const capabilities = commonCapabilities(declared);
  const requests = {
    ...("sampling" in capabilities && { sampling: { createMessage: {} } }),
    ...("elicitation" in capabilities && { elicitation: { create: {} } }),
  };
  const hasTasks = !declared.withheld.includes("tasks") && Object.keys(requests).length > 0;
  const tasks = hasTasks ? { tasks: { list: {}, cancel: {}, requests } } : {};
  const extensions = appsExtension(declared);
  const hasExtensions = Object.keys(extensions).length > 0;
  const own = { ...capabilities, ...tasks, ...(hasExtensions && { extensions }) };
  return withExtensions(JSON.stringify(own), declared);
}

/** The JSON text of the client capabilities in each request (modern era), including extensions. */
export function requestCapabilitiesText(declared: Declaration): string {
  if (declared.actsAs) return JSON.stringify(declared.actsAs.capabilities);
  const tasks = declared.withheld.includes("tasks") ? {} : { "io.modelcontextprotocol/tasks": {} };
  const extensions = { ...tasks, ...appsExtension(declared) };
  return withExtensions(JSON.stringify({ ...commonCapabilities(declared), extensions }), declared);
}

/** UTF-16 code units of the extensions that a user may type, and their number. */
const [maxExtensionsLength, maxExtensions] = [20_000, 100];

/** Whether a text can be declared as extensions: empty, or a JSON object of objects. */
export function isExtensionsText(text: string): boolean {
  if (text.trim() === "") return true;
  const members = text.length <= maxExtensionsLength ? parseJsonObject(text) : undefined;
  const values = Object.values(members ?? {});
  return members !== undefined && values.length <= maxExtensions && values.every(isJsonObject);
}

/** The members keep the text that was typed; one that the client declares itself is replaced. */
function withExtensions(capabilities: string, { extensions = "" }: Declaration): string {
  if (extensions.trim() === "" || !isExtensionsText(extensions)) return capabilities;
  const start = rangeAt(capabilities, ["extensions"])
    ? capabilities
    : putText(capabilities, ["extensions"], "{}");
  return Object.keys(parseJsonObject(extensions) ?? {}).reduce(
    (text, key) => putText(text, ["extensions", key], textAt(extensions, [key])),
    start,
  );
}

/** @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#clientserver-capability-negotiation */
function appsExtension({ withheld, hasAppElicitation = false }: Declaration) {
  if (withheld.includes("apps")) return {};
  const isForm = hasAppElicitation && !withheld.includes("elicitation.form");
  return { [appExtension]: { mimeTypes: [appMimeType], ...(isForm && { elicitation: {} }) } };
}

/** What both eras declare alike. Roots are declared even if there are none: they may be added later. */
function commonCapabilities({ withheld }: Pick<DeclaredBy, "withheld">) {
  const isOn = (name: CapabilityName) => !withheld.includes(name);
  const members =
    (...names: readonly ("tools" | "context" | "form" | "url")[]) =>
    (of: string) =>
      Object.fromEntries(
        names.filter((name) => isOn(`${of}.${name}` as CapabilityName)).map((name) => [name, {}]),
      );
  const elicitation = members("form", "url")("elicitation");
  return {
    ...(isOn("roots") && { roots: { listChanged: true } }),
    ...(isOn("sampling") && { sampling: members("tools", "context")("sampling") }),
    ...(Object.keys(elicitation).length > 0 && { elicitation }),
  };
}

type Asked = { readonly method: string; readonly params: unknown };

/** Whether the capability that a method of a server needs is declared, or at least a part of it. */
export function isDeclared(
  { withheld }: Pick<DeclaredBy, "withheld">,
  { method }: Pick<Asked, "method">,
) {
  const isOn = (name: CapabilityName) => !withheld.includes(name);
  switch (method) {
    case "roots/list":
      return isOn("roots");
    case "sampling/createMessage":
      return isOn("sampling");
    case "elicitation/create":
      return isOn("elicitation.form") || isOn("elicitation.url");
    default:
      return false;
  }
}

/**
 * The part of a declared capability that a request needs and that is withheld.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#error-handling
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#tools-in-sampling
 */
export function withheldPart(
  { withheld }: Pick<DeclaredBy, "withheld">,
  { method, params }: Asked,
): CapabilityName | undefined {
  const needed = neededPart(method, params);
  return needed !== undefined && withheld.includes(needed) ? needed : undefined;
}

function neededPart(method: string, params: unknown): CapabilityName | undefined {
  if (method === "elicitation/create") {
    return getOwn(params, "mode") === "url" ? "elicitation.url" : "elicitation.form";
  }
  const usesTools = (getOwn(params, "tools") ?? getOwn(params, "toolChoice")) !== undefined;
  return method === "sampling/createMessage" && usesTools ? "sampling.tools" : undefined;
}
