// @vitest-environment jsdom
import { expect, onTestFinished, test } from "vitest";
import { setUpRounds } from "../../../shared/client/client.fixture.ts";
import { decodeText } from "../../../shared/core/bytes.ts";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { findItem, readItems } from "../../servers/store/catalog/queries.ts";
import { createRepeats, repeatKey } from "./repeats.ts";

test("each call of a series has an id and a progress token of its own", async () => {
  const tab = createTab();
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  await readItems(view);
  const echo = findItem(view, { kind: "tool", name: "echo" });
  if (!echo) throw new Error("The demo server has no tool echo");
  const { log } = tab.stores.traffic;
  await tab.stores.calls.invoke.runSeries(view, echo, { calls: 6, parallel: 3 });
  const sent = log
    .snapshot()
    .entries.filter(
      (entry) =>
        entry.kind === "message" &&
        entry.heads.some((head) => head.kind === "request" && head.method === "tools/call"),
    );
  const texts = await Promise.all(sent.map(async ({ seq }) => decodeText(await log.read(seq))));
  const ids = texts.map((text) => JSON.parse(text).id);
  const tokens = texts.map((text) => JSON.parse(text).params._meta.progressToken);
  expect(new Set(ids).size).toBe(6);
  expect(tokens).toEqual(ids);
  expect(sent.map(({ initiator }) => initiator)).toEqual(ids.map(() => ({ kind: "user" })));
});

test("a call of several rounds took all of them", async () => {
  const set = setUpRounds();
  const repeats = createRepeats(set.clock);
  const context = { serverId: "s", key: "tool t", client: await set.connected(), limits: {} };
  const text = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
  await repeats.start(context, text, { calls: 2, parallel: 1 }, async () => true);
  expect(repeats.getState().get(repeatKey("s", "tool t"))?.times).toEqual([20, 20]);
});
