// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startConformanceServer } from "../../../e2e/servers/conformance/conformanceServer.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab, setSettings } from "../../app/stores/tab.fixture.ts";
import { Requests } from "../../app/workbench/Requests.tsx";
import { itemKey } from "../../calls/store/drafts.ts";
import { runOf } from "../../calls/store/runs.ts";
import { renderInTab } from "../../component.fixture.tsx";

/** Calls a tool of the official SDK's server that asks in rounds, and shows what it asks. */
async function call(tool: string) {
  const server = await startConformanceServer();
  onTestFinished(server.close);
  const tab = createTab();
  setSettings(tab.stores, { revision: "2026-07-28", roots: ["file:///home"] });
  const { connection, client } = await connectTab(tab, server.url);
  onTestFinished(() => connection.close());
  const name = `test_input_required_result_${tool}`;
  const key = itemKey({ kind: "tool", name });
  const { runs } = tab.stores.calls;
  const { serverId } = connection;
  const { callableOf } = await import("../../calls/store/callable.ts");
  const { frameOf, requestText } = await import("../../calls/store/requestText.ts");
  const { emptyDraft } = await import("../../calls/store/drafts.ts");
  const callable = callableOf({ kind: "tool", name, raw: {} } as never, client.agreement);
  const text = requestText(callable, emptyDraft, frameOf(client));
  const tasks = { all: () => new Map(), keep() {}, forget() {} } as never;
  const done = runs.start({ serverId, key, initiator: { kind: "user" }, client, tasks }, text);
  const rendered = renderInTab(<Requests itemKey={key} />, tab);
  const run = () => runOf(runs.getState(), serverId, key);
  const result = async () => {
    await done;
    const last = run();
    return last?.kind === "done" && last.outcome.kind === "result" ? last.outcome.value : last;
  };
  return { ...rendered, run, result };
}
const region = (name: string) => screen.findByRole("region", { name });

test("a form, a sampling request and roots in one round: each is named, and the call continues", async () => {
  const { user, result } = await call("multiple_inputs");
  const form = await region("Elicitation request");
  const sampling = await region("Sampling request");
  expect(within(form).getByText("user_name")).toBeDefined();
  expect(within(sampling).getByText("greeting")).toBeDefined();
  await user.type(within(form).getByRole("textbox", { name: /name/ }), "Ada");
  await user.click(await within(form).findByRole("button", { name: "Send response" }));
  await user.type(await within(sampling).findByRole("textbox", { name: "Response" }), "Hi");
  await user.click(within(sampling).getByRole("button", { name: /^Send/ }));
  expect(JSON.stringify(await result())).toContain("Hi Ada");
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});

test("several rounds ask one after the other, each with its own answer", async () => {
  const { user, result } = await call("multi_round");
  for (const [field, value] of [
    [/name/, "Ada"],
    [/color/, "red"],
  ] as const) {
    await user.type(await screen.findByRole("textbox", { name: field }), value);
    await user.click(await screen.findByRole("button", { name: "Send response" }));
  }
  expect(JSON.stringify(await result())).toContain("Ada likes red");
});

test("cancelling the call removes what it asked", async () => {
  const { run } = await call("multiple_inputs");
  await region("Elicitation request");
  const running = run();
  if (running?.kind === "running") running.cancel();
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});
