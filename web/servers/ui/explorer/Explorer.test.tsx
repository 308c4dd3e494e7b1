// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { createRef } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startBadServer } from "../../../../e2e/servers/misbehaving/bad.ts";
import { startHostile } from "../../../../e2e/servers/misbehaving/hostile.ts";
import { startModernServer } from "../../../../e2e/servers/modern.ts";
import { memoUri } from "../../../../e2e/servers/modernServer.ts";
import { methodNotFound, startReplies } from "../../../../e2e/servers/replies.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, shown } from "../../../app/stores/tab.fixture.ts";
import { ItemHeader } from "../../../calls/ui/ItemHeader.tsx";
import { renderInTab } from "../../../component.fixture.tsx";
import { readItem } from "../../store/catalog/items.ts";
import { Explorer } from "./Explorer.tsx";

/** The explorer of a server with about seven tools, and one resource. */
async function openExplorer() {
  const server = await startModernServer();
  onTestFinished(server.close);
  return openExplorerOf(server.url);
}

async function openExplorerOf(url: string) {
  const tab = createTab();
  const onOpen = vi.fn();
  const rendered = renderInTab(<Explorer filterRef={createRef()} onOpen={onOpen} />, tab);
  expect(screen.queryByRole("listbox")).toBeNull();
  await connectTab(tab, url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const tools = await screen.findByRole("listbox", { name: "Tools" });
  const selection = () => shown(tab.stores).selection;
  return { ...rendered, tools, selection, onOpen };
}
const namesIn = (list: HTMLElement) =>
  within(list)
    .queryAllByRole("option")
    .map((option) => option.textContent);

test("lists have separate names, and a row has its position in the list", async () => {
  const { tools } = await openExplorer();
  const rows = within(tools).getAllByRole("option");
  expect(rows.length).toBeGreaterThan(4);
  expect(rows[1]?.getAttribute("aria-posinset")).toBe("2");
  expect(rows[1]?.getAttribute("aria-setsize")).toBe(String(rows.length));
  const resources = await screen.findByRole("listbox", { name: "Resources" });
  expect(namesIn(resources)).toHaveLength(1);
});

test("the filter narrows every list, and Escape shows all again", async () => {
  const { user, tools } = await openExplorer();
  const all = namesIn(tools).length;
  const filter = screen.getByRole("searchbox", { name: "Filter" });
  await user.type(filter, "echo");
  await waitFor(() => expect(namesIn(tools)).toHaveLength(1));
  // a list without a match is not shown
  await waitFor(() => expect(screen.queryByRole("listbox", { name: "Resources" })).toBeNull());
  expect(screen.queryByRole("button", { name: /^Resources/ })).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(namesIn(tools)).toHaveLength(all));
  expect(filter).toHaveProperty("value", "");
});

test("a list of several pages is read completely", async () => {
  const bad = await startBadServer();
  onTestFinished(bad.close);
  const { tools } = await openExplorerOf(bad.url("pages"));
  await waitFor(() => expect(namesIn(tools)).toHaveLength(6));
  expect(namesIn(tools)).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => expect.stringContaining(`tool-${n}`)),
  );
  expect(screen.queryByRole("button", { name: "Load more tools" })).toBeNull();
});

test("a list without an end stops, and is continued on request", async () => {
  const hostile = await startHostile();
  onTestFinished(hostile.close);
  const { user, tools } = await openExplorerOf(hostile.url("endless"));
  const more = await screen.findByRole("button", { name: "Load more tools" });
  const size = () => within(tools).getAllByRole("option")[0]?.getAttribute("aria-setsize");
  expect(size()).toBe("100");
  await user.click(more);
  await waitFor(() => expect(size()).toBe("200"));
});

test("arrow keys select without opening; Enter opens", async () => {
  const { user, tools, selection, onOpen } = await openExplorer();
  const names = namesIn(tools);
  tools.focus();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(selection()).toEqual({ kind: "tool", name: names[1] });
  const marked = tools.getAttribute("aria-activedescendant") ?? "";
  expect(document.getElementById(marked)?.getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{End}");
  expect(selection()?.name).toBe(names.at(-1));
  await user.keyboard("{ArrowDown}");
  expect(selection()?.name).toBe(names.at(-1));
  await user.keyboard("{Home}");
  expect(selection()?.name).toBe(names[0]);
  expect(onOpen).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(tools);
});

test("a press selects and opens; one item is selected among all lists", async () => {
  const { user, selection, onOpen } = await openExplorer();
  const resources = await screen.findByRole("listbox", { name: "Resources" });
  await user.click(screen.getByRole("option", { name: /^echo/ }));
  expect(selection()).toEqual({ kind: "tool", name: "echo" });
  await user.click(within(resources).getByRole("option"));
  expect(selection()?.kind).toBe("resource");
  expect(screen.getAllByRole("option", { selected: true })).toHaveLength(1);
  expect(onOpen).toHaveBeenCalledTimes(2);
});

test("a list is folded away and read again on request", async () => {
  const { user, tools, stores } = await openExplorer();
  const toggle = screen.getByRole("button", { name: /^Tools/ });
  await user.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("listbox", { name: "Tools" })).toBeNull();
  await user.click(toggle);
  const asked = () => stores.traffic.log.snapshot().entries.length;
  const before = asked();
  await user.click(screen.getByRole("button", { name: "Reload tools" }));
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  expect(namesIn(tools).length).toBeGreaterThan(4);
});

/** The explorer of a server that answers only these methods. */
async function openReplies(capabilities: object, results: Readonly<Record<string, object>>) {
  const server = await startReplies({ capabilities }, ({ method }) => {
    const result = results[method];
    return result ? { result } : methodNotFound;
  });
  onTestFinished(server.close);
  const tab = createTab();
  const rendered = renderInTab(<Explorer filterRef={createRef()} onOpen={() => {}} />, tab);
  await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  await screen.findByRole("listbox", { name: "Tools" });
  return { ...rendered, server };
}
const oneTool = { "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" } }] } };

test("a list that the server does not declare is requested if the user asks anyway", async () => {
  const { user, server } = await openReplies(
    { tools: {} },
    { ...oneTool, "prompts/list": { prompts: [{ name: "hidden" }] } },
  );
  await user.click(screen.getByRole("button", { name: /^Not declared/ }));
  expect(server.methods()).not.toContain("prompts/list");
  await user.click(screen.getByRole("button", { name: "Ask for prompts anyway" }));
  expect(namesIn(await screen.findByRole("listbox", { name: "Prompts" }))).toEqual(["hidden"]);
  await user.click(screen.getByRole("button", { name: "Ask for resource templates anyway" }));
  expect(await screen.findByText(/no method resources\/templates\/list/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  const lists = server.methods().filter((method) => method.endsWith("/list"));
  expect(lists).toEqual(["tools/list", "prompts/list", "resources/templates/list"]);
});

test("a server that declares resources need not have templates", async () => {
  await openReplies(
    { tools: {}, resources: {} },
    { ...oneTool, "resources/list": { resources: [] } },
  );
  expect(await screen.findByText(/no method resources\/templates\/list/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a resource is read when it is opened, not when it is moved over, and once", async () => {
  const resources = ["a", "b"].map((name) => ({ name, uri: `memo:///${name}` }));
  const { user, server, stores } = await openReplies(
    { tools: {}, resources: {} },
    {
      ...oneTool,
      "resources/list": { resources },
      "resources/templates/list": { resourceTemplates: [] },
      "resources/read": { contents: [] },
    },
  );
  const reads = () =>
    server.asked.flatMap(({ method, params }) => (method === "resources/read" ? params.uri : []));
  const list = await screen.findByRole("listbox", { name: "Resources" });
  list.focus();
  await user.keyboard("{ArrowDown}{ArrowUp}");
  await user.click(within(list).getByRole("option", { name: /^b/ }));
  await waitFor(() => expect(reads()).toEqual(["memo:///b"]));
  await user.click(within(list).getByRole("option", { name: /^a/ }));
  await waitFor(() => expect(reads()).toEqual(["memo:///b", "memo:///a"]));
  const done = () =>
    [...(stores.calls.runs.getState().values().next().value?.values() ?? [])].flat();
  await waitFor(() => expect(done().map(({ kind }) => kind)).toEqual(["done", "done"]));
  await user.click(within(list).getByRole("option", { name: /^b/ }));
  expect(shown(stores).selection?.name).toBe("memo:///b");
  expect(reads()).toHaveLength(2);
});

test("a title that repeats the name is not shown", async () => {
  const tool = { inputSchema: { type: "object" } };
  const tools = [
    { ...tool, name: "echo", title: "Echo" },
    { ...tool, name: "add", title: "Add numbers" },
  ];
  const server = await startReplies({ capabilities: { tools: {} } }, () => ({ result: { tools } }));
  onTestFinished(server.close);
  const tab = createTab();
  renderInTab(<Explorer filterRef={createRef()} onOpen={() => {}} />, tab);
  await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const list = await screen.findByRole("listbox", { name: "Tools" });
  expect(namesIn(list)).toEqual(["echo", "add Add numbers"]);
});

test("characters that reorder or hide parts of a name are shown, in the row and above the form", async () => {
  const name = "\u202eevil";
  const tool = { name, title: "Read\u200b only \u2764\ufe0f", inputSchema: { type: "object" } };
  await openReplies({ tools: {} }, { "tools/list": { tools: [tool] } });
  expect(namesIn(screen.getByRole("listbox", { name: "Tools" }))).toEqual([
    "\\u{202e}evil Read\\u{200b} only \u2764\ufe0f",
  ]);
  renderInTab(<ItemHeader item={readItem("tool", tool)} owner={undefined} actions={null} />);
  const heading = screen.getByRole("heading", { name: "\\u{202e}evil" });
  expect(heading.closest("header")?.textContent).not.toMatch(/[\u202e\u200b]/);
});

test("the URI of a resource is not repeated after its name, unless two have the name", async () => {
  const file = (name: string, uri: string) => ({ name, uri });
  const resources = [
    file("architecture.md", "docs://one/architecture.md"),
    file("readme.md", "docs://one/readme.md"),
    file("readme.md", "docs://two/readme.md"),
    file("Notes", "docs://one/notes.md"),
  ];
  const server = await startReplies({ capabilities: { tools: {}, resources: {} } }, ({ method }) =>
    method === "tools/list"
      ? { result: { tools: [{ name: "echo", inputSchema: { type: "object" } }] } }
      : method === "resources/list"
        ? { result: { resources } }
        : methodNotFound,
  );
  onTestFinished(server.close);
  await openExplorerOf(server.url);
  const list = await screen.findByRole("listbox", { name: "Resources" });
  const hasUri = namesIn(list).map((text) => text?.includes("docs://"));
  expect(hasUri).toEqual([false, true, true, true]);
});

test("a resource that the server has changed is marked until it is read", async () => {
  const { stores } = await openExplorer();
  const list = await screen.findByRole("listbox", { name: "Resources" });
  const connection = [...stores.servers.all.getState().open.values()][0]?.connection;
  const row = () => within(list).getByRole("option").textContent ?? "";
  expect(row()).not.toContain("changed");
  const params = { uri: memoUri };
  act(() =>
    stores.catalog.changes.note(
      connection?.id ?? "",
      "notifications/resources/updated",
      params,
      stores.clock.now,
    ),
  );
  expect(row()).toContain("changed");
  act(() => stores.calls.invoke.open({ kind: "resource", name: memoUri }));
  await waitFor(() => expect(row()).not.toContain("changed"));
});
