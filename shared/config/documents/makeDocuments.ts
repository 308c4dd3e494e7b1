/** Makes a server card, or a server.json for a registry, from what a connected server says of itself. */
import { type JsonObject, membersOf } from "../../core/json/jsonObject.ts";
import { isLoopbackHost } from "../../core/text/addresses.ts";
import { currentServerSchema, type ServerDocumentKind } from "./serverDocument.ts";

export interface DocumentSource {
  /** What the server says of itself, as received. */
  readonly info: JsonObject;
  readonly revision: string;
  readonly way:
    | {
        readonly kind: "http";
        /** Without userinfo and query; secrets of the path are `${input:name}`. */
        readonly url: string;
        readonly isSse: boolean;
        /** Names of the headers that the user sends. */
        readonly headers: readonly string[];
      }
    | {
        readonly kind: "stdio";
        /** The program and its arguments. */
        readonly words: readonly string[];
        /** Names of the variables that the user gives. */
        readonly variables: readonly { readonly name: string; readonly isSecret: boolean }[];
      };
  /** The package.json of the server's project. */
  readonly manifest?: JsonObject | undefined;
}

export interface MadeDocument {
  readonly document: JsonObject;
  /** Nothing says who publishes the server: the namespace of its name is an example. */
  readonly hasExampleNamespace: boolean;
}

const schemas: Readonly<Record<ServerDocumentKind, string>> = {
  "server-card": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  "server-json": `https://static.modelcontextprotocol.io/schemas/${currentServerSchema}/server.schema.json`,
};

/** Characters of a description or title that a registry takes. */
const maxDescription = 100;

/** What cannot be known is left out; the check of the document names it. */
export function makeDocument(kind: ServerDocumentKind, source: DocumentSource): MadeDocument {
  const { info, manifest = {} } = source;
  const { name, hasExampleNamespace } = documentName(source);
  const title = cut(textOf(info.title));
  const repository = repositoryOf(manifest.repository);
  const { way } = source;
  const isLocal = way.kind === "http" && isLoopbackHost(new URL(way.url).hostname);
  // a server of this machine is reached by nobody else: its package is what a registry gets
  const packages = kind === "server-json" && (way.kind === "stdio" || isLocal);
  const made = {
    $schema: schemas[kind],
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    description:
      cut(textOf(info.description) ?? textOf(manifest.description)) ??
      `MCP server ${cut(textOf(info.title) ?? textOf(info.name)) ?? ""}`
        .trim()
        .slice(0, maxDescription),
    ...versionMember(textOf(info.version) ?? textOf(manifest.version)),
    ...websiteMember(info.websiteUrl),
    ...(repository && { repository }),
    ...(way.kind === "http" && !packages && { remotes: [remoteOf(kind, source, way)] }),
    ...(packages && packagesOf(source)),
  };
  return { document: made, hasExampleNamespace };
}

const textOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

function cut(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const characters = [...text.slice(0, 1000).replace(/\s+/g, " ")];
  if (characters.length <= maxDescription) return characters.join("");
  return `${characters.slice(0, maxDescription - 1).join("")}…`;
}

/** A longer one is none that can be published. */
const maxVersion = 255;

function versionMember(version: string | undefined) {
  return version === undefined || version.length > maxVersion ? {} : { version };
}

function websiteMember(value: unknown) {
  const url = typeof value === "string" && value.length < 2000 ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) ? { websiteUrl: value } : {};
}

/** `namespace/name`: as the server or its package has it, else of its repository, else of its host. */
function documentName({ info, manifest = {}, way }: DocumentSource): {
  readonly name: string | undefined;
  readonly hasExampleNamespace: boolean;
} {
  const whole = [info.name, manifest.mcpName].find(
    (name) => typeof name === "string" && /^[a-zA-Z0-9.-]{1,99}\/[a-zA-Z0-9._-]{1,99}$/.test(name),
  );
  if (typeof whole === "string") return { name: whole, hasExampleNamespace: false };
  const own = textOf(info.name) ?? textOf(manifest.name)?.replace(/^@[^/]*\//, "");
  const last = own
    ?.slice(0, 100)
    .replace(/[^a-zA-Z0-9._-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (!last) return { name: undefined, hasExampleNamespace: false };
  const owner = /^https:\/\/github\.com\/([a-zA-Z0-9-]{1,39})\//.exec(
    String(repositoryOf(manifest.repository)?.url ?? ""),
  )?.[1];
  if (owner !== undefined)
    return { name: `io.github.${owner}/${last}`, hasExampleNamespace: false };
  const host = way.kind === "http" ? new URL(way.url).hostname : "";
  // an address of numbers, or this machine, is nobody's namespace
  const isDomain = host.includes(".") && /[a-z]$/i.test(host) && !isLoopbackHost(host);
  const namespace = isDomain ? host.split(".").toReversed().join(".") : "com.example";
  return { name: `${namespace.slice(0, 99)}/${last}`, hasExampleNamespace: !isDomain };
}

function repositoryOf(
  value: unknown,
): { url: string; source: string; subfolder?: string } | undefined {
  const { url = value, directory } = membersOf(value);
  if (typeof url !== "string" || url.length > 2000) return undefined;
  const short = /^(?:(github|gitlab):)?([\w.-]+\/[\w.-]+)$/.exec(url);
  const written = short
    ? `https://${short[1] ?? "github"}.com/${short[2]}`
    : url
        .replace(/^git\+/, "")
        .replace(/^(?:ssh:\/\/)?git@([^/:]+)[/:]/, "https://$1/")
        .replace(/^git:/, "https:");
  const parsed = URL.parse(written);
  if (parsed?.protocol !== "https:") return undefined;
  const source = /^(github|gitlab)\.com$/.exec(parsed.hostname)?.[1];
  if (source === undefined) return undefined;
  const isInside =
    typeof directory === "string" &&
    /^[\w@-][\w./@-]*$/.test(directory) &&
    !/(^|\/)\.\.(\/|$)/.test(directory);
  return {
    url: `${parsed.origin}${parsed.pathname.replace(/\.git$/, "")}`,
    source,
    ...(isInside && { subfolder: directory }),
  };
}

function remoteOf(
  kind: ServerDocumentKind,
  { revision }: DocumentSource,
  way: Extract<DocumentSource["way"], { kind: "http" }>,
) {
  const { url, secrets } = addressTemplate(way.url);
  const needed = { isRequired: true, isSecret: true };
  return {
    type: way.isSse ? "sse" : "streamable-http",
    url,
    ...(secrets.length > 0 && {
      variables: Object.fromEntries(secrets.map((name) => [name, needed])),
    }),
    ...(kind === "server-card" && { supportedProtocolVersions: [revision] }),
    // a name says what is needed; a value is the user's own
    ...(way.headers.length > 0 && { headers: way.headers.map((name) => ({ name, ...needed })) }),
  };
}

/** The address with variables for its secrets. */
function addressTemplate(address: string) {
  const secrets: string[] = [];
  const url = address.replace(/\$\{input:([\w.-]+)\}/g, (_, name: string) => {
    secrets.push(name);
    return `{${name}}`;
  });
  return { url, secrets };
}

/** The package of the project, or the one that the command runs. */
function packagesOf({ info, manifest = {}, way }: DocumentSource) {
  const isPublished = textOf(manifest.name) !== undefined && manifest.private !== true;
  const found = isPublished
    ? {
        registryType: "npm",
        identifier: textOf(manifest.name),
        ...versionMember(textOf(manifest.version) ?? textOf(info.version)),
      }
    : way.kind === "stdio"
      ? commandPackage(way.words, textOf(info.version))
      : undefined;
  if (!found) return {};
  const variables = way.kind === "stdio" ? way.variables : [];
  return {
    packages: [
      {
        ...found,
        transport:
          way.kind === "stdio"
            ? { type: "stdio" }
            : {
                type: way.isSse ? "sse" : "streamable-http",
                // which variable of the package a secret of the path comes from is not known
                url: addressTemplate(way.url).url,
              },
        ...(variables.length > 0 && {
          environmentVariables: variables.map((each) => ({ ...each, isRequired: true })),
        }),
      },
    ],
  };
}

/** Options of `npx` and `uvx` that take no value; after any other, the next word may be its value. */
const switches = new Set(["-y", "--yes", "-q", "--quiet", "--offline", "--no-cache", "--"]);

/**
 * The package that `npx` or `uvx` runs, with the version of the server where the command has none;
 * undefined where the words leave open which one that is.
 */
function commandPackage([program = "", ...words]: readonly string[], version: string | undefined) {
  const runner = /(?:^|[\\/])(npx|uvx)(?:\.cmd|\.exe)?$/i.exec(program)?.[1]?.toLowerCase();
  const word = words.find((each) => !switches.has(each));
  if (runner === undefined || word === undefined || word.startsWith("-")) return undefined;
  const [, identifier, own] =
    (runner === "npx"
      ? /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@(.+))?$/
      : /^([\w.-]+)(?:(?:==|@)(.+))?$/
    ).exec(word) ?? [];
  if (identifier === undefined) return undefined;
  const exact = own === undefined || own === "latest" ? version : own;
  return {
    registryType: runner === "npx" ? "npm" : "pypi",
    identifier,
    ...versionMember(exact),
  };
}
