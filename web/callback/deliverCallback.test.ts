import { expect, test } from "vitest";
import { createBrowserStorage } from "../platform/browserStorage.ts";
import { type HandOver, readHandOver, storedRedirectKey, visitKey } from "./callbackChannel.ts";
import { type CallbackWindow, handOverRedirect } from "./deliverCallback.ts";

const origin = "https://page.example";

/** A window that was sent back with a query; `waiting` names the visit that a page waits for. */
function createWindow(search: string, stored: Record<string, string> = {}, waiting?: string) {
  const memory = new Map(Object.entries(stored));
  const storage = createBrowserStorage(() => {
    throw new Error("none");
  });
  for (const [key, value] of memory) storage.setItem(key, value);
  const heard: HandOver[] = [];
  const went: string[] = [];
  const addresses: string[] = [];
  const listeners: ((event: MessageEvent<unknown>) => void)[] = [];
  const window: CallbackWindow = {
    location: {
      search,
      origin,
      pathname: "/callback.html",
      replace: (url) => went.push(String(url)),
    },
    history: { replaceState: (_data, _unused, url) => addresses.push(String(url)) },
    sessionStorage: storage,
    channel: {
      postMessage(data) {
        const said = readHandOver(data);
        if (said) heard.push(said);
        if (said?.state === waiting)
          for (const listener of listeners)
            listener({ data: { kind: "taken", state: waiting } } as MessageEvent);
      },
      addEventListener: (_type: string, listener: unknown) => {
        listeners.push(listener as (typeof listeners)[number]);
      },
    },
    after: (_ms, callback) => queueMicrotask(callback),
  };
  return { window, heard, went, addresses, storage };
}

const kept = (page: string) => JSON.stringify({ state: "s", sealed: "…", page, isSameTab: true });

test("the code leaves the address before anything else", async () => {
  const { window, addresses } = createWindow("?code=c&state=s");
  await handOverRedirect(window);
  expect(addresses).toEqual(["/callback.html"]);
});

test("a page that waits gets the whole query; duplicates included", async () => {
  const { window, heard } = createWindow("?code=c&code=d&state=s", { [visitKey]: "s" }, "s");
  expect(await handOverRedirect(window)).toBe("handed-over");
  expect(heard).toEqual([{ kind: "arrived", state: "s", query: "?code=c&code=d&state=s" }]);
});

test("a window that was opened for a visit hands over to that visit, whatever state came", async () => {
  const { window, heard } = createWindow("?code=c&state=other", { [visitKey]: "s" }, "s");
  expect(await handOverRedirect(window)).toBe("handed-over");
  expect(heard[0]?.state).toBe("s");
});

test("an answer that nobody waits for is given to nobody", async () => {
  expect(await handOverRedirect(createWindow("?code=c&state=guessed", {}, "s").window)).toBe(
    "nobody-waits",
  );
  expect(await handOverRedirect(createWindow("?code=c", {}, "s").window)).toBe("nobody-waits");
});

test("somebody who was not redirected is told so", async () => {
  expect(await handOverRedirect(createWindow("").window)).toBe("nothing-here");
});

test("a tab that went itself goes back to where it was", async () => {
  const stored = { [storedRedirectKey]: kept(`${origin}/below/`) };
  const { window, went, storage } = createWindow("?code=c&state=s", stored);
  expect(await handOverRedirect(window)).toBe("returning");
  expect(went).toEqual([`${origin}/below/`]);
  expect(JSON.parse(storage.getItem(storedRedirectKey) ?? "")).toMatchObject({
    query: "?code=c&state=s",
  });
});

test("nobody is sent to another origin", async () => {
  const stored = { [storedRedirectKey]: kept("https://other.example/") };
  const { window, went } = createWindow("?code=c&state=s", stored);
  expect(await handOverRedirect(window)).toBe("nobody-waits");
  expect(went).toEqual([]);
});
