/** Defines what is known about a client: facts, each with its source, and how they are read from a file. */
import * as v from "valibot";
import { revisions } from "../protocol/revisions.ts";

/**
 * How a fact is known. `source`: read in the client's source, package or documentation. `recording`:
 * seen in a recording. `thread`: reported with evidence in a public thread. `claim`: said by others.
 */
const confidences = ["source", "recording", "thread", "claim"] as const;

const text = v.pipe(v.string(), v.nonEmpty());

/** A count of something, or milliseconds. */
const amount = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A value without a source does not load. */
const fact = <Value extends v.GenericSchema>(value: Value) =>
  v.optional(
    v.strictObject({
      value,
      source: text,
      /** Day, month or year of the source, as far as it says. */
      date: v.union([v.pipe(v.string(), v.regex(/^\d{4}(-\d\d){0,2}$/)), v.literal("undated")]),
      confidence: v.picklist(confidences),
    }),
  );

/** The kinds of transport that a client has; `sse` is HTTP+SSE. */
const transport = v.picklist(["stdio", "http", "sse"]);

const facts = v.strictObject({
  /** Who it says that it is. */
  clientInfo: fact(
    v.strictObject({ name: text, version: v.optional(text), title: v.optional(text) }),
  ),
  /** Names that other parts of it give themselves, such as the one that checks an address. */
  otherNames: fact(v.array(text)),
  /** What it declares. */
  capabilities: fact(v.record(v.string(), v.unknown())),
  /** The newest revision that it offers in `initialize`. */
  revision: fact(v.picklist(revisions)),
  firstRequest: fact(v.picklist(["initialize", "server/discover"])),
  /** Milliseconds after which it goes on with `initialize`. */
  discoverLimit: fact(amount),
  /** In the order in which it tries them. */
  transports: fact(v.array(transport)),
  /** Milliseconds until a server must have started and answered. */
  startLimit: fact(amount),
  /** Milliseconds until a call is given up. */
  callLimit: fact(amount),
  /** Whether progress starts that limit anew. */
  progressExtends: fact(v.picklist(["no", "yes", "on-request"])),
  /** The pages of `tools/list` that it reads. */
  toolPages: fact(v.picklist(["first", "all"])),
  /** Tools that it passes on. */
  toolCount: fact(amount),
  toolName: fact(
    v.strictObject({
      /** The name that its model sees, with `<server>` and `<tool>` in it. */
      form: v.pipe(v.string(), v.includes("<tool>")),
      limit: v.optional(amount),
      /** What becomes of a name that is longer. */
      over: v.optional(v.picklist(["left-out", "cut", "cut-in-the-middle", "hashed"])),
      /** Characters of the part before the tool. */
      serverLimit: v.optional(amount),
    }),
  ),
  /** Whether a tool needs a description to be passed on. */
  descriptions: fact(v.picklist(["required"])),
  /** What it does with an input schema. */
  schema: fact(v.strictObject({ arraysNeedItems: v.boolean(), rootUnionsRemoved: v.boolean() })),
  listChanged: fact(v.picklist(["reads-again", "ignored"])),
  emptyServer: fact(v.picklist(["error"])),
  /**
   * The part of a result that its model gets. `structured-first`: `content` only if there is no
   * `structuredContent`; `content-first`: the reverse.
   */
  modelGets: fact(v.picklist(["content", "structured-first", "content-first", "both"])),
  imagesWithStructured: fact(v.picklist(["lost"])),
  resultLimit: fact(
    v.union([v.strictObject({ tokens: amount }), v.strictObject({ characters: amount })]),
  ),
  /** Where it connects from. */
  network: fact(v.strictObject({ public: v.boolean(), port: v.optional(amount) })),
  /** Statuses of a refused GET after which it uses the server all the same. */
  streamRefusal: fact(v.array(amount)),
  sessionLost: fact(v.picklist(["error", "new-session"])),
  /** What a line on standard output that is no message does to the connection. */
  strayOutput: fact(v.picklist(["ends"])),
  environment: fact(v.picklist(["filtered", "inherited"])),
  /** Milliseconds between the end of a server's input and a signal. */
  endsAfter: fact(amount),
  registration: fact(v.array(v.picklist(["cimd", "dcr", "fixed", "none"]))),
  redirectUris: fact(v.array(text)),
  /** Whether the `resource` of the metadata must be the URL that was entered, or may be a parent of it. */
  resource: fact(v.picklist(["must-match", "must-contain"])),
  apps: fact(
    v.strictObject({
      /** The rule for `ui.domain`. */
      domain: v.optional(v.picklist(["claude"])),
      /** Members of a document's policy that have no effect. */
      ignoredPolicy: v.array(
        v.picklist(["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"]),
      ),
      /** Whether its model sees tools that are for apps only. */
      appOnlyToolsShown: v.optional(v.boolean()),
    }),
  ),
  /** What its directory asks of a server that is submitted to it. */
  directory: fact(
    v.strictObject({
      /** Whether every tool needs a title. */
      titles: v.boolean(),
      /** Annotations about effects: `all` of them on every tool, or `one`. */
      hints: v.strictObject({
        needs: v.picklist(["all", "one"]),
        names: v.array(v.picklist(["readOnlyHint", "destructiveHint", "openWorldHint"])),
      }),
      /** Characters of a tool's name. */
      nameLimit: v.optional(amount),
      /** Members that `ui` of every app needs. */
      appMembers: v.array(v.picklist(["domain", "csp"])),
      /** What is handed in beside the server, which no message shows. */
      handedIn: v.array(
        v.picklist(["privacy-policy", "terms", "support", "test-account", "domain-proof"]),
      ),
    }),
  ),
});

const clientFile = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  title: text,
  /** The versions that the facts are about. */
  versions: text,
  /** Whether it runs at its vendor, and not on the user's machine. */
  hosted: v.boolean(),
  /** The client whose facts hold where it has none of its own. */
  extends: v.optional(text),
  facts,
});

export type ClientFile = v.InferOutput<typeof clientFile>;

export type ClientFacts = ClientFile["facts"];

export type FactName = keyof ClientFacts;

/** A value, and how it is known. */
export type ClientFact = Omit<NonNullable<ClientFacts["startLimit"]>, "value"> & {
  readonly value: unknown;
};

/**
 * Reads the file of a client.
 * @returns the client, or what is wrong and where
 */
export function readClientFile(
  json: unknown,
): { readonly client: ClientFile } | { readonly problem: string } {
  const read = v.safeParse(clientFile, json);
  if (read.success) return { client: read.output };
  const [issue] = read.issues;
  return { problem: `${v.getDotPath(issue) ?? "the file"}: ${issue.message}` };
}
