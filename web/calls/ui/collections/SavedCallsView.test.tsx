// @vitest-environment jsdom
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEverything } from "../../../../e2e/servers/everything.ts";
import { readCollection } from "../../../../shared/collections/readCollection.ts";
import { demoUrl } from "../../../../shared/demo/demoUrl.ts";
import { initiatorsOf } from "../../../../shared/log/logSummary.fixture.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { addressed, createTab, type Tab } from "../../../app/stores/tab.fixture.ts";
import { fill, pick, renderInTab } from "../../../component.fixture.tsx";
import { ToolQuestion } from "../../../content/ToolQuestion.tsx";
import { HistoryTab } from "../history/HistoryTab.tsx";

const document = JSON.stringify({
  format: "mcp-playground-collection/1",
  name: "Smoke tests",
  variables: { city: "Berlin" },
  environments: [{ name: "staging", variables: { city: "Bonn" }, secrets: ["token"] }],
  calls: [
    {
      name: "says the city",
      kind: "tool",
      item: "echo",
      arguments: { message: "{{city}}" },
      assert: [{ kind: "equals", at: "/content/0/text", value: "Echo: Bonn" }],
    },
    { name: "says the token", kind: "tool", item: "echo", arguments: { message: "{{token}}" } },
  ],
});

/** Renders the saved calls as the tab shows them. */
function renderSaved(tab: Tab = createTab()) {
  tab.stores.view.showPane("collections");
  return renderInTab(
    <>
      <HistoryTab renderConversations={() => null} />
      <ToolQuestion />
    </>,
    tab,
  );
}

const list = () => within(screen.getByRole("list", { name: "Calls of the collection" }));
const rows = () =>
  list()
    .getAllByRole("button")
    .map(
      (row) =>
        `${within(row).getByRole("img").getAttribute("aria-label")}: ${(row.textContent ?? "").replace(/[\d.]+ m?s/, "")}`,
    );
const status = (text: RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toContainEqual(
      expect.stringMatching(text),
    ),
  );
const runAll = () => screen.findByRole("button", { name: /^Run all/ });

const tool = {
  name: "order",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
};

/** A server whose tool returns structured content that the test sets. */
async function startAnswering(answer: () => object) {
  const server = createServer(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body);
    if (id === undefined) return void response.writeHead(202).end();
    const serverInfo = { name: "orders", version: "1" };
    const protocolVersion = "2025-11-25";
    const results: Readonly<Record<string, () => object>> = {
      initialize: () => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
      "tools/list": () => ({ tools: [tool] }),
      "tools/call": () => ({ content: [], structuredContent: answer() }),
    };
    const result = results[method]?.();
    const error = { code: -32601, message: "Method not found" };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

async function importFile(
  user: ReturnType<typeof renderInTab>["user"],
  text: string,
): Promise<void> {
  const file = Object.assign(new File([text], "calls.json", { type: "application/json" }), {
    text: async () => text,
  });
  await user.upload(await screen.findByLabelText("File of a collection"), file);
}

test("a file is imported, its calls run in an environment with its secret, and each result is shown", async () => {
  const server = await startEverything();
  onTestFinished(() => server.stop());
  const tab = createTab();
  const { user } = renderSaved(tab);
  await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  await importFile(user, document);
  await user.click(await runAll());
  await status(/^2 failed of 2 · /);
  expect(rows()).toEqual([
    "Failed: says the cityecho2 checks",
    "No answer: says the tokenecho1 check",
  ]);
  expect(screen.getByRole("button", { name: 'Accept "Echo: Berlin"' })).toBeDefined();
  await user.click(screen.getByRole("button", { name: /says the token/ }));
  expect(screen.getByText(/No value for {{token}}/)).toBeDefined();

  await pick(user, screen.getByRole("combobox", { name: "Environment" }), "staging");
  await fill(user, screen.getByLabelText("token"), "s3cret-token");
  await user.click(await runAll());
  await status(/^2 passed of 2 · /);
  expect(rows()).toEqual([
    "Passed: says the cityecho2 checks",
    "Passed: says the tokenecho1 check",
  ]);
  const saved = ["says the city", "says the city", "says the token"];
  expect(initiatorsOf(tab.stores.traffic.log, "tools/call")).toEqual(
    saved.map((id) => ({ kind: "saved-call", id })),
  );
});

test("assertions take their values from the last result, whose tree offers them", async () => {
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  const { user } = renderSaved(tab);
  await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const calls = [{ name: "says", kind: "tool", item: "echo", arguments: { message: "hi" } }];
  await importFile(user, JSON.stringify({ ...JSON.parse(document), calls }));
  await user.click(await runAll());
  await status(/^1 passed of 1 · /);
  const add = async (kind: string) => {
    await user.click(screen.getByRole("button", { name: "Add check" }));
    await user.click(await screen.findByRole("menuitem", { name: kind }));
  };
  const values = () =>
    screen.getAllByLabelText("Value (JSON)").map((field) => (field as HTMLInputElement).value);
  const checks = () =>
    within(screen.getByRole("list", { name: "Checks" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  await add("Equals");
  expect(values()).toEqual(['"Echo: hi"']);
  // the result outlives the change, and a place that is moved takes its value along
  await fill(user, screen.getByLabelText("At (JSON Pointer)"), "/content/0/type");
  expect(values()).toEqual(['"text"']);
  const tree = screen.getByRole("tree", { name: "Result of the saved call" });
  await user.click(within(tree).getByRole("treeitem", { name: /"text": "Echo/ }));
  await user.click(screen.getByRole("button", { name: "Assert this value" }));
  expect(checks()).toEqual([
    "succeeds",
    expect.stringContaining('/content/0/typeequals "text"'),
    expect.stringContaining('/content/0/textequals "Echo: hi"'),
  ]);
  await user.click(screen.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(rows()).toEqual(["Passed: saysecho3 checks"]));
});

test("the destructive tools of a collection need one confirmation, before any call", async () => {
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  const { user } = renderSaved(tab);
  await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const calls = [
    { name: "harmless", kind: "tool", item: "hello_world" },
    { name: "as variable", kind: "tool", item: "{{tool}}" },
  ];
  const variables = { tool: "delete_everything" };
  const text = JSON.stringify({ ...JSON.parse(document), variables, calls });
  await importFile(user, text);
  const sent = () => {
    const { log } = tab.stores.traffic;
    const { entries, length } = log.snapshot();
    const heads = entries
      .slice(0, length)
      .flatMap((entry) => (entry.kind === "message" ? entry.heads : []));
    return heads.filter((head) => head.kind === "request" && head.method === "tools/call").length;
  };
  const start = () => runAll();
  await user.click(await start());
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("delete_everything");
  expect(question.textContent).not.toContain("hello");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  await start();
  expect(sent()).toBe(0);

  await user.click(await start());
  const again = within(await screen.findByRole("alertdialog"));
  const confirm = again.getByRole("button", { name: "Run calls" });
  await waitFor(() => expect(confirm.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(confirm);
  await waitFor(() => expect(sent()).toBe(2));
  await user.click(await start());
  await waitFor(() => expect(sent()).toBe(4));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("the open call is saved, edited, and exported without secrets; invalid input is kept and reported", async () => {
  const tab = createTab();
  const { servers, calls } = tab.stores;
  const { collections } = tab.stores.calls;
  servers.all.select({ kind: "tool", name: "echo" });
  calls.drafts.change(addressed(tab.stores).id, "tool echo", {
    argumentsText: '{"message": 1.50}',
  });
  const { user } = renderSaved(tab);
  await user.click(await screen.findByRole("button", { name: "New collection" }));
  await user.click(await screen.findByRole("button", { name: "Save open call" }));
  const editor = await screen.findByRole("article", { name: "Saved call" });
  await user.click(within(editor).getByRole("button", { name: "Edit call" }));
  await fill(user, within(editor).getByRole("textbox", { name: "Name" }), "first");
  await pick(user, within(editor).getByRole("button", { name: "Add check" }), "Faster than");
  await fill(user, within(editor).getByRole("textbox", { name: "Milliseconds" }), "250");
  const args = within(editor).getByRole("textbox", { name: "Arguments" });
  expect(args).toHaveProperty("value", '{"message": 1.50}');
  await fill(user, args, "{");
  expect(within(editor).getByText(/It is not a JSON object/)).toBeDefined();
  const store = await collections();
  const shown = () => store.getState().all?.[0]?.collection;
  expect(shown()?.calls).toEqual([
    {
      name: "first",
      kind: "tool",
      item: "echo",
      argumentsText: '{"message": 1.50}',
      assertions: [{ kind: "faster-than", ms: 250 }],
    },
  ]);
  await user.click(screen.getByRole("button", { name: /^Variables and environments/ }));
  const environments = '{"environments":[{"name":"a","secrets":["key"]}]}';
  const field = screen.getByRole("textbox", { name: "Variables and environments" });
  await fill(user, field, environments);
  await waitFor(() => expect(shown()?.environments).toHaveLength(1));
  const id = store.getState().all?.[0]?.id ?? "";
  store.change(id, { environmentName: "a", secrets: { key: "s3cret" } });
  const saved: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => String(saved.push(blob)),
      revokeObjectURL: () => {},
    }),
  );
  await user.click(screen.getByRole("button", { name: "Export" }));
  const file = (await saved[0]?.text()) ?? "";
  expect(file).not.toContain("s3cret");
  expect(readCollection(file)).toEqual({ kind: "collection", collection: shown() });
});

test.each([
  ["{}", "It is not a collection of saved calls."],
  ["{", "It is not complete JSON."],
])("the file %s is refused in words", async (text, reason) => {
  const { user } = renderSaved();
  await screen.findByText("No saved calls yet");
  await importFile(user, text);
  expect(await screen.findByText(reason)).toBeDefined();
  expect(screen.getByText("No saved calls yet")).toBeDefined();
});

/** A tab that is connected to a server whose answer the test sets. */
async function connectEditable(answer: () => object) {
  const server = await startAnswering(answer);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  return { tab, view };
}

test("a call that is saved with its last result passes without editing; a change is shown, and accepted or ignored", async () => {
  let answer: object = { status: "open", build: "b1", read_at: "2026-11-20T16:02:00Z" };
  const { tab, view } = await connectEditable(() => answer);
  const item = { kind: "tool", name: "order", raw: tool } as const;
  tab.stores.servers.all.select({ kind: "tool", name: "order" });
  await tab.stores.calls.invoke.run(view, item as never);
  const { user } = renderSaved(tab);
  await user.click(await screen.findByRole("button", { name: "New collection" }));
  await user.click(await screen.findByRole("button", { name: "Save open call" }));
  answer = { status: "open", build: "b1", read_at: "2026-11-24T18:30:40Z" };
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await waitFor(() => expect(rows()).toEqual(["Passed: orderorder1 check"]));

  answer = { status: "packed", build: "b2", read_at: "2026-11-24T18:31:26Z" };
  await user.click(await runAll());
  await status(/^1 failed of 1 · /);
  const table = await screen.findByRole("table", { name: "Answers" });
  expect(table.querySelector("ins")?.textContent).toContain('"build": "b2"');
  await user.click(screen.getByRole("button", { name: "Ignore /build" }));
  await user.click(await screen.findByRole("button", { name: "Accept as new answer" }));
  // nothing is sent again for that
  await waitFor(() => expect(rows()).toEqual(["Passed: orderorder1 check"]));
  expect(initiatorsOf(tab.stores.traffic.log, "tools/call")).toHaveLength(3);
  const runs = within(screen.getByRole("list", { name: "Runs" })).getAllByRole("listitem");
  expect(runs.map(({ title }) => title.split(",")[0])).toEqual(["Passed", "Failed"]);

  answer = { status: "packed", build: "b3", read_at: "2026-11-24T18:32:00Z" };
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await status(/^1 passed of 1 · /);
});

test("a suggested check has the value of the last answer, and passes; a later value is accepted", async () => {
  let now = "open";
  const { tab } = await connectEditable(() => ({ status: now }));
  const { user } = renderSaved(tab);
  const calls = [{ name: "order", kind: "tool", item: "order" }];
  await importFile(user, JSON.stringify({ ...JSON.parse(document), calls }));
  await user.click(await runAll());
  await status(/^1 passed of 1 · /);
  await user.click(
    await screen.findByRole("button", { name: '/structuredContent/status equals "open"' }),
  );
  await waitFor(() => expect(rows()).toEqual(["Passed: orderorder2 checks"]));
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await status(/^1 passed of 1 · /);
  now = "packed";
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await status(/^1 failed of 1 · /);
  await user.click(await screen.findByRole("button", { name: 'Accept "packed"' }));
  await waitFor(() => expect(rows()).toEqual(["Passed: orderorder2 checks"]));
});
