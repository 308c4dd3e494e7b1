// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import { encodeText } from "../../../shared/core/bytes.ts";
import type { Entry, TapChange } from "../../../shared/log/entry.ts";
import { classify } from "../../../shared/protocol/jsonRpc.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab, setSettings } from "../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { Traffic } from "./Traffic.tsx";

const secret = "sesame-4711";

/** The traffic of a handshake whose requests carry a secret. */
async function openTraffic() {
  const server = await startSessionsServer({ json: true });
  onTestFinished(server.close);
  const tab = createTab();
  setSettings(tab.stores, { headers: [["X-Api-Key", secret]] });
  const rendered = renderInTab(<Traffic />, tab);
  await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  // the last message, after which the log no longer grows
  await within(grid).findByText(/5 tools/);
  // how the connection was made is one closed row
  await rendered.user.click(heading(grid));
  return { ...rendered, grid };
}
/** The `aria-expanded` state of a heading. */
const expanded = (heading: HTMLElement) =>
  within(heading).getByRole("button").getAttribute("aria-expanded");
/** The exchange, not the note about the negotiation. */
const requestRow = /^sent\+[\d.]+initialize/;
const heading = (grid: HTMLElement) => rowOf(grid, /Connected/);
const detail = () => screen.findByRole("region", { name: "Message detail" });
const rowOf = (grid: HTMLElement, text: RegExp) =>
  within(grid)
    .getAllByRole("row")
    .find(({ textContent }) => text.test(textContent ?? "")) as HTMLElement;
/** Chooses an action of the menu beside the filter. */
const more = async (user: UserEvent, name: RegExp) => {
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name }));
};
const count = (grid: HTMLElement) => Number(grid.getAttribute("aria-rowcount"));

test("rows are in wire order, and the grid reports their number", async () => {
  const { grid } = await openTraffic();
  const rows = within(grid).getAllByRole("row");
  const texts = rows.map((row) => row.textContent ?? "");
  const at = (method: string) => texts.findIndex((text) => text.includes(method));
  expect(at("initialize")).toBeGreaterThanOrEqual(0);
  expect(at("notifications/initialized")).toBeGreaterThan(at("initialize"));
  expect(count(grid)).toBeGreaterThanOrEqual(rows.length);
  expect(rows[0]?.getAttribute("aria-rowindex")).toBe("1");
});

test("the filter narrows the rows; if none match, Show all restores them", async () => {
  const { user, grid } = await openTraffic();
  const all = count(grid);
  const filter = screen.getByRole("searchbox", { name: "Filter traffic" });
  await user.type(filter, "method:notifications/initialized");
  await waitFor(() => expect(count(grid)).toBeLessThan(all));
  expect(within(grid).queryByRole("row", { name: /tools\/list/ })).toBeNull();
  await user.clear(filter);
  await user.type(filter, "no-such-thing");
  await user.click(await screen.findByRole("button", { name: "Show all" }));
  await waitFor(() => expect(count(grid)).toBe(all));
  expect(document.activeElement).toBe(grid);
});

test("a row is selected by click and by arrow key; Escape in the detail returns to the list", async () => {
  const { user, grid, stores } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  expect((await detail()).textContent).toContain("protocolVersion");
  const first = stores.view.getState().selectedSeq;
  grid.focus();
  await user.keyboard("{ArrowDown}");
  expect(stores.view.getState().selectedSeq).toBeGreaterThan(first ?? Number.NaN);
  const marked = grid.getAttribute("aria-activedescendant") ?? "";
  expect(document.getElementById(marked)?.getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(await detail());
  await user.keyboard("{Escape}");
  expect(stores.view.getState().selectedSeq).toBeUndefined();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Message detail" })).toBeNull());
  expect(document.activeElement).toBe(grid);
});

test("a row that moves away while it is pressed is selected, and none while text is selected", async () => {
  const { grid, stores } = await openTraffic();
  const row = rowOf(grid, requestRow);
  const rows = row.parentElement as HTMLElement;
  const at = { clientX: 10, clientY: 10, detail: 1 };
  fireEvent.mouseDown(row, at);
  // released over another row: the browser reports the element around both
  fireEvent.click(rows, { ...at, clientY: 90 });
  expect(stores.view.getState().selectedSeq).toBeUndefined();
  fireEvent.mouseDown(row, at);
  fireEvent.click(rows, at);
  expect((await detail()).textContent).toContain("protocolVersion");
});

test("a secret header is not in the page until it is revealed, and only for that message", async () => {
  const { user, grid } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  const shown = await detail();
  await user.click(within(shown).getByRole("tab", { name: "HTTP" }));
  await waitFor(() => expect(shown.textContent).toMatch(/x-api-key/i));
  expect(document.documentElement.outerHTML).not.toContain(secret);
  await user.click(within(shown).getByRole("button", { name: "Reveal" }));
  expect(shown.textContent).toContain(secret);
  await user.click(within(shown).getByRole("button", { name: "Mask" }));
  expect(document.documentElement.outerHTML).not.toContain(secret);
  await user.click(within(shown).getByRole("button", { name: "Reveal" }));
  await user.click(rowOf(grid, /notifications\/initialized/));
  await waitFor(() => expect(shown.textContent).toContain("notifications/initialized"));
  await user.click(within(shown).getByRole("tab", { name: "HTTP" }));
  await waitFor(() => expect(shown.textContent).toMatch(/x-api-key/i));
  expect(document.documentElement.outerHTML).not.toContain(secret);
});

test("the details have the tabs that apply, and open on what the row is", async () => {
  const { user, grid } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  const shown = await detail();
  const tabs = () =>
    within(shown)
      .getAllByRole("tab")
      .map((tab) => `${tab.textContent}${tab.getAttribute("aria-selected") === "true" ? "*" : ""}`);
  expect(tabs()).toEqual(["Request*", "Response", "HTTP200", "Raw"]);
  await user.click(within(shown).getByRole("tab", { name: "Response" }));
  await waitFor(() => expect(shown.textContent).toContain('"capabilities"'));
  await user.click(within(shown).getByRole("tab", { name: "Raw" }));
  expect(
    within(shown)
      .getAllByRole("region")
      .map((part) => part.getAttribute("aria-label")),
  ).toEqual(["Raw request", "Raw response"]);
  await user.click(within(rowOf(grid, requestRow)).getByRole("button", { name: /^Parts of/ }));
  await user.click(rowOf(grid, /^received\+[\d.]+result/));
  expect(tabs()).toEqual(["Request", "Response*", "HTTP200", "Raw"]);
  await user.click(rowOf(grid, /notifications\/initialized/));
  await waitFor(() => expect(tabs()).toEqual(["Message*", "HTTP202", "Raw"]));
  await user.click(within(shown).getByRole("button", { name: "Previous message" }));
  await waitFor(() => expect(tabs()[0]).toBe("Request"));
  await user.click(within(shown).getByRole("button", { name: "Next message" }));
  await waitFor(() => expect(tabs()[0]).toBe("Message*"));
});

test("a failed call opens on its answer, a pending one says so, a cancelled one has none", async () => {
  const tab = createTab();
  const { log } = tab.stores.traffic;
  const message = (direction: "in" | "out", body: object) => {
    const text = { jsonrpc: "2.0", ...body };
    log.append(
      {
        kind: "message",
        carrier: "stdio",
        connectionId: "c",
        exchangeId: undefined,
        direction,
        batch: false,
        heads: [classify(text)],
      },
      encodeText(JSON.stringify(text)),
    );
  };
  const call = (id: number, name: string) =>
    message("out", { id, method: "tools/call", params: { name } });
  call(1, "fails");
  message("in", { id: 1, error: { code: -32603, message: "MCP error -32603: no such city" } });
  call(2, "waits");
  call(3, "cancelled");
  message("out", { method: "notifications/cancelled", params: { requestId: 3 } });
  const { user } = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const tabs = () =>
    within(screen.getByRole("region", { name: "Message detail" }))
      .getAllByRole("tab")
      .map(({ textContent }) => textContent);
  await user.click(rowOf(grid, /fails/));
  const shown = await detail();
  await waitFor(() => expect(shown.textContent).toContain('"code"'));
  expect(shown.textContent).toContain("no such city · error -32603");
  expect(tabs()).toEqual(["Request", "Response", "Raw"]);
  await user.click(rowOf(grid, /waits/));
  await waitFor(() => expect(shown.textContent).toContain('"waits"'));
  await user.click(within(shown).getByRole("tab", { name: "Response" }));
  expect(shown.textContent).toContain("No response yet");
  await user.click(rowOf(grid, /tools\/call cancelled/));
  await waitFor(() => expect(tabs()).toEqual(["Request", "Raw"]));
  expect(shown.textContent).toContain("The request was cancelled before it was answered.");
});

test("in a small window the details are a page, and its way back leads to the row", async () => {
  const media = globalThis.matchMedia;
  onTestFinished(() => void vi.stubGlobal("matchMedia", media));
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { media: query, matches: query.includes("width") }),
  );
  const { user, grid } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  const page = await detail();
  await waitFor(() => expect(document.activeElement).toBe(page));
  expect(within(page).queryByRole("button", { name: "Close message detail" })).toBeNull();
  await user.click(within(page).getByRole("button", { name: "Back to Messages" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Message detail" })).toBeNull());
  expect(document.activeElement).toBe(grid);
  const row = document.getElementById(grid.getAttribute("aria-activedescendant") ?? "");
  expect(row?.textContent).toMatch(requestRow);
});

test("the details stay open while a newer message is selected that is not drawn yet", async () => {
  const { user, stores, grid } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  const shown = await detail();
  act(() => {
    const { log } = stores.traffic;
    const { connectionId } = log.snapshot().entries[0] as Entry;
    const body = encodeText('{"jsonrpc":"2.0","id":"newest","method":"ping"}');
    const heads = [classify(JSON.parse('{"jsonrpc":"2.0","id":"newest","method":"ping"}'))];
    const message = { kind: "message", carrier: "stdio", direction: "out", heads } as const;
    const { seq } = log.append(
      { ...message, batch: false, connectionId, exchangeId: undefined },
      body,
    );
    stores.view.selectEntry(seq);
  });
  expect(shown.isConnected).toBe(true);
  await waitFor(() => expect(shown.textContent).toContain("newest"));
});

test("Clear traffic empties the log and closes the detail", async () => {
  const { user, grid, stores } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  await detail();
  await user.click(screen.getByRole("button", { name: "Clear traffic" }));
  expect(stores.view.getState().selectedSeq).toBeUndefined();
  await waitFor(() => expect(screen.queryByRole("grid", { name: "Messages" })).toBeNull());
  expect(stores.traffic.log.snapshot().entries).toEqual([]);
});

test("a message's call is copied as curl, a program or a report, with secrets masked", async () => {
  const { user, grid } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  const writeText = vi.spyOn(navigator.clipboard, "writeText");
  const copied = async (name: string) => {
    writeText.mockClear();
    await user.click(within(await detail()).getByRole("button", { name: "Copy" }));
    await user.click(await screen.findByRole("menuitem", { name }));
    await waitFor(() => expect(writeText).toHaveBeenCalled());
    return writeText.mock.calls[0]?.[0];
  };
  const curl = await copied("Copy as curl");
  expect(curl).toMatch(/^curl -i .*-X POST 'http:\/\/127\.0\.0\.1:\d+\//m);
  expect(curl).toContain(`-H 'X-Api-Key: '"$MCP_X_API_KEY"`);
  expect(curl).not.toContain(secret);
  const powerShell = await copied("Copy as PowerShell");
  expect(powerShell).toContain("Invoke-WebRequest -UseBasicParsing -Uri 'http://127.0.0.1:");
  expect(powerShell).toContain("'X-Api-Key' = $env:MCP_X_API_KEY");
  expect(powerShell).not.toContain(secret);
  await user.click(rowOf(grid, /tools\/list/));
  const program = await copied("Copy as TypeScript");
  expect(program).toContain("client.listTools(");
  expect(program).toContain('"X-Api-Key": process.env.MCP_X_API_KEY');
  expect(await copied("Copy as Markdown")).toContain("### 1. `tools/list`");
});

test("recorded requests for input are copied to Sampling, and recorded answers become rules", async () => {
  const tab = createTab();
  const { log } = tab.stores.traffic;
  const request = { method: "sampling/createMessage", params: { maxTokens: 7, messages: [] } };
  const asks = { resultType: "input_required", inputRequests: { one: request } };
  const answer = { role: "assistant", content: { type: "text", text: "Hi" }, model: "m" };
  const message = (direction: "in" | "out", body: object) => {
    const text = { jsonrpc: "2.0", ...body };
    log.append(
      {
        kind: "message",
        carrier: "stdio",
        connectionId: "c",
        exchangeId: undefined,
        direction,
        secrets: [],
        batch: false,
        heads: [classify(text)],
      },
      encodeText(JSON.stringify(text)),
    );
  };
  message("out", { id: 1, method: "tools/call", params: { name: "ask" } });
  message("in", { id: 1, result: asks });
  message("in", { id: 2, ...request });
  message("out", { id: 2, result: answer });
  const { user, stores } = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const open = async (text: RegExp) => {
    await user.click(rowOf(grid, text));
    return within(await detail());
  };
  const expand = async (text: RegExp) =>
    user.click(within(rowOf(grid, text)).getByRole("button", { name: /^Parts of/ }));
  await expand(/^sent.*tools\/call/);
  const asking = await open(/received.*result/);
  await user.click(await asking.findByRole("button", { name: "Copy to Sampling" }));
  expect(stores.sampling.scratch.getState()[0]).toMatchObject({
    revision: "2026-07-28",
    text: JSON.stringify(request.params),
  });
  await expand(/^received.*sampling\/createMessage/);
  const answering = await open(/sent.*result/);
  await user.click(await answering.findByRole("button", { name: "Answer like this from now on" }));
  expect(stores.inbox.rules.getState().rules[0]).toMatchObject({
    match: { method: "sampling/createMessage" },
    answer: { kind: "result", text: JSON.stringify(answer) },
  });
  expect(stores.view.getState()).toMatchObject({ pane: "sampling", samplingSection: "rules" });
});

test("how a connection was made is one row that says what was found, opens and closes", async () => {
  const { user, grid, stores } = await openTraffic();
  const names = () =>
    within(grid)
      .getAllByRole("row")
      .map(({ textContent }) => textContent ?? "");
  const all = names().length;
  expect(count(grid)).toBe(all);
  expect(expanded(heading(grid))).toBe("true");
  expect(names().filter((name) => /sent.*server\/discover/.test(name))).toHaveLength(1);
  await user.click(heading(grid));
  expect([expanded(heading(grid)), count(grid)]).toEqual(["false", 1]);
  expect(names()[0]).toMatch(/Connected to .*initialize, 1 list · 5 tools/);
  grid.focus();
  await user.keyboard("{ArrowUp}{ArrowRight}");
  expect(names()).toHaveLength(all);
  await user.keyboard("{ArrowLeft}");
  expect(names()).toHaveLength(1);
  // a folded row that another view selects is shown
  const probe = stores.traffic.log
    .snapshot()
    .entries.find((entry) => entry.kind === "message" && entry.direction === "out");
  act(() => stores.view.selectEntry(probe?.seq));
  await waitFor(() => expect(names()).toHaveLength(all));
});

test("an exchange is one row; its parts open in place by button and by key, and close with a selected one", async () => {
  const { user, grid, stores } = await openTraffic();
  const row = () => rowOf(grid, /^sent.*tools\/list/);
  const texts = () =>
    within(grid)
      .getAllByRole("row")
      .map(({ textContent }) => textContent ?? "");
  const closed = texts().length;
  const at = texts().findIndex((text) => text.includes("tools/list"));
  await user.click(within(row()).getByRole("button", { name: /^Parts of/ }));
  expect(texts()).toHaveLength(closed + 2);
  expect(texts()[at + 1]).toMatch(/^sent\+0\.000request/);
  expect(texts()[at + 2]).toMatch(/^received\+[\d.]+result5 tools/);
  expect(texts().filter((text) => text.includes("tools/list"))).toHaveLength(1);
  expect(stores.view.getState().selectedSeq).toBeUndefined();
  await user.click(row());
  const request = stores.view.getState().selectedSeq;
  grid.focus();
  // the row of the request is passed over: it is selected with its exchange
  await user.keyboard("{ArrowDown}");
  expect(stores.view.getState().selectedSeq).not.toBe(request);
  await user.keyboard("{ArrowLeft}");
  expect(texts()).toHaveLength(closed);
  expect(stores.view.getState().selectedSeq).toBe(request);
  await user.keyboard("{ArrowRight}");
  expect(texts()).toHaveLength(closed + 2);
});

test("times count from one zero, and are times of day on request", async () => {
  const { user, grid } = await openTraffic();
  expect(rowOf(grid, /^sent.*tools\/list/).textContent).toMatch(/^sent\+\d+\.\d{3}tools\/list/);
  await user.click(screen.getByRole("radio", { name: "Clock" }));
  expect(rowOf(grid, /^sent.*tools\/list/).textContent).toMatch(
    /^sent\d\d:\d\d:\d\d\.\d{3}tools\/list/,
  );
});

test("rows of several servers have a badge each, and a chip shows those of the active one", async () => {
  const [one, two] = await Promise.all([startSessionsServer(), startSessionsServer()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
  });
  const tab = createTab();
  const { user, stores } = renderInTab(<Traffic />, tab);
  const { opener } = stores.connections;
  const ids = [one, two].map(({ url }) => opener.open({ target: { kind: "http", url } }));
  onTestFinished(() => ids.forEach(opener.close));
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const badges = () =>
    new Set(
      within(grid)
        .queryAllByRole("img")
        .map((badge) => badge.textContent)
        // the glyphs of who caused it have no text
        .filter((text) => text !== ""),
    );
  const rows = () => within(grid).queryAllByText(/5 tools/);
  await waitFor(() => expect(rows()).toHaveLength(2));
  const [letter = ""] = [...badges()];
  expect([...badges()]).toEqual([letter, `${letter}2`]);
  stores.servers.all.activate(ids[1] as string);
  await more(user, /^This server/);
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect([...badges()]).toEqual([`${letter}2`]);
});

test("bodies are searched, and buttons toggle common terms", async () => {
  const { user, grid } = await openTraffic();
  const filter = screen.getByRole<HTMLInputElement>("searchbox", { name: "Filter traffic" });
  await user.type(filter, 'body:"clientinfo"');
  await waitFor(() => expect(rowOf(grid, /initialize/)).toBeTruthy());
  await waitFor(() => expect(within(grid).queryByRole("row", { name: /tools\/list/ })).toBeNull());
  await user.click(screen.getByRole("button", { name: /^Problems/ }));
  expect(filter.value).toBe('body:"clientinfo" is:problem');
  await user.click(screen.getByRole("button", { name: /^Problems/ }));
  expect(filter.value).toBe('body:"clientinfo"');
  await user.clear(filter);
  await more(user, /^Filter syntax/);
  const syntax = await screen.findByRole("dialog", { name: "Filter syntax" });
  await user.click(within(syntax).getByRole("button", { name: /^method:/ }));
  expect(filter.value).toBe("method:");
});

test("the context menu of a row copies it, masked, and opens by key", async () => {
  const { user, grid } = await openTraffic();
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.pointer({ target: rowOf(grid, requestRow), keys: "[MouseRight]" });
  const menu = await screen.findByRole("menu", { name: "Message" });
  expect(
    within(menu)
      .getAllByRole("menuitem")
      .map(({ textContent }) => textContent),
  ).toEqual(
    expect.arrayContaining([
      "Copy as JSON",
      "Copy as curl",
      "Edit in Composer",
      "Go to response",
      "Filter by method:initialize",
    ]),
  );
  await user.click(within(menu).getByRole("menuitem", { name: "Copy as curl" }));
  await waitFor(() => expect(copied).toHaveBeenCalledOnce());
  expect(copied.mock.calls[0]?.[0]).toContain("initialize");
  expect(copied.mock.calls[0]?.[0]).not.toContain(secret);
  await user.click(rowOf(grid, requestRow));
  grid.focus();
  await user.keyboard("{Shift>}{F10}{/Shift}");
  await user.click(
    within(await screen.findByRole("menu", { name: "Message" })).getByRole("menuitem", {
      name: "Copy as JSON",
    }),
  );
  await waitFor(() => expect(copied).toHaveBeenCalledTimes(2));
  expect(JSON.parse(copied.mock.calls[1]?.[0] ?? "")).toMatchObject({ method: "initialize" });
  grid.focus();
  await user.keyboard("{ContextMenu}");
  await user.click(
    within(await screen.findByRole("menu", { name: "Message" })).getByRole("menuitem", {
      name: "Filter by method:initialize",
    }),
  );
  expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Filter traffic" }).value).toBe(
    "method:initialize",
  );
});

test("a connection can be folded while one of its rows is selected", async () => {
  const { user, grid, stores } = await openTraffic();
  await user.click(rowOf(grid, requestRow));
  expect(expanded(heading(grid))).toBe("true");
  await user.click(heading(grid));
  expect(within(grid).getAllByRole("row")).toEqual([heading(grid)]);
  expect([expanded(heading(grid)), count(grid)]).toEqual(["false", 1]);
  const first = stores.traffic.log.snapshot().entries.find(({ kind }) => kind === "connection");
  expect(stores.view.getState().selectedSeq).toBe(first?.seq);
  grid.focus();
  await user.keyboard("{ArrowRight}");
  expect(within(grid).getAllByRole("row").length).toBeGreaterThan(3);
});

test("disconnecting keeps the log, and connecting again adds to it", async () => {
  const { grid, stores } = await openTraffic();
  const { disconnect, connect } = stores.connections.connector;
  act(disconnect);
  await waitFor(() => expect(rowOf(grid, /Closed/)).toBeDefined());
  expect(rowOf(grid, requestRow)).toBeDefined();
  act(connect);
  // with the end of the connection that it replaces
  await waitFor(() => expect(rowOf(grid, /Connected again to .*5 tools/)).toBeDefined());
  expect(rowOf(grid, /Closed/)).toBeUndefined();
});

test("the row of a connection that ended does not say that it is connected", async () => {
  const { grid, stores } = await openTraffic();
  act(() => stores.connections.connector.disconnect());
  await waitFor(() => expect(rowOf(grid, /Closed/)).toBeDefined());
  expect(within(grid).getAllByRole("row", { name: /Connected to/ })).toHaveLength(1);
});

test("a call that a tap held tells the time of the server, and how long its request and its answer waited", async () => {
  const tab = createTab();
  const { log } = tab.stores.traffic;
  const message = (direction: "in" | "out", body: object, change: TapChange, at: number) => {
    const text = { jsonrpc: "2.0", ...body };
    const facts = { carrier: "stdio", secrets: [], batch: false, exchangeId: undefined } as const;
    const heads = [classify(text)];
    log.append(
      { kind: "message", connectionId: "c", direction, heads, change, ...facts },
      encodeText(JSON.stringify(text)),
      undefined,
      at,
    );
  };
  const call = { id: 1, method: "tools/call", params: { name: "echo" } };
  message("out", call, { action: "held", waitedMs: 17_500 }, 20_000);
  message("in", { id: 1, result: {} }, { action: "edited", waitedMs: 2000 }, 20_002);
  renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const { textContent } = await waitFor(() => rowOf(grid, /echo/));
  expect(textContent).toMatch(/paused for 17\.50 s, edited after 2\.00 s.*≤ 2\.0 ms/);
});

test("problems are counted once for repeated attempts, and Alt+P goes from one to the next", async () => {
  const tab = createTab();
  const { log } = tab.stores.traffic;
  const facts = {
    carrier: "stdio",
    batch: false,
    exchangeId: undefined,
    connectionId: "c",
  } as const;
  const message = (direction: "in" | "out", body: object) => {
    const text = { jsonrpc: "2.0", ...body };
    return log.append(
      { kind: "message", direction, heads: [classify(text)], ...facts },
      encodeText(JSON.stringify(text)),
    ).seq;
  };
  const call = (id: number, answer: object) => {
    const seq = message("out", { id, method: "tools/call", params: { name: `tool${id}` } });
    message("in", { id, ...answer });
    return seq;
  };
  const failed = { result: { isError: true, content: [{ type: "text", text: "No such city" }] } };
  const [first, , second] = [
    call(1, failed),
    call(2, { result: {} }),
    call(3, { error: { code: -32603, message: "MCP error -32603: units is undefined" } }),
  ];
  for (const id of ["a", "b", "c"]) {
    const stream = { connectionId: "c", exchangeId: id } as const;
    const http = { method: "GET", url: "http://a.test/mcp", headers: [] };
    log.append({ kind: "http-request", direction: "out", http, ...stream });
    const reason = "Failed to fetch";
    log.append({ kind: "http-end", direction: "none", outcome: "failed", reason, ...stream });
  }
  const { user, stores } = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  expect(await screen.findByRole("button", { name: "Problems 3" })).toBeDefined();
  expect(rowOf(grid, /tool1/).textContent).toContain("No such city");
  expect(rowOf(grid, /tool3/).textContent).toMatch(/tool3units is undefined/);
  expect(rowOf(grid, /×3/)).toBeDefined();
  const selected = () => stores.view.getState().selectedSeq;
  screen.getByRole("searchbox", { name: "Filter traffic" }).focus();
  await user.keyboard("{Alt>}p{/Alt}");
  expect(selected()).toBe(first);
  await user.keyboard("{Alt>}p{/Alt}");
  expect(selected()).toBe(second);
  await user.keyboard("{Alt>}pp{/Alt}");
  expect(selected()).toBe(first);
});

test("each row says who caused it, and the menu of causes leaves the rows of one", async () => {
  const { user, grid } = await openTraffic();
  const marks = grid.querySelectorAll('[role="row"] [role="img"][aria-label="by this client"]');
  expect(marks).toHaveLength(grid.querySelectorAll('[role="row"]').length);
  await user.click(screen.getByRole("button", { name: "By anyone" }));
  await user.click(await screen.findByRole("menuitem", { name: /^By the playground/ }));
  const filter = screen.getByRole<HTMLInputElement>("searchbox", { name: "Filter traffic" });
  expect(filter.value).toBe("by:engine");
  await user.click(screen.getByRole("button", { name: "By the playground" }));
  await user.click(await screen.findByRole("menuitem", { name: "By anyone" }));
  expect(filter.value).toBe("");
});
