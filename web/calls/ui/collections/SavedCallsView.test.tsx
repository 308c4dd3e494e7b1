// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEverything } from "../../../../e2e/servers/everything.ts";
import { readCollection } from "../../../../shared/collections/readCollection.ts";
import { demoUrl } from "../../../../shared/demo/demoUrl.ts";
import { initiatorsOf } from "../../../../shared/log/logSummary.fixture.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { addressed, createTab } from "../../../app/stores/tab.fixture.ts";
import { fill, pick, renderInTab } from "../../../component.fixture.tsx";
import { ToolQuestion } from "../../../content/ToolQuestion.tsx";
import { SavedCallsView } from "./SavedCallsView.tsx";

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

const rows = () =>
  within(screen.getByRole("list", { name: "Calls of the collection" }))
    .getAllByRole("button")
    .map(({ textContent }) => (textContent ?? "").replace(/[\d.]+ m?s/, ""));

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
  const { user } = renderInTab(<SavedCallsView />, tab);
  await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  await importFile(user, document);
  await user.click(await screen.findByRole("button", { name: "Run all" }));
  await screen.findByText("0 of 2 calls passed");
  expect(rows()).toEqual(["says the cityechoFailed", "says the tokenechoNo answer"]);
  expect(screen.getByText('Expected "Echo: Bonn", found "Echo: Berlin".')).toBeDefined();
  await user.click(screen.getByRole("button", { name: /says the token/ }));
  expect(screen.getByText(/No value for {{token}}/)).toBeDefined();

  await pick(user, screen.getByRole("combobox", { name: "Environment" }), "staging");
  await fill(user, screen.getByLabelText("token"), "s3cret-token");
  await user.click(screen.getByRole("button", { name: "Run all" }));
  await screen.findByText("2 of 2 calls passed");
  expect(rows()).toEqual(["says the cityechoPassed", "says the tokenechoPassed"]);
  const saved = ["says the city", "says the city", "says the token"];
  expect(initiatorsOf(tab.stores.traffic.log, "tools/call")).toEqual(
    saved.map((id) => ({ kind: "saved-call", id })),
  );
});

test("assertions take their values from the last result, whose tree offers them", async () => {
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  const { user } = renderInTab(<SavedCallsView />, tab);
  await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const calls = [{ name: "says", kind: "tool", item: "echo", arguments: { message: "hi" } }];
  await importFile(user, JSON.stringify({ ...JSON.parse(document), calls }));
  await user.click(await screen.findByRole("button", { name: "Run all" }));
  await screen.findByText(/^1 of 1 /);
  const add = async (kind: string) => {
    await user.click(screen.getByRole("button", { name: "Add assertion" }));
    await user.click(await screen.findByRole("menuitem", { name: kind }));
  };
  const values = () =>
    screen.getAllByLabelText("Value (JSON)").map((field) => (field as HTMLInputElement).value);
  await add("Equals");
  expect(values()).toEqual(['"Echo: hi"']);
  // the result outlives the change, and a place that is moved takes its value along
  await fill(user, screen.getByLabelText("At (JSON Pointer)"), "/content/0/type");
  expect(values()).toEqual(['"text"']);
  const tree = screen.getByRole("tree", { name: "Result of the saved call" });
  await user.click(within(tree).getByRole("treeitem", { name: /"text": "Echo/ }));
  await user.click(screen.getByRole("button", { name: "Assert this value" }));
  expect(values()).toEqual(['"text"', '"Echo: hi"']);
  await user.click(screen.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(rows()).toEqual(["saysechoPassed"]));
});

test("the destructive tools of a collection need one confirmation, before any call", async () => {
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  const { user } = renderInTab(
    <>
      <SavedCallsView />
      <ToolQuestion />
    </>,
    tab,
  );
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
  const start = () => screen.findByRole("button", { name: "Run all" });
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
  const { user } = renderInTab(<SavedCallsView />, tab);
  await user.click(await screen.findByRole("button", { name: "New collection" }));
  await user.click(await screen.findByRole("button", { name: "Save open call" }));
  const editor = await screen.findByRole("article", { name: "Saved call" });
  await fill(user, within(editor).getByRole("textbox", { name: "Name" }), "first");
  await pick(user, within(editor).getByRole("button", { name: "Add assertion" }), "Faster than");
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
  await user.click(screen.getByRole("button", { name: "Export the collection" }));
  const file = (await saved[0]?.text()) ?? "";
  expect(file).not.toContain("s3cret");
  expect(readCollection(file)).toEqual({ kind: "collection", collection: shown() });
});

test.each([
  ["{}", "It is not a collection of saved calls."],
  ["{", "It is not complete JSON."],
])("the file %s is refused in words", async (text, reason) => {
  const { user } = renderInTab(<SavedCallsView />);
  await screen.findByText("No saved calls yet");
  await importFile(user, text);
  expect(await screen.findByText(reason)).toBeDefined();
  expect(screen.getByText("No saved calls yet")).toBeDefined();
});
