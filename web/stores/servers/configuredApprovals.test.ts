import { expect, test } from "vitest";
import type { ConfiguredServer, ConfiguredStdio } from "../../../shared/config/configured.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createConfiguredApprovals } from "./configuredApprovals.ts";

const target: ConfiguredStdio = {
  kind: "stdio",
  command: ["node"],
  args: [[["server.js"]]],
  cwd: ["/srv"],
  env: [["API_KEY", [{ secret: "sesame", shown: "$" }]]],
};
const server: ConfiguredServer = { name: "local", source: "mcp.json", inputs: [], target };

function createStorage() {
  const texts = new Map<string, string>();
  return { texts, ...createMemoryStorage(texts) };
}

function create(subtle: SubtleCrypto | undefined = crypto.subtle) {
  const storage = createStorage();
  let salts = 0;
  const tab = () =>
    createConfiguredApprovals({ storage, subtle, newSalt: () => `salt ${salts++}` });
  return { storage, tab, approvals: tab() };
}

test("a server counts as approved while its file is the one from the start of the relay", async () => {
  const { approvals } = create();
  expect(await approvals.check(server)).toEqual({ kind: "approved" });
  expect(await approvals.check({ ...server, changedSinceStart: true })).toEqual({
    kind: "changed",
    before: undefined,
    variables: [],
  });
});

test("an approved server stays approved in every tab, whether or not its file changed since the start", async () => {
  const { approvals, tab } = create();
  const changed = { ...server, changedSinceStart: true };
  await approvals.approve(changed);
  expect(await tab().check(changed)).toEqual({ kind: "approved" });
  expect(await tab().check(server)).toEqual({ kind: "approved" });
});

test.each<readonly [string, Partial<ConfiguredStdio>, readonly string[]]>([
  ["command", { command: ["deno"] }, []],
  ["arguments", { args: [[["server.js"]], [["--evil"]]] }, []],
  ["split of the arguments", { args: [[["server"]], [[".js"]]] }, []],
  ["directory", { cwd: ["/tmp"] }, []],
  ["value of a variable", { env: [["API_KEY", [{ secret: "x", shown: "$" }]]] }, ["API_KEY"]],
  ["variables", { env: [...target.env, ["NODE_OPTIONS", ["--import=data:,0"]]] }, ["NODE_OPTIONS"]],
  ["absence of variables", { env: [] }, []],
])("a change of the %s is noticed, in every tab", async (_, change, variables) => {
  const { approvals, tab } = create();
  await approvals.approve(server);
  const changed = { ...server, target: { ...target, ...change } };
  expect(await tab().check(changed)).toEqual({
    kind: "changed",
    before: { words: ["node", "server.js"], cwd: "/srv", names: ["API_KEY"] },
    variables,
  });
});

test("a changed default of an input is a change", async () => {
  const { approvals } = create();
  const input = { id: "a", label: "A", isSecret: true, options: [], initial: "", whenEmpty: "use" };
  const asking = { ...server, inputs: [input] } as ConfiguredServer;
  await approvals.approve(asking);
  expect(await approvals.check(asking)).toEqual({ kind: "approved" });
  const evil = { ...server, inputs: [{ ...input, initial: "--evil" }] } as ConfiguredServer;
  expect(await approvals.check(evil)).toMatchObject({ kind: "changed" });
});

test("the same name in another file is another server", async () => {
  const { approvals } = create();
  await approvals.approve(server);
  const other = { ...server, source: "other.json", changedSinceStart: true };
  expect(await approvals.check(other)).toMatchObject({ kind: "changed", before: undefined });
});

test("values of variables are stored nowhere, and equal ones are not stored alike", async () => {
  const { approvals, storage } = create();
  await approvals.approve(server);
  await approvals.approve({ ...server, name: "twin" });
  const [text = ""] = storage.texts.values();
  expect(text).not.toContain("sesame");
  const digests = [...text.matchAll(/"API_KEY","([\w-]+)"/g)].map(([, digest]) => digest);
  expect(new Set(digests).size).toBe(2);
});

test("without SHA-256 every start is confirmed", async () => {
  const { storage } = create();
  const insecure = createConfiguredApprovals({ storage, subtle: undefined, newSalt: () => "" });
  await insecure.approve(server);
  expect(await insecure.check(server)).toEqual({ kind: "unverifiable" });
});

test("invalid stored values are ignored", async () => {
  const { approvals, storage } = create();
  await approvals.approve(server);
  const [name = ""] = storage.texts.keys();
  for (const text of ["{}", "[1,[2]]", '[["[\\"mcp.json\\",\\"local\\"]",{"salt":1}]]', "x"]) {
    storage.texts.set(name, text);
    expect(await approvals.check(server)).toEqual({ kind: "approved" });
  }
});
