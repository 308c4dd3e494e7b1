import { expect, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { defaultTurnLimits } from "../../../shared/models/agent/turn.ts";
import { createMemoryItems } from "../../app/persistence/persistence.fixture.ts";
import { createToolConsents } from "../../calls/store/toolConsents.ts";
import { createConversations } from "./conversations.ts";

const { items } = createMemoryItems();

/** The conversations of one visit. */
async function visit() {
  const newId = () => crypto.randomUUID();
  const all = createConversations({
    items,
    consents: createToolConsents(),
    newId,
    clock: systemClock,
    epochMs: Date.now,
  });
  await all.load();
  return all;
}

test("a conversation keeps the limits of its turns over a reload, and passes them on", async () => {
  const first = await visit();
  const { activeId } = first.getState();
  const limits = { ...defaultTurnLimits, calls: 3, cost: 0.5 };
  first.append(activeId, { kind: "user", id: "a", parent: undefined, text: "Hi", at: 1 });
  first.change(activeId, { limits });
  await expect.poll(() => items.names()).toHaveLength(1);
  const second = await visit();
  expect(second.find(activeId)?.limits).toEqual(limits);
  second.begin();
  const { activeId: next } = second.getState();
  expect(next).not.toBe(activeId);
  expect(second.find(next)).toMatchObject({ limits, messages: [] });
});

test("a conversation that was stored without limits has the usual ones", async () => {
  const first = await visit();
  const { activeId } = first.getState();
  const { limits: _, ...older } = { ...first.find(activeId), id: "older" };
  await items.write("chat older", older);
  expect((await visit()).find("older")?.limits).toEqual(defaultTurnLimits);
});
