/** Checks a server.json of the registry, or a server card, by the rules that reject most of them. */
import { isJsonObject, type JsonObject, membersOf } from "../../core/json/jsonObject.ts";
import { isLoopbackHost } from "../../core/text/addresses.ts";

export type ServerDocumentKind = "server-json" | "server-card";

export type DocumentRule =
  | "missing"
  | "wrong-type"
  | "name-format"
  | "too-long"
  | "version-not-exact"
  | "schema-old"
  | "url-invalid"
  | "url-local"
  | "transport-unknown"
  | "no-way-in"
  | "repeated"
  | "secret-value";

export interface DocumentProblem {
  readonly rule: DocumentRule;
  /** The member, as an RFC 6901 JSON pointer. */
  readonly at: string;
  /** What is there, where it is short. */
  readonly value?: string;
  readonly limit?: number;
}

/** The schema of the registry that is current as of November 2026. */
export const currentServerSchema = "2025-12-11";

const limits = { name: 200, description: 100, title: 100, version: 255 } as const;
/** Members of a list that are looked at. */
const maxItems = 100;

/** @returns undefined if it is neither */
export function serverDocumentKind(document: JsonObject): ServerDocumentKind | undefined {
  const { $schema, name, remotes, packages, format } = document;
  if (typeof $schema === "string" && /server-card/.test($schema)) return "server-card";
  if (typeof $schema === "string" && /server\.schema\.json$/.test($schema)) return "server-json";
  const hasWays = Array.isArray(remotes) || Array.isArray(packages);
  return format === undefined && typeof name === "string" && hasWays ? "server-json" : undefined;
}

export function checkServerDocument(
  document: JsonObject,
  kind: ServerDocumentKind,
): readonly DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const report = (rule: DocumentRule, at: string, more: Partial<DocumentProblem> = {}) =>
    problems.push({ rule, at, ...more });

  const text = (owner: JsonObject, member: string, at: string, isNeeded: boolean) => {
    const value = owner[member];
    if (value === undefined) {
      if (isNeeded) report("missing", `${at}/${member}`);
      return undefined;
    }
    if (typeof value === "string" && value !== "") return value;
    report("wrong-type", `${at}/${member}`);
    return undefined;
  };
  const limited = (member: keyof typeof limits, isNeeded: boolean) => {
    const value = text(document, member, "", isNeeded);
    const limit = limits[member];
    if (value !== undefined && [...value].length > limit)
      report("too-long", `/${member}`, { limit });
    return value;
  };
  const exactVersion = (value: string | undefined, at: string) => {
    if (value !== undefined && isRange(value)) report("version-not-exact", at, { value });
  };
  const url = (value: string | undefined, at: string, mayBeLocal: boolean) => {
    if (value === undefined) return;
    // variables of a template stand for a part
    const parsed = URL.parse(value.replace(/\{[^{}]*\}/g, "x"));
    if (!parsed || !/^https?:$/.test(parsed.protocol)) report("url-invalid", at, { value });
    else if (!mayBeLocal && isLocal(parsed)) report("url-local", at, { value });
  };
  const list = (member: string): readonly unknown[] => {
    const value = document[member];
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.slice(0, maxItems);
    report("wrong-type", `/${member}`);
    return [];
  };

  const schema = text(document, "$schema", "", true);
  const dated =
    schema === undefined ? undefined : /\/schemas\/(\d{4}-\d\d-\d\d)\//.exec(schema)?.[1];
  if (kind === "server-json" && dated !== undefined && dated < currentServerSchema) {
    report("schema-old", "/$schema", { value: dated });
  }
  const name = limited("name", true);
  if (name !== undefined && !/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name)) {
    report("name-format", "/name", { value: name });
  }
  limited("description", true);
  limited("title", false);
  exactVersion(limited("version", true), "/version");
  url(text(document, "websiteUrl", "", false), "/websiteUrl", true);
  const remotes = list("remotes");
  const seen = new Set<string>();
  for (const [index, remote] of remotes.entries()) {
    const at = `/remotes/${index}`;
    const members = membersOf(remote);
    const type = text(members, "type", at, true);
    if (type !== undefined && type !== "streamable-http" && type !== "sse") {
      report("transport-unknown", `${at}/type`, { value: type });
    }
    const address = text(members, "url", at, true);
    url(address, `${at}/url`, false);
    if (address !== undefined && seen.has(address)) {
      report("repeated", `${at}/url`, { value: address });
    }
    if (address !== undefined) seen.add(address);
    checkSecrets(members.headers, `${at}/headers`, report);
  }
  const packages = kind === "server-json" ? list("packages") : [];
  for (const [index, each] of packages.entries()) {
    const at = `/packages/${index}`;
    const members = membersOf(each);
    for (const member of ["registryType", "identifier"]) text(members, member, at, true);
    const isBundle = members.registryType === "mcpb" || members.registryType === "oci";
    exactVersion(text(members, "version", at, !isBundle), `${at}/version`);
    if (members.registryType === "mcpb") text(members, "fileSha256", at, true);
    if (!isJsonObject(members.transport)) report("missing", `${at}/transport`);
    else {
      const type = text(members.transport, "type", `${at}/transport`, true);
      if (type !== undefined && !["stdio", "streamable-http", "sse"].includes(type)) {
        report("transport-unknown", `${at}/transport/type`, { value: type });
      }
      if (type !== undefined && type !== "stdio") {
        url(text(members.transport, "url", `${at}/transport`, true), `${at}/transport/url`, true);
      }
    }
    checkSecrets(members.environmentVariables, `${at}/environmentVariables`, report);
  }
  if (remotes.length + packages.length === 0) {
    report("no-way-in", kind === "server-card" ? "/remotes" : "/packages");
  }
  return problems;
}

/** The registry wants one exact version, neither a range nor a tag. */
const isRange = (version: string) =>
  version === "latest" || /^[\^~<>=*]|\s|\|\||(?:^|\.)[xX*](?:\.|$)/.test(version);

const isLocal = ({ hostname }: URL) => isLoopbackHost(hostname) || hostname === "0.0.0.0";

/** A document is public: what is marked as secret has no value. */
function checkSecrets(
  inputs: unknown,
  at: string,
  report: (rule: DocumentRule, at: string) => unknown,
): void {
  if (!Array.isArray(inputs)) return;
  for (const [index, input] of inputs.slice(0, maxItems).entries()) {
    const { isSecret, value, default: preset } = membersOf(input);
    const isGiven = [value, preset].some(
      (each) => typeof each === "string" && !/^\{.*\}$/.test(each),
    );
    if (isSecret === true && isGiven) report("secret-value", `${at}/${index}`);
  }
}
