import { expect, test } from "vitest";
import { createBrowserStorage } from "../platform/browserStorage.ts";
import {
  type CallbackMessage,
  openedWindowStateKey,
  readCallbackMessage,
  storedRedirectKey,
} from "./callbackChannel.ts";
import { type CallbackWindow, deliverCallback } from "./deliverCallback.ts";

const origin = "https://page.example";

/**
 * A redirected window; `waiting` is the state of the sign-in that a page waits for, which misses
 * the first `missedOffers` offers.
 */
function createWindow(
  search: string,
  stored: Record<string, string> = {},
  waiting?: string,
  missedOffers = 0,
) {
  const memory = new Map(Object.entries(stored));
  const storage = createBrowserStorage(() => {
    throw new Error("none");
  });
  for (const [key, value] of memory) storage.setItem(key, value);
  const messages: CallbackMessage[] = [];
  const navigations: string[] = [];
  const addresses: string[] = [];
  const listeners: ((event: MessageEvent<unknown>) => void)[] = [];
  const window: CallbackWindow = {
    location: {
      search,
      origin,
      pathname: "/callback.html",
      replace: (url) => navigations.push(String(url)),
    },
    history: { replaceState: (_data, _unused, url) => addresses.push(String(url)) },
    sessionStorage: storage,
    channel: {
      postMessage(data) {
        const message = readCallbackMessage(data);
        if (message) messages.push(message);
        if (message?.state === waiting && messages.length > missedOffers)
          for (const listener of listeners)
            listener({ data: { kind: "taken", state: waiting } } as MessageEvent);
      },
      addEventListener: (_type: string, listener: unknown) => {
        listeners.push(listener as (typeof listeners)[number]);
      },
    },
    after: (_ms, callback) => queueMicrotask(callback),
  };
  return { window, messages, navigations, addresses, storage };
}

const storedFor = (page: string) =>
  JSON.stringify({ state: "s", sealed: "…", page, isSameTab: true });

test("the code is removed from the address bar first", async () => {
  const { window, addresses } = createWindow("?code=c&state=s");
  await deliverCallback(window);
  expect(addresses).toEqual(["/callback.html"]);
});

test("a waiting page receives the complete query, including duplicates", async () => {
  const { window, messages } = createWindow(
    "?code=c&code=d&state=s",
    { [openedWindowStateKey]: "s" },
    "s",
  );
  expect(await deliverCallback(window)).toBe("delivered");
  expect(messages).toEqual([{ kind: "arrived", state: "s", query: "?code=c&code=d&state=s" }]);
});

test("a window opened for a sign-in delivers to that sign-in, whatever state the redirect has", async () => {
  const { window, messages } = createWindow(
    "?code=c&state=other",
    { [openedWindowStateKey]: "s" },
    "s",
  );
  expect(await deliverCallback(window)).toBe("delivered");
  expect(messages[0]?.state).toBe("s");
});

test("a page that is still loading after a reload receives the redirect once it listens", async () => {
  const { window, messages } = createWindow("?code=c&state=s", {}, "s", 2);
  expect(await deliverCallback(window)).toBe("delivered");
  expect(messages).toHaveLength(3);
});

test("a redirect that no page waits for is not delivered", async () => {
  expect(await deliverCallback(createWindow("?code=c&state=guessed", {}, "s").window)).toBe(
    "not-expected",
  );
  expect(await deliverCallback(createWindow("?code=c", {}, "s").window)).toBe("not-expected");
});

test("a visit without a redirect is reported", async () => {
  expect(await deliverCallback(createWindow("").window)).toBe("no-redirect");
});

test("a sign-in in the same tab returns to the stored page", async () => {
  const stored = { [storedRedirectKey]: storedFor(`${origin}/below/`) };
  const { window, navigations, storage } = createWindow("?code=c&state=s", stored);
  expect(await deliverCallback(window)).toBe("returning");
  expect(navigations).toEqual([`${origin}/below/`]);
  expect(JSON.parse(storage.getItem(storedRedirectKey) ?? "")).toMatchObject({
    query: "?code=c&state=s",
  });
});

test("a stored page of another origin is ignored", async () => {
  const stored = { [storedRedirectKey]: storedFor("https://other.example/") };
  const { window, navigations } = createWindow("?code=c&state=s", stored);
  expect(await deliverCallback(window)).toBe("not-expected");
  expect(navigations).toEqual([]);
});
