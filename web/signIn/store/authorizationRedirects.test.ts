import { expect, test } from "vitest";
import { storedRedirectKey } from "../../callback/callbackChannel.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createRedirects, type RedirectsOptions } from "./authorizationRedirects.ts";
import { decryptRedirect, encryptRedirect } from "./storage/sealedRedirect.ts";

type AuthorizationRedirect = Parameters<RedirectsOptions["seal"]>[0];

const visit = {
  url: "https://as.example/authorize?state=s",
  state: "s",
  redirectUri: "https://page.example/callback.html",
  issuer: "https://as.example",
  pending: { serverUrl: "https://mcp.example/mcp", verifier: "the-verifier", state: "s" },
} as AuthorizationRedirect;

/** A tab whose browser blocks windows. */
function setUp(seal: RedirectsOptions["seal"]) {
  const stored = new Map<string, string>();
  const went: string[] = [];
  const redirects = createRedirects({
    storage: createMemoryStorage(stored),
    seal,
    serverId: () => "server",
    saveTab: async () => "tab",
    keepSecrets: async () => {},
    dropSecrets: async () => {},
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
  return { redirects, stored, went, end };
}

test("a tab that cannot encrypt its state does not navigate away, and stores nothing", async () => {
  const { redirects, stored, went, end } = setUp(async () => undefined);
  redirects.open();
  await redirects.leave();
  expect(redirects.state.getState()).toMatchObject({ kind: "blocked", canLeave: false });
  expect([went, [...stored]]).toEqual([[], []]);
  await end();
});

test("a tab that navigates away stores its encrypted state, and deletes it when the sign-in is cancelled", async () => {
  const { redirects, stored, went, end } = setUp(async () => "sealed");
  redirects.open();
  await redirects.leave();
  expect(went).toEqual([visit.url]);
  expect(JSON.parse(stored.get(storedRedirectKey) ?? "")).toEqual({
    state: "s",
    sealed: "sealed",
    page: "https://page.example/",
    isSameTab: true,
    serverId: "server",
    tab: "tab",
  });
  await end();
  expect([...stored]).toEqual([]);
});

test("a sign-in that is encrypted too late is not stored", async () => {
  const sealing = Promise.withResolvers<string>();
  const { redirects, stored, went, end } = setUp(() => sealing.promise);
  redirects.open();
  const leaving = redirects.leave();
  await end();
  sealing.resolve("sealed");
  await leaving;
  expect([went, [...stored]]).toEqual([[], []]);
});

test("a sign-in expires after an hour, and can be decrypted for its own state only", async () => {
  const encryptedStore = {
    seal: async (name: string, value: unknown) => JSON.stringify([name, value]),
    open: async (name: string, text: string) => {
      const [sealedFor, value] = JSON.parse(text) as [string, unknown];
      return sealedFor === name ? value : undefined;
    },
  };
  const hour = 60 * 60 * 1000;
  const sealed = (await encryptRedirect(encryptedStore, visit, 0)) ?? "";
  expect(await decryptRedirect(encryptedStore, { state: "s", sealed }, hour - 1)).toEqual({
    visit,
    isExpired: false,
  });
  expect((await decryptRedirect(encryptedStore, { state: "s", sealed }, hour))?.isExpired).toBe(
    true,
  );
  expect(await decryptRedirect(encryptedStore, { state: "other", sealed }, 0)).toBeUndefined();
  expect(await encryptRedirect(undefined, visit, 0)).toBeUndefined();
});
