// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSessionsServer } from "../../../../e2e/servers/sessions.ts";
import { addressed, createTab, enterLink, type Tab } from "../../../app/stores/tab.fixture.ts";
import { descriptionOf, fill, pick, renderInTab } from "../../../component.fixture.tsx";
import { createRelayTab } from "../../../relayTab.fixture.ts";
import { activeConnection } from "../../store/server.ts";
import { AddressBar } from "./AddressBar.tsx";

const render = (tab?: Tab) =>
  renderInTab(<AddressBar serverRef={createRef()} onAdd={() => {}} />, tab);
const server = () => screen.getByRole("combobox", { name: "Server" });
const button = (name: string) => screen.getByRole("button", { name });
const isUnavailable = (element: HTMLElement) => element.getAttribute("aria-disabled") === "true";
const connectionOf = ({ stores }: Tab) => activeConnection(stores.servers.all.getState());

async function startServer() {
  const started = await startSessionsServer();
  onTestFinished(started.close);
  return started;
}

describe("address", () => {
  test("typing and Enter connect, Disconnect ends it", async () => {
    const { url } = await startServer();
    const { user, ...tab } = render();
    expect(document.activeElement).toBe(server());
    await user.paste(url);
    await user.keyboard("{Enter}");
    await waitFor(() => button("Disconnect"));
    expect(screen.getByRole("status", { name: "Connection" }).textContent).toMatch(
      /Connected.*2025-11-25/,
    );
    await user.click(button("Disconnect"));
    await waitFor(() => button("Connect"));
    expect(connectionOf(tab)?.state.getState().kind).toBe("closed");
  });

  test("a pasted address replaces the selection, and shows no message until it is submitted", async () => {
    const { user, stores } = render();
    await user.type(server(), "http://");
    await user.tripleClick(server());
    await user.paste("http://127.0.0.1:9/mcp");
    expect(addressed(stores).address).toBe("http://127.0.0.1:9/mcp");
    expect(stores.servers.all.getState().activeId).toBeUndefined();
  });

  test.each(["ftp://example.org/mcp", "http://", "http://[nonsense", 'node "open', "KEY=value"])(
    "text that names no server is refused at the field with what is accepted, until it is edited: %s",
    async (text) => {
      const { user, ...tab } = render();
      fireEvent.change(server(), { target: { value: text } });
      await user.keyboard("{Enter}");
      const alert = await screen.findByRole("alert");
      expect(alert.textContent).toMatch(/https?:\/\//);
      expect(descriptionOf(server())).toContain(alert.textContent);
      expect(server().getAttribute("aria-invalid")).toBe("true");
      expect(server()).toHaveProperty("value", text);
      expect(connectionOf(tab)).toBeUndefined();
      await user.type(server(), "a");
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  test("servers used before are suggested, and choosing one writes it", async () => {
    const tab = createTab();
    const used = { kind: "http", url: "https://used.example/mcp" } as const;
    tab.stores.servers.saved.remember(used, used.url);
    const { user } = render(tab);
    await user.type(server(), "used");
    await user.click(await screen.findByRole("option", { name: /used\.example/ }));
    expect(addressed(tab.stores).address).toBe(used.url);
    expect(connectionOf(tab)).toBeUndefined();
  });

  test("the list of suggestions opens for typed text, not for text that is filled in", async () => {
    const tab = createTab();
    const url = "https://used.example/mcp";
    tab.stores.servers.saved.remember({ kind: "http", url }, url);
    const { all } = tab.stores.servers;
    const { user } = render(tab);
    expect(document.activeElement).toBe(server());
    const isOpen = () => server().getAttribute("aria-expanded") === "true";
    const follow = (address: string) => enterLink(tab.stores, address);
    for (const fillIn of [follow, all.choose]) {
      act(() => fillIn("https://used"));
      act(() => fillIn("https://used.example"));
      expect(isOpen()).toBe(false);
    }
    await user.type(server(), "/");
    expect(isOpen()).toBe(true);
    await user.keyboard("{Escape}");
    act(() => all.choose("https://used"));
    expect(isOpen()).toBe(false);
    await user.keyboard("{ArrowDown}");
    expect(isOpen()).toBe(true);
  });

  test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])(
    "the selected protocol revision is used: %s",
    async (revision) => {
      const { url } = await startServer();
      const { user } = render();
      await pick(user, screen.getByRole("combobox", { name: "Protocol revision" }), revision);
      await fill(user, server(), url);
      await user.keyboard("{Enter}");
      const status = screen.getByRole("status", { name: "Connection" });
      await waitFor(() =>
        expect(status.textContent).toBe(`Connected · ${revision} · Streamable HTTP`),
      );
      await user.click(button("Disconnect"));
    },
  );
});

describe("consent", () => {
  const command = "npx -y some-server --root '/a b'";

  test("a typed command: Start is focused, and the command is the description", async () => {
    const { user, ...tab } = render(await createRelayTab());
    await user.type(server(), `${command}{Enter}`);
    const dialog = await screen.findByRole("alertdialog", { name: "Start command?" });
    expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Start" }));
    expect(descriptionOf(dialog)).toContain("some-server");
    expect(descriptionOf(dialog)).toContain("'/a b'");
    expect(connectionOf(tab)).toBeUndefined();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(connectionOf(tab)).toBeUndefined();
    await waitFor(() => expect(document.activeElement).toBe(server()));
  });

  test("a link's command: Cancel is focused, Start is not available, and Enter cancels", async () => {
    const tab = await createRelayTab();
    enterLink(tab.stores, command);
    const { user } = render(tab);
    expect(document.activeElement).not.toBe(server());
    await user.click(button("Connect"));
    const dialog = await screen.findByRole("alertdialog", { name: "Start command?" });
    const start = within(dialog).getByRole("button", { name: "Start" });
    expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(isUnavailable(start)).toBe(true);
    await user.click(start);
    expect(connectionOf(tab)).toBeUndefined();
    within(dialog).getByRole("button", { name: "Cancel" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(connectionOf(tab)).toBeUndefined();
    expect(addressed(tab.stores).source).toBe("link");
  });

  test("a link's server is contacted only after Connect, which takes a second to be available", async () => {
    const { url } = await startServer();
    const tab = createTab();
    enterLink(tab.stores, url);
    const { user } = render(tab);
    await user.click(button("Connect"));
    const dialog = await screen.findByRole("alertdialog", { name: "Connect?" });
    expect(descriptionOf(dialog)).toContain(url);
    const connect = within(dialog).getByRole("button", { name: "Connect" });
    expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(isUnavailable(connect)).toBe(true);
    await user.click(connect);
    expect(tab.stores.traffic.log.snapshot().entries).toEqual([]);
    await waitFor(() => expect(isUnavailable(connect)).toBe(false));
    await user.click(connect);
    await waitFor(() => button("Disconnect"));
    expect(addressed(tab.stores).source).toBe("person");
    await user.click(button("Disconnect"));
  });

  test("Escape declines a link's question", async () => {
    const tab = createTab();
    enterLink(tab.stores, "https://linked.example/mcp");
    const { user } = render(tab);
    await user.click(button("Connect"));
    await screen.findByRole("alertdialog", { name: "Connect?" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(tab.stores.traffic.log.snapshot().entries).toEqual([]);
  });

  test("misleading characters of a typed command are named, and Start is guarded", async () => {
    const tab = await createRelayTab();
    tab.stores.servers.all.choose("npx some\u202eserver");
    const { user } = render(tab);
    await user.click(button("Connect"));
    const dialog = await screen.findByRole("alertdialog", { name: "Start command?" });
    expect(descriptionOf(dialog)).toMatch(/202e/i);
    expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" }));
  });
});
