import { expect, test } from "vitest";
import { storedRedirectKey } from "../../callback/callbackChannel.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createSignInStore } from "../../platform/storage/signInStore.ts";
import { createStoredItems } from "../../platform/storage/storedItems.fixture.ts";
import { createRedirects, type RedirectsOptions } from "./authorizationRedirects.ts";
import { keepSignIn, openSignIn } from "./storage/storedSignIn.ts";

type AuthorizationRedirect = Parameters<RedirectsOptions["keep"]>[0];

const visit = {
  url: "https://as.example/authorize?state=s",
  state: "s",
  redirectUri: "https://page.example/callback.html",
  issuer: "https://as.example",
  pending: { serverUrl: "https://mcp.example/mcp", verifier: "the-verifier", state: "s" },
} as AuthorizationRedirect;

/** A tab whose browser blocks windows. */
function setUp(keep: RedirectsOptions["keep"]) {
  const dropped: string[] = [];
  const stored = new Map<string, string>();
  const went: string[] = [];
  const redirects = createRedirects({
    storage: createMemoryStorage(stored),
    keep,
    drop: async (state) => void dropped.push(state),
    serverId: () => "server",
    saveTab: async () => "tab",
    window: {
      open: () => null,
      location: {
        href: "https://page.example/#s=2.x",
        assign: (url: string | URL) => void went.push(String(url)),
      } as Location,
      setInterval: globalThis.setInterval as unknown as Window["setInterval"],
      clearInterval: globalThis.clearInterval as Window["clearInterval"],
    },
  });
  const control = new AbortController();
  const back = redirects.begin(visit, control.signal);
  const end = () => {
    control.abort();
    return back;
  };
  return { redirects, stored, dropped, went, end };
}

test("a tab that cannot encrypt its state does not navigate away, and stores nothing", async () => {
  const { redirects, stored, went, end } = setUp(async () => false);
  redirects.open();
  await redirects.leave();
  expect(redirects.state.getState()).toMatchObject({ kind: "blocked", canLeave: false });
  expect([went, [...stored]]).toEqual([[], []]);
  await end();
});

test("a tab that navigates away stores its encrypted state, and deletes it when the sign-in is cancelled", async () => {
  const { redirects, stored, dropped, went, end } = setUp(async () => true);
  redirects.open();
  await redirects.leave();
  expect(went).toEqual([visit.url]);
  expect(JSON.parse(stored.get(storedRedirectKey) ?? "")).toEqual({
    state: "s",
    page: "https://page.example/",
    isSameTab: true,
    serverId: "server",
    tab: "tab",
  });
  expect(dropped).toEqual([]);
  await end();
  expect([[...stored], dropped]).toEqual([[], ["s"]]);
});

test("a sign-in that is encrypted too late does not stay stored", async () => {
  const keeping = Promise.withResolvers<boolean>();
  const { redirects, stored, dropped, went, end } = setUp(() => keeping.promise);
  redirects.open();
  const leaving = redirects.leave();
  await end();
  expect(dropped).toEqual([]);
  keeping.resolve(true);
  await leaving;
  expect([went, [...stored], dropped]).toEqual([[], [], ["s"]]);
});

test("a stored sign-in is opened once, for its own state, within an hour", async () => {
  let now = Date.now();
  const signIns = createSignInStore(createStoredItems().items, () => now);
  const content = { visit, secrets: { headers: ["X: y"] } };
  const redirect = { state: "s", page: "", isSameTab: true, serverId: "server" };
  expect(await keepSignIn(undefined, content)).toBe(false);
  expect(await keepSignIn(signIns, content)).toBe(true);
  expect(await openSignIn(signIns, { ...redirect, state: "other" })).toBeUndefined();
  expect(await openSignIn(signIns, redirect)).toEqual(content);
  expect(await openSignIn(signIns, redirect)).toBeUndefined();
  await keepSignIn(signIns, content);
  now += 61 * 60 * 1000;
  expect(await openSignIn(signIns, redirect)).toBeUndefined();
});
