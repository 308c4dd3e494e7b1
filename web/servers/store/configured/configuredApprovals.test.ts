import { expect, test } from "vitest";
import type { ConfiguredServer, ConfiguredStdio } from "../../../../shared/config/configured.ts";
import { createEncryptedStore } from "../../../platform/storage/encryptedStore.ts";
import type { RelayHalf } from "../../../platform/storage/sealing.ts";
import { createStoredItems } from "../../../platform/storage/storedItems.fixture.ts";
import { createConfiguredApprovals } from "./configuredApprovals.ts";

const target: ConfiguredStdio = {
  kind: "stdio",
  command: ["node"],
  args: [[["server.js"]]],
  cwd: ["/srv"],
  env: [["API_KEY", [{ secret: "sesame", shown: "$" }]]],
};
const server: ConfiguredServer = { name: "local", source: "mcp.json", inputs: [], target };

const ownHalf = new Uint8Array(32).fill(1);
const found = { ...server, isFound: true } as const;

function create() {
  const { items } = createStoredItems();
  let salts = 0;
  /** A tab of this origin, whose relay gives this half of the key. */
  const tabWith = (half: RelayHalf) => {
    const store = createEncryptedStore(items, async () => half);
    const approvals = createConfiguredApprovals({
      openStore: async () => store,
      subtle: crypto.subtle,
      newSalt: () => `salt ${salts++}`,
    });
    return { ...approvals, store };
  };
  const tab = () => tabWith(ownHalf);
  return { tab, tabWith, approvals: tab() };
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
  const { approvals } = create();
  await approvals.approve(server);
  await approvals.approve({ ...server, name: "twin" });
  const text = JSON.stringify(await approvals.store.read("approved servers"));
  expect(text).not.toContain("sesame");
  const digests = [...text.matchAll(/"API_KEY","([\w-]+)"/g)].map(([, digest]) => digest);
  expect(new Set(digests).size).toBe(2);
});

test("without SHA-256 every start is confirmed", async () => {
  const insecure = createConfiguredApprovals({
    openStore: async () => undefined,
    subtle: undefined,
    newSalt: () => "",
  });
  await insecure.approve(server);
  expect(await insecure.check(server)).toEqual({ kind: "unverifiable" });
});

test("where nothing can be stored, what was approved in this tab is known", async () => {
  const approvals = createConfiguredApprovals({
    openStore: async () => undefined,
    subtle: crypto.subtle,
    newSalt: () => "salt",
  });
  await approvals.approve(server);
  expect(await approvals.check({ ...server, changedSinceStart: true })).toEqual({
    kind: "approved",
  });
  const changed = { ...server, target: { ...target, args: [[["evil.js"]]] } };
  expect(await approvals.check(changed)).toMatchObject({
    kind: "changed",
    before: { words: ["node", "server.js"] },
  });
});

test("invalid stored values are ignored", async () => {
  const { approvals } = create();
  for (const value of [{}, [1, [2]], [['["mcp.json","local"]', { salt: 1 }]], "x"]) {
    await approvals.store.write("approved servers", value);
    expect(await approvals.check(server)).toEqual({ kind: "approved" });
    expect(await approvals.check(found)).toMatchObject({ kind: "changed" });
  }
});

test("a server of another client's file is confirmed once in each tab", async () => {
  const { approvals, tab } = create();
  expect(await approvals.check(found)).toMatchObject({ kind: "changed", before: undefined });
  await approvals.approve(found);
  expect(await approvals.check(found)).toEqual({ kind: "approved" });
  const next = tab();
  expect(await next.check(found)).toMatchObject({ kind: "changed", before: undefined });
  const changed = { ...found, target: { ...target, args: [[["evil.js"]]] } };
  expect(await next.check(changed)).toMatchObject({
    kind: "changed",
    before: { words: ["node", "server.js"] },
  });
});

test.each([
  ["without a relay", undefined],
  ["with its own half of the key", new Uint8Array(32).fill(2)],
] as const)(
  "an approval that a program wrote at this address before the relay, %s, counts for nothing",
  async (_, half) => {
    const { tab, tabWith } = create();
    const changed = { ...server, changedSinceStart: true };
    for (const planted of [found, changed]) await tabWith(half).approve(planted);
    for (const asked of [found, changed]) {
      expect(await tab().check(asked)).toMatchObject({ kind: "changed", before: undefined });
    }
  },
);

test("cleared approvals are forgotten", async () => {
  const { approvals } = create();
  const changed = { ...server, changedSinceStart: true };
  await approvals.approve(changed);
  await approvals.clear();
  expect(await approvals.check(changed)).toMatchObject({ kind: "changed", before: undefined });
});
