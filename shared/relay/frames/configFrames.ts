/** The frame with the configured servers, from the relay to its pages. */
import * as v from "valibot";
import type { ConfigProblemCode, Part } from "../../config/configured.ts";
import { count, pairOf, readonlyList } from "../../core/json/members.ts";

/** Asks for the servers in the configuration files of other clients, too. */
export const configPageMessages = [v.object({ kind: v.literal("find-servers") })] as const;

const template = readonlyList(
  v.custom<Part>((part) =>
    v.is(
      v.union([
        v.string(),
        v.object({ input: v.string() }),
        v.object({ secret: v.string(), shown: v.string() }),
      ]),
      part,
    ),
  ),
);

const server = v.object({
  name: v.string(),
  source: v.string(),
  target: v.variant("kind", [
    v.object({
      kind: v.literal("stdio"),
      command: template,
      args: readonlyList(readonlyList(template)),
      cwd: v.exactOptional(template),
      env: readonlyList(pairOf(template)),
    }),
    v.object({ kind: v.literal("http"), url: template, headers: readonlyList(pairOf(template)) }),
  ]),
  inputs: readonlyList(
    v.object({
      id: v.string(),
      label: v.string(),
      isUnsetVariable: v.exactOptional(v.boolean()),
      isSecret: v.boolean(),
      options: readonlyList(v.string()),
      initial: v.string(),
      whenEmpty: v.picklist(["refuse", "use", "omit"]),
    }),
  ),
  changedSinceStart: v.exactOptional(v.boolean()),
  isFound: v.exactOptional(v.boolean()),
});

const problem = v.object({
  source: v.string(),
  code: v.custom<ConfigProblemCode>((code) => typeof code === "string"),
  facts: v.record(v.string(), v.union([v.string(), v.number()])),
  line: v.exactOptional(count),
  column: v.exactOptional(count),
});

/** All configured servers, sent after each welcome and each change. They contain secrets. */
const servers = v.object({
  kind: v.literal("servers"),
  servers: readonlyList(server),
  problems: readonlyList(problem),
  /** The name of the server to put into the address bar. */
  ready: v.exactOptional(v.string()),
  /** Whether the relay can look for the files of other clients. */
  canFind: v.exactOptional(v.boolean()),
});

export const configRelayMessages = [servers] as const;
export type ConfigRelayMessage = v.InferOutput<typeof servers>;
