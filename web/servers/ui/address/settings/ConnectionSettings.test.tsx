// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startSessionsServer } from "../../../../../e2e/servers/sessions.ts";
import { connectTab } from "../../../../app/stores/connectTab.fixture.ts";
import { addressed, createTab, setSettings } from "../../../../app/stores/tab.fixture.ts";
import { descriptionOf, fill, pick, renderInTab } from "../../../../component.fixture.tsx";
import type { Stores } from "../../../../stores/stores.ts";
import type { Server } from "../../../store/server.ts";
import { ConnectionSettings } from "./ConnectionSettings.tsx";

/** Opens the settings of a server as the address bar does. */
function renderFor(address: string, tab = createTab()) {
  tab.stores.servers.all.choose(address);
  return renderInTab(<ConnectionSettings isOpen onOpenChange={() => {}} />, tab);
}
const settingsOf = (stores: Stores) => addressed(stores).settings;
const field = (name: string | RegExp) => screen.getByRole("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });

describe("an HTTP server", () => {
  test("headers are read by line, and an invalid line is named", async () => {
    const { user, stores } = renderFor("https://one.example/mcp");
    const headers = field("Headers");
    await fill(user, headers, "X-One: 1\nX-Two: a: b");
    expect(settingsOf(stores).headers).toEqual([
      ["X-One", "1"],
      ["X-Two", "a: b"],
    ]);
    await user.paste("\nnonsense");
    expect(headers.getAttribute("aria-invalid")).toBe("true");
    expect(descriptionOf(headers)).toMatch(/3/);
    expect(settingsOf(stores).headers).toHaveLength(2);
  });

  test("an invalid limit is marked, and the last valid one stays", async () => {
    const { user, stores } = renderFor("https://one.example/mcp");
    const { timeoutSeconds } = settingsOf(stores);
    const timeout = field(/^Timeout/);
    await fill(user, timeout, "soon");
    expect(timeout.getAttribute("aria-invalid")).toBe("true");
    expect(settingsOf(stores).timeoutSeconds).toBe(timeoutSeconds);
    await fill(user, timeout, "7.5");
    expect(timeout.getAttribute("aria-invalid")).toBeNull();
    expect(settingsOf(stores).timeoutSeconds).toBe(7.5);
  });

  test("roots are written one a line; a log level is chosen and dropped", async () => {
    const { user, stores } = renderFor("https://one.example/mcp");
    await fill(user, field("Roots"), "file:///a\n\nfile:///b");
    expect(settingsOf(stores).roots).toEqual(["file:///a", "file:///b"]);
    await user.paste("\n/c");
    expect(field("Roots").getAttribute("aria-invalid")).toBe("true");
    const level = screen.getByRole("combobox", { name: "Log messages" });
    await pick(user, level, "warning");
    expect(settingsOf(stores).logLevel).toBe("warning");
  });

  test("extensions and a trace context are kept as typed, and what is not sent is named", async () => {
    const { user, stores } = renderFor("https://one.example/mcp");
    await fill(user, field("Extensions"), '{ "a/b": 1 }');
    expect(settingsOf(stores).extensions).toBe('{ "a/b": 1 }');
    expect(descriptionOf(field("Extensions"))).toContain("is not declared");
    await fill(user, field("traceparent"), "auto");
    expect(field("traceparent").getAttribute("aria-invalid")).toBeNull();
    await fill(user, field("tracestate"), "a");
    expect(descriptionOf(field("tracestate"))).toContain("is not sent");
    expect(settingsOf(stores).trace).toEqual({ parent: "auto", state: "a" });
  });

  test("each server has separate settings", async () => {
    const tab = createTab();
    const { user, unmount } = renderFor("https://one.example/mcp", tab);
    await fill(user, field("Headers"), "X-One: 1");
    unmount();
    renderFor("https://two.example/mcp", tab);
    expect(field("Headers")).toHaveProperty("value", "");
  });
});

describe("a command", () => {
  const render = () => renderFor("npx -y some-server 'a b'");

  test("program and arguments are edited separately, and the address follows", async () => {
    const { user, stores } = render();
    const address = () => addressed(stores).address;
    expect(field("Argument 3")).toHaveProperty("value", "a b");
    await user.click(button("Remove argument 1"));
    expect(address()).toBe("npx some-server 'a b'");
    await user.click(button("Add argument"));
    expect(document.activeElement).toBe(field("Argument 3"));
    await user.keyboard("$HOME");
    expect(address()).toBe("npx some-server 'a b' '$HOME'");
  });

  test("values of the environment are hidden until they are shown", async () => {
    const { user, stores } = render();
    await user.click(button("Add variable"));
    expect(document.activeElement).toBe(field("Name"));
    await user.keyboard("API_KEY");
    const value = screen.getByLabelText("Value of API_KEY");
    expect(value).toHaveProperty("type", "password");
    await user.type(value, "s3cret");
    expect(settingsOf(stores).environment).toEqual([["API_KEY", "s3cret"]]);
    await user.click(button("Show the value of API_KEY"));
    expect(value).toHaveProperty("type", "text");
    await user.click(button("Remove API_KEY"));
    expect(settingsOf(stores).environment).toEqual([]);
  });

  test("a pasted .env block becomes rows, whose values are hidden too", async () => {
    const { user, stores } = render();
    await user.click(button("Add variable"));
    await user.paste("A=1\nB='two words'\n");
    expect(settingsOf(stores).environment).toEqual([
      ["A", "1"],
      ["B", "two words"],
    ]);
    const group = screen.getByRole("group", { name: "Environment" });
    expect(within(group).getByLabelText("Value of B")).toHaveProperty("type", "password");
  });

  test("a name with an equals sign is refused and not sent", async () => {
    const { user, stores } = render();
    await user.click(button("Add variable"));
    await user.keyboard("A=B");
    expect(field("Name").getAttribute("aria-invalid") ?? field(/Name/).ariaInvalid).toBe("true");
    expect(settingsOf(stores).environment).toEqual([]);
  });
});

describe("a connected server", () => {
  test("what a change needs a new connection for is named, and applied with one press", async () => {
    const server = await startSessionsServer({ json: true });
    onTestFinished(server.close);
    const tab = createTab();
    const onOpenChange = vi.fn();
    await connectTab(tab, server.url);
    const { user, stores } = renderInTab(<ConnectionSettings isOpen {...{ onOpenChange }} />, tab);
    onTestFinished(stores.connections.connector.disconnect);
    const pending = () => screen.queryByRole("status", { name: "Changed settings" });
    // requests and roots follow their settings at once
    await fill(user, field(/^Timeout/), "7");
    await fill(user, field("Roots"), "file:///a");
    expect(pending()).toBeNull();
    const headers = field("Headers");
    await fill(user, headers, "X-Tenant: first");
    expect(pending()?.textContent).toContain("Changed since connecting: headers.");
    act(() => setSettings(stores, { revision: "2025-06-18" }));
    expect(pending()?.textContent).toContain("protocol revision and headers");
    await user.clear(headers);
    expect(pending()?.textContent).toContain("Changed since connecting: protocol revision.");
    await fill(user, headers, "X-Tenant: second");

    await user.click(button("Apply and reconnect"));
    expect(onOpenChange).toHaveBeenCalledWith(false);
    const { id, connection } = addressed(stores) as Server;
    await waitFor(() => expect(connection?.state.getState().kind).toBe("connected"));
    expect(pending()).toBeNull();
    expect(connection?.serverId).toBe(id);
    const state = connection?.state.getState();
    expect(state?.kind === "connected" && state.client.agreement.revision).toBe("2025-06-18");
    const sent = JSON.stringify(stores.traffic.log.snapshot().entries);
    expect(sent).toContain("second");
  });
});

test("a client profile is adopted: name, capabilities, revision and headers, until it is given up", async () => {
  const profile = {
    format: "mcp-playground-client/1",
    source: "notes",
    clientInfo: { name: "an-editor", version: "1.2" },
    revision: "2025-06-18",
    capabilities: { roots: {}, elicitation: {}, extensions: { "io.x/y": {} } },
    headers: [
      ["User-Agent", "editor"],
      ["X-Editor", "yes"],
    ],
    order: [],
    answers: [],
    refuses: [],
    seen: { concurrentRequests: 1, largestMessageCharacters: 1, followsPages: false },
  };
  const server = await startSessionsServer();
  onTestFinished(() => server.close());
  const tab = createTab(fetch);
  const { user, stores } = renderFor(server.url, tab);
  const field = screen.getByLabelText<HTMLInputElement>("File of a client profile");
  await user.upload(field, new File(["{}"], "client.json", { type: "application/json" }));
  await screen.findByText(/not a client profile/);
  const file = new File([JSON.stringify(profile)], "client.json", { type: "application/json" });
  await user.upload(field, file);
  await screen.findByText("an-editor 1.2");
  expect(settingsOf(stores)).toMatchObject({
    revision: "2025-06-18",
    headers: [["X-Editor", "yes"]],
    withheld: [
      "sampling",
      "sampling.tools",
      "sampling.context",
      "elicitation.url",
      "tasks",
      "apps",
    ],
  });
  await connectTab(tab, server.url);
  const { log } = stores.traffic;
  const sent = log
    .snapshot()
    .entries.find((entry) => entry.kind === "message" && entry.direction === "out");
  const text = new TextDecoder().decode(await log.read(sent?.seq ?? -1));
  expect(JSON.parse(text)).toMatchObject({
    method: "initialize",
    params: {
      protocolVersion: profile.revision,
      capabilities: profile.capabilities,
      clientInfo: profile.clientInfo,
    },
  });
  await user.click(button("Connect as MCP Playground"));
  expect(settingsOf(stores).actsAs).toBeUndefined();
  expect(screen.getByRole("switch", { name: "Roots" })).toBeTruthy();
});

test("a client of the catalogue is chosen, with what the server sees otherwise, and left again", async () => {
  const { user, stores } = renderFor("https://one.example/mcp");
  await pick(user, await screen.findByRole("combobox", { name: "Known client" }), /^Codex/);
  const list = screen.getByRole("list", { name: /^As Codex/ });
  within(list).getByText("The first offer is revision 2025-06-18.");
  within(list).getByText(/^No longer declared: .*sampling.*apps\.$/);
  within(list).getByText(/^Of a result its model gets /);
  within(list).getByText(/^Sign-in .*: it registers by dynamic registration.*127\.0\.0\.1/);
  expect(settingsOf(stores).actsAs).toBeUndefined();
  await user.click(button("Connect as Codex"));
  const { actsAs, revision, withheld } = settingsOf(stores);
  expect([actsAs?.clientInfo.name, revision]).toEqual(["codex-mcp-client", "2025-06-18"]);
  expect(withheld).toContain("sampling");
  // it stays said while the page connects as it
  screen.getByRole("list", { name: /^As Codex/ });
  await user.click(button("Connect as MCP Playground"));
  expect(settingsOf(stores)).toMatchObject({ actsAs: undefined, revision: "auto", withheld: [] });
});
