/** Format of a recorded session, for links, sealed recordings and files. */
import * as v from "valibot";
import { isAssignment } from "../config/commandLine.ts";
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { count, readonlyList } from "../core/json/members.ts";
import { recordedEntry } from "./entries/recordedEntry.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

export const recordingFormat = "mcp-playground/1";

/** UTF-16 code units of what is shown as a name; longer ones are an attempt to keep the page busy. */
const maxLengths = { url: 32_768, item: 32_768, id: 1000, revision: 100 };

const httpServer = v.object({
  kind: v.literal("http"),
  /** Without userinfo, query and fragment. */
  url: v.pipe(
    v.string(),
    v.maxLength(maxLengths.url),
    v.check((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? "")),
    v.transform(withoutSecrets),
  ),
});

/** Words of a command, directory and names of variables included, and their characters. */
const commandLimits = { words: 500, characters: 32_768 };

const stdioServer = v.pipe(
  v.object({
    kind: v.literal("stdio"),
    // a program named "NODE_OPTIONS=…" is an attempt to be mistaken for an assignment
    command: v.pipe(
      v.string(),
      v.nonEmpty(),
      v.check((command) => !isAssignment(command)),
    ),
    args: readonlyList(v.string()),
    cwd: v.exactOptional(v.string()),
    /** Names only; values are never shared. */
    environmentNames: v.exactOptional(readonlyList(v.pipe(v.string(), v.regex(/^[^=]+$/)))),
  }),
  // the user must be able to read the command before agreeing to it; NUL cannot be passed on
  v.check(({ command, args, cwd = "", environmentNames = [] }) => {
    const words = [command, ...args, cwd, ...environmentNames];
    const text = words.join("");
    const { words: maxWords, characters } = commandLimits;
    return words.length <= maxWords && text.length <= characters && !text.includes("\0");
  }),
);

const server = v.variant("kind", [httpServer, stdioServer]);

export type SharedServer =
  | Readonly<v.InferOutput<typeof httpServer>>
  | Readonly<v.InferOutput<typeof stdioServer>>;

/** The selected item, and the JSON text of its arguments. */
const selection = v.object({
  kind: v.picklist(["tool", "resource", "template", "prompt", "skill", "event"]),
  /** The item's `name`, or `uri` (`uriTemplate`) for resources and skills (templates). */
  name: v.pipe(
    v.string(),
    v.transform((name) => name.slice(0, maxLengths.item)),
  ),
  argumentsText: v.exactOptional(v.string()),
});

export type SharedSelection = Readonly<v.InferOutput<typeof selection>>;

const jsonObject = v.custom<JsonObject>(isJsonObject);

const revision = v.pipe(v.string(), v.maxLength(maxLengths.revision));

/** One connection of the session, with its negotiated values. */
const connection = v.object({
  /** Unique in the recording; entries refer to it. */
  id: v.pipe(v.string(), v.maxLength(maxLengths.id)),
  server,
  transport: v.exactOptional(v.picklist(["streamable-http", "http-sse", "stdio"])),
  /** The negotiated protocol revision. */
  revision: v.exactOptional(revision),
  clientInfo: v.exactOptional(jsonObject),
  clientCapabilities: v.exactOptional(jsonObject),
  serverInfo: v.exactOptional(jsonObject),
  capabilities: v.exactOptional(jsonObject),
  instructions: v.exactOptional(v.string()),
});

export type RecordedConnection = Readonly<v.InferOutput<typeof connection>>;

/** Why a part of the session is not in its recording. */
export const leftOutCodes = [
  /** Entries that the user did not include. */
  "entries",
  /** Entries of connections that are not part of the recording. */
  "other-connections",
  /** Values of headers that may hold secrets. */
  "headers",
  /** Userinfo, query values and fragments of URLs. */
  "url-parts",
  "tokens",
  "session-ids",
  "request-states",
  "environment",
  /** Values that the user masked. */
  "marked",
  "secret-like",
  /** Bodies of OAuth requests and responses. */
  "authorization-bodies",
  /** Network addresses and certificates of servers. */
  "network-facts",
] as const;

export type LeftOutCode = (typeof leftOutCodes)[number];

const leftOut = v.object({ code: v.picklist(leftOutCodes), count });

export type LeftOut = Readonly<v.InferOutput<typeof leftOut>>;

/** An ISO 8601 date with time; years with four digits in every format. */
const date = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => Date.parse(text) >= Date.UTC(1900, 0) && Date.parse(text) <= Date.UTC(9000, 0)),
);

/** A shared session; without `entries` it is the server and the selected item only. */
export const recordingSchema = v.object({
  format: v.literal(recordingFormat),
  server,
  /** The chosen protocol revision; absent for Auto. */
  revision: v.exactOptional(revision),
  selected: v.exactOptional(selection),
  /** The time 0 of its entries. */
  startedAt: v.exactOptional(date),
  connections: v.exactOptional(readonlyList(connection)),
  /** In the order of the log. */
  entries: v.exactOptional(readonlyList(recordedEntry)),
  /** Conversations with models, as Chat reads and checks them; calls of this server have no id. */
  conversations: v.exactOptional(readonlyList(jsonObject)),
  leftOut: v.exactOptional(readonlyList(leftOut)),
});

export type Recording = Readonly<v.InferOutput<typeof recordingSchema>>;
