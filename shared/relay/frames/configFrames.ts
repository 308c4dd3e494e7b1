/** The frame with the configured servers, from the relay to its pages. */
import type {
  ConfigInput,
  ConfigProblem,
  Configuration,
  ConfiguredServer,
  Template,
} from "../../config/configured.ts";
import { asJsonObject, isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { isCount, isList, isPair, isText } from "./guards.ts";

/** All configured servers, sent after each welcome and each change. They contain secrets. */
export interface ConfigRelayMessage extends Configuration {
  readonly kind: "servers";
  /** The name of the server to put into the address bar. */
  readonly ready?: string;
  /** Whether the relay can look for the files of other clients. */
  readonly canFind?: boolean;
}

/** Asks for the servers in the configuration files of other clients, too. */
export interface ConfigPageMessage {
  readonly kind: "find-servers";
}

/** Reads the message of a page; undefined if it is of another kind. */
export function readConfigPageMessage({ kind }: JsonObject): ConfigPageMessage | undefined {
  return kind === "find-servers" ? { kind } : undefined;
}

/** Reads the message; undefined if it is invalid or of another kind. */
export function readConfigRelayMessage(fields: JsonObject): ConfigRelayMessage | undefined {
  const { kind, servers, problems, ready, canFind } = fields;
  if (kind !== "servers" || !isList(servers, isServer) || !isList(problems, isProblem)) {
    return undefined;
  }
  if (ready !== undefined && typeof ready !== "string") return undefined;
  return {
    kind,
    servers,
    problems,
    ...(ready === undefined ? {} : { ready }),
    ...(canFind === true ? { canFind } : {}),
  };
}

function isServer(value: unknown): value is ConfiguredServer {
  const fields = asJsonObject(value);
  if (typeof fields?.name !== "string" || typeof fields.source !== "string") return false;
  const { changedSinceStart, isFound } = fields;
  const isFlag = (flag: unknown) => flag === undefined || typeof flag === "boolean";
  if (!isFlag(changedSinceStart) || !isFlag(isFound)) return false;
  const target = asJsonObject(fields.target);
  if (!target || !isList(fields.inputs, isInput)) return false;
  if (target.kind === "http")
    return isTemplate(target.url) && isList(target.headers, isNamedTemplate);
  if (target.kind !== "stdio" || !isTemplate(target.command)) return false;
  return (
    isList(target.args, (words): words is Template[] => isList(words, isTemplate)) &&
    (target.cwd === undefined || isTemplate(target.cwd)) &&
    isList(target.env, isNamedTemplate)
  );
}

function isInput(value: unknown): value is ConfigInput {
  const { id, label, isSecret, isUnsetVariable, options, initial, whenEmpty } =
    asJsonObject(value) ?? {};
  return (
    [id, label, initial].every(isText) &&
    typeof isSecret === "boolean" &&
    (isUnsetVariable === undefined || typeof isUnsetVariable === "boolean") &&
    isList(options, isText) &&
    (whenEmpty === "refuse" || whenEmpty === "use" || whenEmpty === "omit")
  );
}

function isProblem(value: unknown): value is ConfigProblem {
  const { source, code, facts, line, column } = asJsonObject(value) ?? {};
  if (typeof source !== "string" || typeof code !== "string" || !isJsonObject(facts)) return false;
  const isFact = (fact: unknown) => typeof fact === "string" || typeof fact === "number";
  if (!Object.values(facts).every(isFact)) return false;
  return [line, column].every((place) => place === undefined || isCount(place));
}

function isNamedTemplate(value: unknown): value is readonly [string, Template] {
  return isPair(value, isTemplate);
}

function isTemplate(value: unknown): value is Template {
  return isList(value, (part): part is Template[number] => {
    if (typeof part === "string") return true;
    const { input, secret, shown } = asJsonObject(part) ?? {};
    return typeof input === "string" || (typeof secret === "string" && typeof shown === "string");
  });
}
