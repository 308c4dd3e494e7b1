import { expect, test } from "vitest";
import type { ConfigRelayMessage } from "./configFrames.ts";
import { decodeRelayMessage, encodeMessage } from "./frames.ts";

const input = {
  id: "key",
  label: "Key",
  isSecret: true,
  options: [],
  initial: "",
  whenEmpty: "refuse",
} as const;

const message: ConfigRelayMessage = {
  kind: "servers",
  servers: [
    {
      name: "a",
      source: "mcp.json",
      target: {
        kind: "stdio",
        command: ["npx"],
        args: [[["--key"], ["k=", { input: "key" }]]],
        cwd: ["/work"],
        env: [["TOKEN", [{ secret: "sk", shown: "shown" }]]],
      },
      inputs: [input],
    },
    {
      name: "b",
      source: "mcp.json",
      target: { kind: "http", url: ["https://b/mcp"], headers: [["X", ["1"]]] },
      inputs: [],
    },
  ],
  problems: [{ source: "c.json", code: "unreadable", facts: { reason: "ENOENT" } }],
  ready: "a",
};

test("configured servers are the same after encoding and decoding", () => {
  expect(decodeRelayMessage(encodeMessage(message))).toEqual(message);
});

type Change = (copy: Record<string, unknown>) => void;
const server = (copy: Record<string, unknown>) => (copy.servers as Record<string, unknown>[])[0];
const target = (copy: Record<string, unknown>) => server(copy)?.target as Record<string, unknown>;

test.each<[string, Change]>([
  ["no list", (copy) => (copy.servers = {})],
  ["no problems", (copy) => delete copy.problems],
  ["a problem without a code", (copy) => (copy.problems = [{ source: "a", facts: {} }])],
  ["a problem without facts", (copy) => (copy.problems = [{ source: "a", code: "too-deep" }])],
  [
    "a fact that is an object",
    (copy) => (copy.problems = [{ source: "a", code: "too-deep", facts: { name: {} } }]),
  ],
  [
    "a line that is no count",
    (copy) => (copy.problems = [{ source: "a", code: "too-deep", facts: {}, line: -1 }]),
  ],
  ["a strange ready", (copy) => (copy.ready = 1)],
  ["no name", (copy) => delete server(copy)?.name],
  ["no target", (copy) => delete server(copy)?.target],
  ["another kind", (copy) => (target(copy).kind = "pipe")],
  ["a command as one text", (copy) => (target(copy).command = "npx")],
  ["words that belong to nothing", (copy) => (target(copy).args = [["-y"]])],
  ["a part that is none", (copy) => (target(copy).command = [{ secret: "sk" }])],
  ["a variable without a name", (copy) => (target(copy).env = [[1, ["a"]]])],
  [
    "an input of another kind",
    (copy) => ((server(copy) ?? {}).inputs = [{ ...input, whenEmpty: "ask" }]),
  ],
])("%s is not taken", (_name, change) => {
  const copy = structuredClone(message) as unknown as Record<string, unknown>;
  change(copy);
  expect(decodeRelayMessage(JSON.stringify(copy))).toBeUndefined();
});
