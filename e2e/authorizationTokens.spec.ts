/** Journey: remembered credentials, in several tabs and with several relays at one address. */
import { randomBytes } from "node:crypto";
import { createPageHost } from "../relay/http/pageHosts.ts";
import { createRelay } from "../relay/server.ts";
import { pageDir } from "./ensureBuild.ts";
import { createPlayground } from "./playground.ts";
import { freePort } from "./servers/process.ts";
import {
  authorizationOf,
  decide,
  expect,
  isConnected,
  openAuthorization,
  openSignIn,
  openTab,
  signIn,
  test,
} from "./signIn.ts";

test("remembered credentials are encrypted, each tab uses them, only the relay with half of their key opens them, and they can be forgotten", async ({
  page,
  counterparts,
  watched,
}) => {
  const { provider, server } = await counterparts.pair();
  const grants = (type: string) => provider.grants().filter((grant) => grant.type === type);
  const [own, foreign] = [randomBytes(32), randomBytes(32)];
  const host = createPageHost();
  const options = { port: await freePort(), pageDir, pageHost: () => host };
  const first = await createRelay({ ...options, deviceKey: own });
  for (const url of [first.origin, first.url]) watched.allow(url);
  await page.goto(first.createLink());
  const playground = createPlayground(page);
  await playground.enter(server.url);
  const authorization = authorizationOf(playground);
  await expect(authorization).toContainText("the other in this relay");
  await authorization.getByRole("switch", { name: "Remember on this device" }).click();
  await signIn(playground);
  await isConnected(playground);
  // what is remembered is encrypted first, and stored while the page is connected already
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)))
    .toContain("mcp-playground.has-sealed-credentials");
  const kept = await page.evaluate(readStoredItems);
  expect(kept.count).toBeGreaterThan(1);
  for (const secret of provider.secrets()) expect(kept.text).not.toContain(secret);
  expect(kept.extractable).toEqual([false]);

  // both tabs need a new token: one of them renews it, the other one uses it
  const other = await openTab(playground, first.createLink());
  await other.enter(server.url);
  await isConnected(other);
  for (const each of [playground, other]) await each.open("Tools", "whoami");
  server.expireTokens();
  await page.context().route(`${provider.issuer}/token`, async (route) => {
    // the other tab was refused as well, and waits for this one
    await expect.poll(() => page.evaluate(countWaitingLocks)).toBe(1);
    await route.continue();
  });
  await Promise.all([playground, other].map((each) => each.button("Call tool").click()));
  for (const each of [playground, other]) {
    await expect(each.result).toContainText("with mcp:read");
  }
  expect(grants("refresh_token").map(({ error }) => error)).toEqual([undefined]);
  await page.context().unroute(`${provider.issuer}/token`);
  expect(grants("authorization_code")).toHaveLength(1);
  await other.page.close();
  await first.close();

  // the next program at this port serves a page of the same origin
  const second = await createRelay({ ...options, deviceKey: foreign });
  const tab = await openTab(playground, second.createLink());
  await tab.enter(server.url);
  await expect(authorizationOf(tab).getByRole("alert")).toContainText(
    "the key half of another relay",
  );
  await expect(authorizationOf(tab).getByRole("button", { name: "Authorize" })).toBeVisible();
  await tab.page.close();
  await second.close();

  const again = await createRelay({ ...options, deviceKey: own });
  const back = await openTab(playground, again.createLink());
  await back.enter(server.url);
  await isConnected(back);
  expect(grants("authorization_code")).toHaveLength(1);

  await openAuthorization(back);
  await authorizationOf(back).getByRole("button", { name: "Forget credentials" }).click();
  await expect.poll(async () => (await back.page.evaluate(readStoredItems)).count).toBe(1);
  await expect.poll(() => provider.revocations()).toBe(1);
  await back.button("Disconnect").click();
  await back.button("Connect").click();
  await decide(await openSignIn(back));
  await isConnected(back);
  expect(grants("authorization_code")).toHaveLength(2);
  await again.close();
});

/** Runs in the page: the number of tabs that wait for a grant which another one renews. */
async function countWaitingLocks() {
  const { pending = [] } = await navigator.locks.query();
  return pending.filter(({ name = "" }) => name.startsWith("mcp-playground grant ")).length;
}

/**
 * Runs in the page: the number of stored items, the text that can be read from them, and whether
 * their key can be exported.
 */
async function readStoredItems() {
  const open = indexedDB.open("mcp-playground.safe");
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error);
  });
  const all = database.transaction("things").objectStore("things").getAll();
  const things = await new Promise<unknown[]>((resolve) => {
    all.onsuccess = () => resolve(all.result);
  });
  database.close();
  const keys = things.filter((thing) => thing instanceof CryptoKey);
  const text = things
    .map((thing) => (thing as { bytes?: ArrayBuffer }).bytes)
    .map((bytes) => (bytes ? new TextDecoder("latin1").decode(bytes) : ""))
    .join("\n");
  return { count: things.length, text, extractable: keys.map(({ extractable }) => extractable) };
}
