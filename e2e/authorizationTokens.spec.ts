/** Journey: what becomes of tokens: they stay hidden, are renewed, widened, and given back. */
import { randomBytes } from "node:crypto";
import { createRelay } from "../relay/server.ts";
import { pageDir } from "./ensureBuild.ts";
import {
  authorizationOf,
  call,
  connectBySigningIn,
  decide,
  expect,
  isConnected,
  openAuthorization,
  openSignIn,
  openTab,
  readLink,
  test,
} from "./signIn.ts";

/** Waits until a token that a server saw is past its expiry. */
async function sleepPast(authorizations: readonly (string | undefined)[]): Promise<void> {
  const [, claims = ""] = authorizations.at(-1)?.split(".") ?? [];
  const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { exp: number };
  await expect.poll(() => Date.now() / 1000 - exp, { timeout: 20_000 }).toBeGreaterThan(0);
}

const refreshesOf = ({ grants }: { grants(): readonly { type: string; error?: unknown }[] }) =>
  grants().filter(({ type }) => type === "refresh_token");

test("no code and no token is seen in an address, a storage, on the console or on the screen", async ({
  playground,
  counterparts,
  context,
}) => {
  const { page } = playground;
  const seen: string[] = [];
  context.on("console", (message) => seen.push(message.text()));
  page.on("framenavigated", (frame) => seen.push(frame.url()));
  const { provider, server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  await call(playground, "whoami", "with mcp:read");

  const storages = () =>
    page.evaluate(async () => {
      const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href];
      for (const { name = "" } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        for (const store of database.objectStoreNames) {
          const all = await new Promise<unknown[]>((resolve, reject) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(reading.result);
            reading.onerror = () => reject(reading.error);
          });
          kept.push(JSON.stringify(all));
        }
        database.close();
      }
      return kept;
    });
  seen.push(...(await storages()), await page.content());
  seen.push(await readLink(playground), await page.content());

  const tokens = new Set(
    server.authorizations().flatMap((header) => header?.replace(/^\w+ /, "") ?? []),
  );
  expect([provider.secrets().length, tokens.size]).toEqual([2, 1]);
  for (const secret of [...provider.secrets(), ...tokens]) {
    expect(seen.filter((text) => text.includes(secret))).toEqual([]);
  }
});

test("a token that ran out is renewed without a person, and the call goes on", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair({ accessTokenSeconds: 3 });
  await connectBySigningIn(playground, server.url);
  await sleepPast(server.authorizations());
  await call(playground, "whoami", "with mcp:read");
  const refreshes = refreshesOf(provider);
  expect(refreshes.length).toBeGreaterThan(0);
  expect(refreshes.filter(({ error }) => error)).toEqual([]);
});

test("a refresh that is refused leads back to signing in", async ({ playground, counterparts }) => {
  const { provider, server } = await counterparts.pair({ accessTokenSeconds: 3 });
  await connectBySigningIn(playground, server.url);
  await provider.revokeEverything();
  await sleepPast(server.authorizations());
  await playground.open("Tools", "whoami");
  await playground.button("Call tool").click();
  const popup = await openSignIn(playground);
  // the person is still signed in there, so that only consent is asked
  await decide(popup);
  await expect(playground.result).toContainText("with mcp:read");
});

test("a tool that wants more leads to one more consent, for what is there and what is new", async ({
  playground,
  counterparts,
}) => {
  const { server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  await playground.open("Tools", "reset");
  await playground.button("Call tool").click();
  const popup = await openSignIn(playground);
  await expect(popup.getByRole("listitem")).toContainText(["mcp:read", "mcp:admin"]);
  await decide(popup);
  await expect(playground.result).toContainText("Everything is reset");
  await call(playground, "whoami", "mcp:read mcp:admin");
});

test("Forget credentials revokes the refresh token, and the next connection signs in anew", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  const authorization = await openAuthorization(playground);
  await authorization.getByRole("button", { name: "Forget credentials" }).click();
  await expect.poll(() => provider.revocations()).toBe(1);
  await playground.button("Disconnect").click();
  await playground.button("Connect").click();
  const popup = await openSignIn(playground);
  await decide(popup);
  await isConnected(playground);
});

test("two tabs with what is remembered: each refresh token is used once", async ({
  playground,
  counterparts,
  relay,
}) => {
  const { provider, server } = await counterparts.pair({ accessTokenSeconds: 4 });
  await connectBySigningIn(playground, server.url);
  const authorization = await openAuthorization(playground);
  await authorization.getByText("Remember on this device").click();
  const other = await openTab(playground, relay.createLink());
  await other.enter(server.url);
  await isConnected(other);
  for (const each of [playground, other]) await each.open("Tools", "whoami");
  await sleepPast(server.authorizations());
  const before = refreshesOf(provider).length;
  await Promise.all([playground, other].map((each) => each.button("Call tool").click()));
  for (const each of [playground, other]) {
    await expect(each.result).toContainText("with mcp:read");
  }
  const refreshes = refreshesOf(provider);
  expect(refreshes.length).toBeGreaterThan(before);
  expect(refreshes.filter(({ error }) => error)).toEqual([]);
});

test("what is remembered opens with the relay that has half of its key, and with no other at its port", async ({
  playground,
  counterparts,
  watched,
}) => {
  const { server } = await counterparts.pair();
  const [own, foreign] = [randomBytes(32), randomBytes(32)];
  const first = await createRelay({ port: 0, pageDir, deviceKey: own });
  watched.allow(first.url);
  const { port } = first;
  const { page } = playground;
  await page.goto(first.createLink());
  await connectBySigningIn(playground, server.url);
  const authorization = await openAuthorization(playground);
  await expect(authorization).toContainText("the other with this relay");
  await authorization.getByText("Remember on this device").click();
  await expect(authorization.getByRole("switch", { name: "Remember" })).toBeChecked();
  await first.close();

  // whatever has the port next serves a page of the same origin
  const second = await createRelay({ port, pageDir, deviceKey: foreign });
  const tab = await openTab(playground, second.createLink());
  await tab.enter(server.url);
  await expect(authorizationOf(tab).getByRole("alert")).toContainText("another relay's half");
  await expect(authorizationOf(tab).getByRole("button", { name: "Authorize" })).toBeVisible();
  await tab.page.close();
  await second.close();

  const again = await createRelay({ port, pageDir, deviceKey: own });
  const back = await openTab(playground, again.createLink());
  await back.enter(server.url);
  await isConnected(back);
  await again.close();
});
