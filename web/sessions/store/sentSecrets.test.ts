import "../../worker.fixture.ts";
import { expect, onTestFinished, test } from "vitest";
import { startChangingTools } from "../../../e2e/servers/changingTools.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { activeServer } from "../../servers/store/server.ts";
import { recordSession } from "./recordSession.ts";

const find = { name: "find", annotations: { readOnlyHint: true } };

test("a secret that a saved call sent is masked in what is shared", async () => {
  const server = await startChangingTools(find);
  onTestFinished(server.close);
  const tab = createTab();
  await connectTab(tab, server.url);
  const { calls, servers, traffic } = tab.stores;
  const collections = await calls.collections();
  await collections.load();
  collections.saveCall({
    name: "find",
    kind: "tool",
    item: "find",
    argumentsText: '{"words":"{{entry}}"}',
    assertions: [],
  });
  const [own] = collections.getState().all ?? [];
  if (!own) throw new Error("No collection was created");
  const environment = { name: "home", variables: {}, secrets: ["entry"] };
  collections.change(own.id, {
    collection: { ...own.collection, environments: [environment] },
    environmentName: "home",
    secrets: { entry: "open sesame" },
  });
  await collections.run(own.id, own.collection.calls);
  const state = servers.all.getState();
  const { recording } = await recordSession({
    log: traffic.log,
    server: activeServer(state),
    servers: state,
    choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url: server.url } },
  });
  const text = JSON.stringify(recording);
  expect(text).toContain("words");
  expect(text).not.toContain("open sesame");
});
