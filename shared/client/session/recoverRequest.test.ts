import { describe, expect, test } from "vitest";
import { ask, setUpClient } from "../client.fixture.ts";
import type { PeerReply, PeerScript } from "../scriptedPeer.fixture.ts";

const metaRevision = "io.modelcontextprotocol/protocolVersion";
const discovery: PeerReply = {
  result: { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
};

/** A modern server whose tool answers with these replies in order; the last one repeats. */
const modern = (...replies: PeerReply[]): PeerScript => {
  let calls = 0;
  return ({ method }) => {
    if (method === "server/discover") return discovery;
    if (method === "tools/list") {
      const properties = { a: { type: "string", "x-mcp-header": "A" } };
      return { result: { tools: [{ name: "t", inputSchema: { type: "object", properties } }] } };
    }
    return replies[Math.min(calls++, replies.length - 1)];
  };
};

describe("a revision that the server does not support", () => {
  const refusal = (...supported: string[]): PeerReply => ({
    error: { code: -32022, data: { supported } },
  });

  test("is replaced by one that the server names", async () => {
    const { connected, sent } = setUpClient(modern(refusal("2027-01-01"), { result: {} }));
    const client = await connected();
    expect(await ask(client, "tools/call", { name: "t" }).done).toMatchObject({ kind: "result" });
    const calls = sent("tools/call");
    expect(calls.map(({ params }) => params._meta[metaRevision])).toEqual([
      "2026-07-28",
      "2027-01-01",
    ]);
    expect(calls[1]?.id).not.toBe(calls[0]?.id);
    expect(client.session.era().revision).toBe("2027-01-01");
  });

  test("is replaced for every call in flight", async () => {
    const two = [refusal("2027-01-01"), refusal("2027-01-01"), { result: {} }];
    const { connected, sent } = setUpClient(modern(...two));
    const client = await connected();
    const calls = [
      ask(client, "tools/call", { name: "t" }),
      ask(client, "tools/call", { name: "t" }),
    ];
    const outcomes = await Promise.all(calls.map(({ done }) => done));
    expect(outcomes).toMatchObject([{ kind: "result" }, { kind: "result" }]);
    expect(sent("tools/call").map(({ params }) => params._meta[metaRevision])).toEqual([
      "2026-07-28",
      "2026-07-28",
      "2027-01-01",
      "2027-01-01",
    ]);
  });

  test.each([
    ["only one of the other era", ["2025-11-25"]],
    ["none", []],
  ])("stays where the server names %s", async (_, supported) => {
    const { connected, sent } = setUpClient(modern(refusal(...supported)));
    const outcome = await ask(await connected(), "tools/call", { name: "t" }).done;
    expect(outcome).toMatchObject({ kind: "error", error: { code: -32022 } });
    expect(sent("tools/call")).toHaveLength(1);
  });

  test("is kept if the user wrote it", async () => {
    const { connected, sent } = setUpClient(modern(refusal("2026-07-28")));
    const _meta = { [metaRevision]: "1999-01-01" };
    const outcome = await ask(await connected(), "tools/call", { name: "t", _meta }).done;
    expect(outcome).toMatchObject({ kind: "error", error: { code: -32022 } });
    expect(sent("tools/call")).toHaveLength(1);
  });

  test("is replaced only once", async () => {
    const { connected, sent } = setUpClient(modern(refusal("2026-07-28")));
    const outcome = await ask(await connected(), "tools/call", { name: "t" }).done;
    expect(outcome).toMatchObject({ kind: "error", error: { code: -32022 } });
    expect(sent("tools/call")).toHaveLength(2);
  });
});

test("missing headers are sent after reloading the tools", async () => {
  const mismatch: PeerReply = { error: { code: -32020, message: "Header mismatch" } };
  const { connected, sent, transports } = setUpClient(modern(mismatch, { result: {} }));
  const client = await connected();
  const { done } = ask(client, "tools/call", { name: "t", arguments: { a: "x" } });
  expect(await done).toMatchObject({ kind: "result" });
  expect(sent().map(({ method }) => method)).toEqual([
    "server/discover",
    "tools/call",
    "tools/list",
    "tools/call",
  ]);
  const headers = transports[0]?.sent.map(({ mirrored }) => mirrored);
  expect(headers?.[1]).not.toContainEqual(["Mcp-Param-A", "x"]);
  expect(headers?.[3]).toContainEqual(["Mcp-Param-A", "x"]);
});

describe("a session that the server has lost", () => {
  const agreed: PeerReply = { result: { protocolVersion: "2025-06-18", capabilities: {} } };
  const lost: PeerReply = { fails: { code: "session-lost", status: 404 } };

  /** A server that loses the first session and accepts up to `handshakes` handshakes. */
  const forgetful = (handshakes: number): PeerScript => {
    let sessions = 0;
    return ({ method, id }) => {
      if (method === "initialize") {
        return ++sessions > handshakes ? { error: { code: -32000, message: "Full" } } : agreed;
      }
      if (id === undefined) return undefined;
      return sessions === 1 ? lost : { result: {} };
    };
  };

  test("is renewed, and the request sent again", async () => {
    const { connected, sent } = setUpClient(forgetful(2), { revision: "2025-11-25" });
    const client = await connected();
    expect(await ask(client, "ping", {}).done).toMatchObject({ kind: "result" });
    expect(sent().map(({ method }) => method)).toEqual([
      "initialize",
      "notifications/initialized",
      "ping",
      "initialize",
      "notifications/initialized",
      "ping",
    ]);
    expect(sent("initialize")[1]?.params.protocolVersion).toBe("2025-06-18");
    expect(new Set(sent("ping").map(({ id }) => id)).size).toBe(2);
  });

  test("is renewed once for several requests", async () => {
    const { connected, sent, transports } = setUpClient(forgetful(2), { revision: "2025-11-25" });
    const client = await connected();
    const all = [1, 2, 3].map(() => ask(client, "ping", {}).done);
    for (const outcome of await Promise.all(all)) expect(outcome).toMatchObject({ kind: "result" });
    expect(sent("initialize")).toHaveLength(2);

    // a request that was sent before the renewal notices the loss only now
    const late = ask(client, "ping", {});
    Object.assign(transports[0] as object, { sessionId: () => "new" });
    expect(await late.done).toMatchObject({ kind: "result" });
    expect(sent("initialize")).toHaveLength(2);
  });

  test("stays lost if the server accepts no new one", async () => {
    const { connected, sent } = setUpClient(forgetful(1), { revision: "2025-11-25" });
    const outcome = await ask(await connected(), "ping", {}).done;
    expect(outcome).toMatchObject({ kind: "failed", failure: { code: "session-lost" } });
    expect(sent("initialize")).toHaveLength(2);
  });
});

test.each<[string, PeerReply]>([
  ["another error", { error: { code: -32602, message: "No" } }],
  ["a broken stream", { fails: { code: "stream-broken", reason: "cut" } }],
])("no recovery: %s", async (_, reply) => {
  const { connected, sent } = setUpClient(modern(reply, { result: {} }));
  await ask(await connected(), "tools/call", { name: "t" }).done;
  expect(sent("tools/call")).toHaveLength(1);
});
