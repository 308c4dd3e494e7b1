import { describe, expect, test, vi } from "vitest";
import { type ClientSetUp, setUpClient } from "../client.fixture.ts";
import { httpStatus, type PeerReply, type PeerScript } from "../scriptedPeer.fixture.ts";

const discovered = (...supportedVersions: string[]): PeerReply => ({
  result: {
    supportedVersions,
    capabilities: { tools: {} },
    serverInfo: { name: "s", version: "1" },
  },
});
const agreed = (protocolVersion: string): PeerReply => ({
  result: { protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } },
});
const unsupported = (...supported: string[]): PeerReply => ({
  error: { code: -32022, message: "Unsupported protocol version", data: { supported } },
});
const unknown: PeerReply = { error: { code: -32601, message: "Method not found" } };

/** A server that answers by method and accepts notifications. */
const server =
  (replies: Readonly<Record<string, PeerReply>>): PeerScript =>
  ({ method, id }) =>
    id === undefined ? undefined : method in replies ? replies[method] : unknown;

const kinds = ({ steps }: ClientSetUp) => steps().map(({ kind }) => kind);
const metaRevision = "io.modelcontextprotocol/protocolVersion";

describe("auto", () => {
  test("uses the modern era and remembers it", async () => {
    const setUp = setUpClient(server({ "server/discover": discovered("2026-07-28") }));
    const { agreement, session } = await setUp.connected();
    expect(agreement).toMatchObject({ revision: "2026-07-28", serverInfo: { name: "s" } });
    expect(session.era().kind).toBe("modern");
    expect(kinds(setUp)).toEqual(["discover", "discovered", "agreed"]);
    expect(setUp.eras).toEqual(["modern"]);
  });

  test.each<[string, PeerReply]>([
    ["does not know the method", unknown],
    ["answers with another error", { error: { code: -32000 } }],
    ["answers with 400 and no body", httpStatus(400)],
    ["cannot be read", { fails: { code: "network", url: "u", reason: "Failed to fetch" } }],
    ["answers with an empty result", { result: {} }],
    ["answers with a result of another shape", { result: null }],
  ])("falls back to the handshake where the server %s", async (_, reply) => {
    const setUp = setUpClient(
      server({ "server/discover": reply, initialize: agreed("2025-06-18") }),
    );
    const { agreement, session } = await setUp.connected();
    expect(agreement.revision).toBe("2025-06-18");
    expect(session.era()).toMatchObject({ kind: "legacy", revision: "2025-06-18" });
    expect(kinds(setUp)).toEqual(["discover", "not-modern", "initialize", "agreed"]);
    expect(setUp.eras).toEqual(["legacy"]);
  });

  test("offers the legacy revision that a server names", async () => {
    const setUp = setUpClient(
      server({ "server/discover": discovered("2025-03-26"), initialize: agreed("2025-03-26") }),
    );
    await setUp.connected();
    expect(setUp.sent("initialize")[0]?.params.protocolVersion).toBe("2025-03-26");
  });

  test("offers a legacy revision at once where it is the only kind that a server supports", async () => {
    const setUp = setUpClient(
      server({ "server/discover": unsupported("2025-06-18"), initialize: agreed("2025-06-18") }),
    );
    await setUp.connected();
    expect(kinds(setUp)).toEqual(["discover", "unsupported", "initialize", "agreed"]);
    expect(setUp.sent("initialize")[0]?.params.protocolVersion).toBe("2025-06-18");
  });

  test.each<[string, PeerReply, string]>([
    ["that names no revision", discovered(), "discovered"],
    ["with an error of that era", { error: { code: -32020, message: "Header" } }, "modern-error"],
  ])("stays in the modern era after an answer %s", async (_, reply, step) => {
    const setUp = setUpClient(server({ "server/discover": reply }));
    const { agreement, session } = await setUp.connected();
    expect(agreement.revision).toBe("2026-07-28");
    expect(session.era()).toMatchObject({ kind: "modern", revision: "2026-07-28" });
    expect(kinds(setUp).slice(0, 2)).toEqual(["discover", step]);
    expect(setUp.sent("initialize")).toEqual([]);
  });

  test("uses an unknown newer revision", async () => {
    const setUp = setUpClient(({ params }) =>
      params._meta[metaRevision] === "2027-01-01"
        ? discovered("2027-01-01")
        : unsupported("2027-01-01"),
    );
    expect((await setUp.connected()).agreement.revision).toBe("2027-01-01");
    expect(kinds(setUp)).toEqual(["discover", "unsupported", "discover", "discovered", "agreed"]);
  });

  test("probes again if a server rejects the revision that it names", async () => {
    let refusals = 1;
    const setUp = setUpClient(() =>
      refusals-- > 0 ? unsupported("2026-07-28") : discovered("2026-07-28"),
    );
    expect((await setUp.connected()).agreement.revision).toBe("2026-07-28");
  });

  test.each([
    ["2026-07-28", "revision-not-supported"],
    ["auto", "handshake"],
  ])("does not ask for ever, set to %s", async (revision, code) => {
    const setUp = setUpClient(() => unsupported("2026-07-28"), { revision });
    expect(await setUp.client.connect()).toMatchObject({
      kind: "failed",
      failure: { code, refusal: { kind: "unsupported", supported: ["2026-07-28"] } },
    });
    expect(setUp.sent()).toHaveLength(2);
  });

  test("treats a server as legacy if the probe times out", async () => {
    const setUp = setUpClient(
      server({ "server/discover": undefined, initialize: agreed("2025-11-25") }),
      {
        style: "pipe",
      },
    );
    const connecting = setUp.connected();
    await vi.waitFor(() => expect(setUp.clock.waits()).toEqual([1000]));
    setUp.clock.advance(1000);
    expect((await connecting).agreement.revision).toBe("2025-11-25");
    // a late answer to the probe changes nothing
    setUp.transports[0]?.arrive('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"?"}}');
    // no notifications/cancelled: it would arrive before initialize
    expect(setUp.sent().map(({ method }) => method)).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
    ]);
  });

  test.each([400, 404, 405])("falls back to HTTP+SSE after %i", async (status) => {
    const setUp = setUpClient((message) =>
      setUp.transports.length > 1
        ? server({ initialize: agreed("2024-11-05") })(message, setUp.transports[1] as never)
        : httpStatus(status),
    );
    const { agreement, transport } = await setUp.connected();
    expect(agreement.revision).toBe("2024-11-05");
    expect(transport.kind).toBe("http-sse");
    expect(kinds(setUp).slice(-3)).toEqual(["http-sse", "initialize", "agreed"]);
  });

  test.each([401, 403, 500])("does not fall back after %i", async (status) => {
    const setUp = setUpClient(() => httpStatus(status));
    expect(await setUp.client.connect()).toMatchObject({
      failure: { code: "http-status", status },
    });
    expect(setUp.transports).toHaveLength(1);
  });
});

describe("the remembered era", () => {
  test("skips the probe", async () => {
    const setUp = setUpClient(server({ initialize: agreed("2025-11-25") }), {
      remembered: "legacy",
    });
    await setUp.connected();
    expect(kinds(setUp)).toEqual(["remembered", "initialize", "agreed"]);
  });

  test.each<[string, PeerReply]>([
    ["an error", unknown],
    ["a status", httpStatus(400)],
  ])("is forgotten when the server answers the handshake with %s", async (_, reply) => {
    const setUp = setUpClient(
      server({ "server/discover": discovered("2026-07-28"), initialize: reply }),
      { remembered: "legacy" },
    );
    expect((await setUp.connected()).agreement.revision).toBe("2026-07-28");
    expect(setUp.eras).toEqual(["modern"]);
  });

  test("is kept if the server cannot be reached", async () => {
    const fails = { code: "network", url: "u", reason: "refused" } as const;
    const setUp = setUpClient(() => ({ fails }), { remembered: "legacy" });
    expect(await setUp.client.connect()).toEqual({ kind: "failed", failure: fails });
    expect(setUp.sent()).toHaveLength(1);
  });

  test("is replaced if a modern server becomes legacy", async () => {
    const setUp = setUpClient(server({ initialize: agreed("2025-11-25") }), {
      remembered: "modern",
    });
    expect((await setUp.connected()).agreement.revision).toBe("2025-11-25");
    expect(setUp.eras).toEqual(["legacy"]);
  });
});

describe("a chosen revision", () => {
  test("of the legacy era is offered without a probe, and the answered one is used", async () => {
    const setUp = setUpClient(server({ initialize: agreed("2024-11-05") }), {
      revision: "2025-03-26",
    });
    expect((await setUp.connected()).agreement.revision).toBe("2024-11-05");
    expect(setUp.sent("initialize")[0]?.params.protocolVersion).toBe("2025-03-26");
    expect(setUp.sent("server/discover")).toEqual([]);
  });

  test("that the server refuses leaves no channel open", async () => {
    const setUp = setUpClient(server({}), { revision: "2025-03-26" });
    const close = vi.fn();
    const connecting = setUp.client.connect();
    await vi.waitFor(() => expect(setUp.transports).toHaveLength(1));
    Object.assign(setUp.transports[0] as object, { close });
    expect(await connecting).toMatchObject({ kind: "failed" });
    expect(close).toHaveBeenCalled();
  });

  test("of the modern era is used even if the server does not name it", async () => {
    const setUp = setUpClient(server({ "server/discover": discovered("2099-01-01") }), {
      revision: "2026-07-28",
    });
    expect((await setUp.connected()).agreement.revision).toBe("2026-07-28");
  });

  test("of the modern era does not fall back to the handshake", async () => {
    const setUp = setUpClient(server({ initialize: agreed("2025-11-25") }), {
      revision: "2026-07-28",
    });
    const close = vi.fn();
    const connecting = setUp.client.connect();
    await vi.waitFor(() => expect(setUp.transports).toHaveLength(1));
    Object.assign(setUp.transports[0] as object, { close });
    expect(await connecting).toMatchObject({
      failure: {
        code: "revision-not-supported",
        revision: "2026-07-28",
        refusal: { kind: "error", code: -32601, message: "Method not found" },
      },
    });
    expect(setUp.sent("initialize")).toEqual([]);
    expect(close).toHaveBeenCalled();
  });

  test.each<[string, PeerReply, object]>([
    [
      "network",
      { fails: { code: "network", url: "u", reason: "ECONNREFUSED" } },
      { code: "network", reason: "ECONNREFUSED" },
    ],
    ["a status unrelated to revisions", httpStatus(403), { code: "http-status", status: 403 }],
    [
      "400",
      httpStatus(400),
      { code: "revision-not-supported", refusal: { kind: "status", status: 400 } },
    ],
    [
      "the revisions that it supports",
      unsupported("2025-11-25"),
      {
        code: "revision-not-supported",
        refusal: { kind: "unsupported", supported: ["2025-11-25"] },
      },
    ],
  ])("that is modern fails for what went wrong: %s", async (_, reply, failure) => {
    const setUp = setUpClient(server({ "server/discover": reply }), { revision: "2026-07-28" });
    expect(await setUp.client.connect()).toMatchObject({ kind: "failed", failure });
  });
});

test("the transport gets the agreed revision and listens in the legacy era only", async () => {
  for (const [revision, listens] of [
    ["2026-07-28", 0],
    ["2025-11-25", 1],
  ] as const) {
    const setUp = setUpClient(
      server({ "server/discover": discovered(revision), initialize: agreed(revision) }),
      { revision },
    );
    const negotiated = vi.fn();
    const listen = vi.fn();
    const connecting = setUp.connected();
    await vi.waitFor(() => expect(setUp.transports).toHaveLength(1));
    Object.assign(setUp.transports[0] as object, { negotiated, listen });
    await connecting;
    expect(negotiated).toHaveBeenLastCalledWith(revision);
    expect(listen).toHaveBeenCalledTimes(listens);
  }
});

test("an established session continues in its era without messages", async () => {
  const agreement = {
    revision: "2026-07-28",
    serverInfo: { name: "s", version: "1" },
    capabilities: {},
    instructions: undefined,
  };
  const setUp = setUpClient(() => undefined, { resume: { agreement, lastId: 41 } });
  const { session } = await setUp.connected();
  expect(setUp.sent()).toEqual([]);
  expect(session.era()).toMatchObject({ kind: "modern", revision: "2026-07-28" });
  expect(session.nextId()).toBe(42);
  expect(setUp.steps()).toEqual([{ kind: "attached", revision: "2026-07-28" }]);
});

test("closing cancels connecting", async () => {
  const setUp = setUpClient(() => undefined);
  const connecting = setUp.client.connect();
  await vi.waitFor(() => expect(setUp.sent()).toHaveLength(1));
  await setUp.client.close();
  expect(await connecting).toEqual({ kind: "cancelled" });
});
