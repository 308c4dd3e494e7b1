import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createModernEra } from "../modernEra.ts";
import { setUpSession } from "../session/session.fixture.ts";
import { createToolRegistry } from "../toolRegistry.ts";
import { createSubscriptions } from "./subscriptions.ts";

const idKey = "io.modelcontextprotocol/subscriptionId";
const filter = { toolsListChanged: true, resourceSubscriptions: ["file:///a"] };

/** Subscriptions over a transport whose exchanges end under control of the test. */
async function setUp() {
  const { session, transport, clock, sentTexts } = await setUpSession({ style: "exchanges" });
  session.setEra(
    createModernEra({
      revision: "2026-07-28",
      clientInfoText: "{}",
      capabilitiesText: () => "{}",
      logLevel: () => undefined,
      tools: createToolRegistry(),
    }),
  );
  const subscriptions = createSubscriptions(session, clock);
  onTestFinished(() => subscriptions.close());
  const states: string[] = [];
  subscriptions.subscribe(() => states.push(subscriptions.state().kind));
  const acknowledge = (id: number | string, notifications: unknown = filter) =>
    subscriptions.handleNotification("notifications/subscriptions/acknowledged", {
      _meta: { [idKey]: id },
      notifications,
    });
  /** Ends the newest stream, with a member of a response or without one. */
  const end = (member?: string) => {
    const frame = transport.sent.at(-1);
    const { id } = JSON.parse(frame?.text ?? "");
    if (member) transport.arrive(`{"jsonrpc":"2.0","id":${id},${member}}`, frame?.exchangeId);
    frame?.deliver({ kind: "answered", status: 200 });
  };
  /** Waits for the reconnect delay and skips it. */
  const passPause = async (ms: number) => {
    await vi.waitFor(() => expect(clock.waits()).toEqual([ms]));
    clock.advance(ms);
    await vi.waitFor(() => expect(clock.waits()).toEqual([]));
  };
  return { subscriptions, states, acknowledge, end, passPause, transport, clock, sentTexts };
}

describe("listening", () => {
  test("sends the filter and stores what the server acknowledged", async () => {
    const { subscriptions, states, acknowledge, sentTexts } = await setUp();
    subscriptions.listen(filter);
    expect(JSON.parse(sentTexts()[0] ?? "")).toMatchObject({
      id: 1,
      method: "subscriptions/listen",
      params: { notifications: filter, _meta: expect.anything() },
    });
    expect(acknowledge(1, { toolsListChanged: true })).toBe(true);
    expect(subscriptions.state()).toEqual({
      kind: "listening",
      filter,
      acknowledged: { toolsListChanged: true },
    });
    expect(states).toEqual(["asking", "listening"]);
  });

  test("recognises its notifications by the id of its request", async () => {
    const { subscriptions, acknowledge } = await setUp();
    subscriptions.listen(filter);
    expect(acknowledge(2)).toBe(false);
    expect(subscriptions.state().kind).toBe("asking");
    expect(acknowledge("1")).toBe(true);
    const changed = "notifications/tools/list_changed";
    expect(subscriptions.handleNotification(changed, { _meta: { [idKey]: 1 } })).toBe(true);
    expect(subscriptions.handleNotification(changed, { _meta: { [idKey]: 2 } })).toBe(false);
    expect(subscriptions.handleNotification(changed, undefined)).toBe(false);
  });

  test("with another filter ends the previous stream", async () => {
    const { subscriptions, transport, acknowledge, sentTexts } = await setUp();
    subscriptions.listen(filter);
    acknowledge(1);
    subscriptions.listen({ promptsListChanged: true });
    expect(transport.sent[0]?.options.signal?.aborted).toBe(true);
    expect(sentTexts()).toHaveLength(2);
    expect(acknowledge(1)).toBe(false);
    expect(acknowledge(2)).toBe(true);
  });

  test.each([[{}], [{ toolsListChanged: false, resourceSubscriptions: [] }]])(
    "for nothing (%j) asks nobody",
    async (nothing) => {
      const { subscriptions, sentTexts } = await setUp();
      subscriptions.listen(nothing);
      expect(sentTexts()).toEqual([]);
      expect(subscriptions.state()).toEqual({ kind: "off" });
    },
  );
});

describe("the end", () => {
  test.each([
    ["in good order", '"result":{"resultType":"complete"}', "by-server"],
    ["by an error", '"error":{"code":-32601,"message":"Method not found"}', "refused"],
  ])("%s is final", async (_, member, reason) => {
    const { subscriptions, acknowledge, end, clock } = await setUp();
    subscriptions.listen(filter);
    acknowledge(1);
    end(member);
    await vi.waitFor(() => expect(subscriptions.state()).toEqual({ kind: "ended", reason }));
    expect(clock.waits()).toEqual([]);
  });

  test("by an HTTP error status is final", async () => {
    const { subscriptions, transport } = await setUp();
    subscriptions.listen(filter);
    const failure = {
      code: "http-status",
      status: 403,
      statusText: "",
      url: "",
      body: "",
    } as const;
    transport.sent[0]?.deliver({ kind: "failed", failure });
    await vi.waitFor(() => {
      expect(subscriptions.state()).toEqual({ kind: "ended", reason: "refused" });
    });
  });

  test("without an answer reconnects with a new id", async () => {
    const { subscriptions, acknowledge, end, passPause, sentTexts } = await setUp();
    subscriptions.listen(filter);
    acknowledge(1);
    end();
    await passPause(500);
    expect(JSON.parse(sentTexts()[1] ?? "")).toMatchObject({
      id: 2,
      params: { notifications: filter },
    });
    expect(subscriptions.state().kind).toBe("asking");
    acknowledge(2);
    expect(subscriptions.state().kind).toBe("listening");
  });

  test("without an answer, repeatedly, increases the delay and then stops", async () => {
    const { subscriptions, end, passPause } = await setUp();
    subscriptions.listen(filter);
    for (const ms of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      end();
      await passPause(ms);
    }
    end();
    await vi.waitFor(() => {
      expect(subscriptions.state()).toEqual({ kind: "ended", reason: "lost" });
    });
  });

  test("by the client is final and closes the stream", async () => {
    const { subscriptions, transport, clock, acknowledge, end } = await setUp();
    subscriptions.listen(filter);
    acknowledge(1);
    subscriptions.close();
    end();
    expect(transport.sent[0]?.options.signal?.aborted).toBe(true);
    expect(subscriptions.state()).toEqual({ kind: "off" });
    expect(clock.waits()).toEqual([]);
  });
});
