import { expect, test, vi } from "vitest";
import { createModernEra } from "../modernEra.ts";
import { setUpSession } from "../session/session.fixture.ts";
import { createToolRegistry } from "../toolRegistry.ts";
import { createResourceSubscriptions } from "./resourceSubscriptions.ts";
import { createSubscriptions } from "./subscriptions.ts";

const uri = "memo://today";
const agreement = {
  revision: "",
  serverInfo: { name: "s", version: "1" },
  capabilities: { resources: { subscribe: true } },
  instructions: undefined,
};

async function setUp(isModern: boolean) {
  const { session, transport, clock } = await setUpSession({ style: "exchanges" });
  if (isModern) {
    session.setEra(
      createModernEra({
        revision: "2026-07-28",
        clientInfoText: "{}",
        capabilitiesText: () => "{}",
        logLevel: () => undefined,
        tools: createToolRegistry(),
      }),
    );
  }
  const subscriptions = createSubscriptions(session, clock);
  const resourceSubscriptions = createResourceSubscriptions(session, agreement, subscriptions);
  const changed = vi.fn();
  resourceSubscriptions.subscribe(changed);
  const answer = (id: number, member: string) =>
    transport.arrive(`{"jsonrpc":"2.0","id":${id},${member}}`, `exchange-${id}`);
  const acknowledge = (id: number, resourceSubscriptions?: readonly string[]) =>
    subscriptions.handleNotification("notifications/subscriptions/acknowledged", {
      _meta: { "io.modelcontextprotocol/subscriptionId": id },
      notifications: resourceSubscriptions ? { resourceSubscriptions } : {},
    });
  return { resourceSubscriptions, changed, answer, acknowledge };
}

const refusal = '"error":{"code":-32601,"message":"Method not found"}';

test("a rejected subscription is removed; its reason is kept until the next attempt", async () => {
  const { resourceSubscriptions, changed, answer } = await setUp(false);
  const asking = resourceSubscriptions.watch(uri, true);
  expect(resourceSubscriptions.isSubscribed(uri)).toBe(true);
  answer(1, refusal);
  await asking;
  expect(resourceSubscriptions.isSubscribed(uri)).toBe(false);
  expect(resourceSubscriptions.refusal(uri)).toMatchObject({
    kind: "error",
    error: { code: -32601 },
  });
  expect(changed).toHaveBeenCalledTimes(2);

  const again = resourceSubscriptions.watch(uri, true);
  expect(resourceSubscriptions.refusal(uri)).toBeUndefined();
  answer(2, '"result":{}');
  await again;
  expect(resourceSubscriptions.isSubscribed(uri)).toBe(true);
});

test("a resource stays subscribed if unsubscribing is rejected", async () => {
  const { resourceSubscriptions, answer } = await setUp(false);
  const asking = resourceSubscriptions.watch(uri, true);
  answer(1, '"result":{}');
  await asking;
  const ending = resourceSubscriptions.watch(uri, false);
  answer(2, refusal);
  await ending;
  expect(resourceSubscriptions.isSubscribed(uri)).toBe(true);
  expect(resourceSubscriptions.refusal(uri)).toMatchObject({ kind: "error" });
});

test("in the modern era only acknowledged resources are subscribed", async () => {
  const { resourceSubscriptions, acknowledge } = await setUp(true);
  await resourceSubscriptions.watch(uri, true);
  await resourceSubscriptions.watch("memo://other", true);
  acknowledge(2, [uri]);
  expect(resourceSubscriptions.isSubscribed(uri)).toBe(true);
  expect(resourceSubscriptions.isSubscribed("memo://other")).toBe(false);
  expect(resourceSubscriptions.refusal("memo://other")).toBe("not-acknowledged");
});

test("in the modern era a rejected stream subscribes to nothing", async () => {
  const { resourceSubscriptions, answer } = await setUp(true);
  await resourceSubscriptions.watch(uri, true);
  answer(1, refusal);
  await vi.waitFor(() => expect(resourceSubscriptions.isSubscribed(uri)).toBe(false));
  expect(resourceSubscriptions.refusal(uri)).toBe("not-acknowledged");
});
