/** Signs in at real authorization servers without a browser: plays the windows that the page opens, and the user in them. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import { createCounterparts } from "../../../e2e/servers/authorization/counterparts.ts";
import { walk } from "../../../e2e/servers/authorization/headless.fixture.ts";
import { decodeSession } from "../../../shared/recording/link.ts";
import { whenConnected } from "../../app/stores/connectTab.fixture.ts";
import { addressed, createTab, shown, type Tab } from "../../app/stores/tab.fixture.ts";
import { deliverCallback, openCallbackChannel } from "../../callback/deliverCallback.ts";
import { runOf } from "../../calls/store/runs.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { unlistedItem } from "../../servers/store/catalog/queries.ts";
import { ShareDialog } from "../../sessions/ui/share/ShareDialog.tsx";
import { AuthorizationView } from "./AuthorizationView.tsx";

/** Servers that are closed when the test ends. */
export const counterparts = createCounterparts(({ close }) => onTestFinished(close));

/** The redirect URI of a page of {@link createTab}. */
export const tabRedirectUri = "http://127.0.0.1:9/callback.html";

/** A tab whose address bar has the URL of a server; nothing has been sent yet. */
export function openSignInTab(url: string, tab: Tab = createTab()) {
  const { servers, connections, calls, signIn } = tab.stores;
  servers.all.write(url);
  onTestFinished(() => connections.opener.close(servers.all.getState().activeId ?? ""));
  return {
    ...tab,
    connect: () => connections.connector.connect(),
    connected: () => whenConnected(tab),
    /** Opens the window as a press on Authorize does, once the flow waits for it. */
    async authorize() {
      const server = addressed(tab.stores);
      const { redirects } = await signIn.of(server, server.address).load();
      await vi.waitFor(() => expect(redirects.state.getState().kind).toBe("ready"));
      redirects.open();
    },
    /** Calls a tool without arguments, and returns its outcome as JSON. */
    async call(name: string): Promise<string> {
      const connected = await whenConnected(tab);
      await calls.invoke.run(connected, unlistedItem("tool", name));
      const run = runOf(calls.runs.getState(), shown(tab.stores).id, `tool ${name}`);
      return JSON.stringify(run?.kind === "done" ? run.outcome : run);
    },
  };
}

export type RenderedSignIn = ReturnType<typeof renderAuthorization>;

/** Renders the authorization view of a tab whose address bar has the URL of a server. */
export function renderAuthorization(url: string, given?: Tab) {
  const tab = openSignInTab(url, given);
  const { user, rerender } = renderInTab(<AuthorizationView />, tab);
  const view = () => screen.getByRole("region", { name: "Authorization" });
  /** Waits until the view contains a text. */
  const shows = (words: string | RegExp) =>
    waitFor(() => expect(view().textContent).toMatch(words));
  const press = async (name: string) => {
    const button = await within(view()).findByRole("button", { name });
    // a button that confirms is available after a second
    await waitFor(() => expect(button.getAttribute("aria-disabled")).not.toBe("true"));
    await user.click(button);
  };
  return {
    ...tab,
    user,
    shows,
    press,
    async authorize() {
      await shows(/Press Authorize: a window opens/);
      await press("Authorize");
    },
    /** Everything that can be read outside of fields: on the screen, in local and session storage, in a link of the session. */
    async readable(): Promise<string> {
      const page = document.documentElement.cloneNode(true) as HTMLElement;
      for (const field of page.querySelectorAll("input, textarea")) field.remove();
      const base = "https://playground.example/";
      rerender(<ShareDialog isOpen onOpenChange={() => {}} base={base} />);
      const link = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Link" });
      await waitFor(() => expect(link.value).toContain("#s=2."));
      const session = await decodeSession(new URL(link.value).hash.slice("#s=".length));
      const shared = JSON.stringify(session);
      expect(shared).toContain("mcp-playground/1");
      const stored = JSON.stringify([...tab.stored, ...tab.tabStored]);
      return [page.outerHTML, stored, shared].join("\n");
    },
  };
}

/**
 * Lets the page open windows: in each, the user signs in and consents, and the callback page
 * delivers the redirect.
 * @returns the URLs that were opened
 */
export function playWindows(): readonly string[] {
  const opened: string[] = [];
  const spy = vi.spyOn(window, "open").mockImplementation(() => {
    const stored = new Map<string, string>();
    const sessionStorage = { ...createMemoryStorage(stored), clear: () => stored.clear() };
    const visit = async (url: string) => {
      opened.push(url);
      const search = `?${await walk(url, tabRedirectUri)}`;
      const channel = openCallbackChannel();
      await deliverCallback({
        location: { search, origin: location.origin, pathname: "/callback.html", replace() {} },
        history: { replaceState() {} },
        sessionStorage,
        channel,
        after: (ms, callback) => setTimeout(callback, ms),
      });
      channel.close();
      popup.closed = true;
    };
    const popup = {
      closed: false,
      opener: window,
      sessionStorage,
      location: { origin: "null", replace: (url: string) => void visit(url) },
    };
    return popup as unknown as Window;
  });
  onTestFinished(() => spy.mockRestore());
  return opened;
}
