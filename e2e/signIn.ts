/** Fixtures of the authorization journeys: real servers, and a user who signs in and consents. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { decodeSession } from "../shared/recording/link.ts";
import { test as base, expect } from "./fixtures.ts";
import { createPlayground, type Playground } from "./playground.ts";
import { type Counterparts, createCounterparts } from "./servers/authorization/counterparts.ts";

/** Starts servers that stop with the test; requests to them are allowed. */
export const test = base.extend<{ readonly counterparts: Counterparts }>({
  counterparts: async ({ watched }, use) => {
    const running: { close(): Promise<void> }[] = [];
    const keep = (server: { close(): Promise<void> }, url: string) => {
      running.push(server);
      watched.allow(url);
    };
    await use(createCounterparts(keep));
    for (const server of running) await server.close();
  },
});

export { expect };

/** The view in which a flow's steps are shown. */
export function authorizationOf(playground: Playground): Locator {
  return playground.region("Authorization");
}

/** Opens one more tab of the same browser. */
export async function openTab({ page }: Playground, link: string): Promise<Playground> {
  const tab = await page.context().newPage();
  await tab.goto(link);
  return createPlayground(tab);
}

/** Opens the authorization view. */
export async function openAuthorization(playground: Playground): Promise<Locator> {
  await playground.tab("Authorization").click();
  return authorizationOf(playground);
}

/** Presses Authorize, and returns the window that opens. */
export async function openSignIn(playground: Playground): Promise<Page> {
  const authorization = authorizationOf(playground);
  const popup = playground.page.waitForEvent("popup", { timeout: 0 });
  // a test that ends before
  popup.catch(() => undefined);
  const press = () => authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await press();
  const soon = await Promise.race([popup, sleep(10_000)]);
  if (soon) return soon;
  // a press that starts the flow opens the window only within the five seconds of its user
  // activation; on a busy machine the window is reported later
  const asksAgain = authorization.getByText("Press Authorize: a window opens").waitFor();
  const late = await Promise.race([popup, asksAgain.catch(() => undefined)]);
  if (late) return late;
  await press();
  return popup;
}

/** Fills in the page of oidc-provider. */
export async function logIn(popup: Page): Promise<void> {
  await popup.getByRole("textbox", { name: "Name" }).fill("ada");
  await popup.getByLabel("Password").fill("any");
  await popup.getByRole("button", { name: "Sign in" }).click();
}

/** Agrees to send the entered secret to an endpoint, which the question names. */
export async function allowSecret(playground: Playground, secret: string, endpoint: string) {
  const title = `Send the ${secret} to this authorization server?`;
  const question = authorizationOf(playground).getByRole("group", { name: title });
  await expect(question).toContainText(endpoint);
  const confirm = question.getByRole("button", { name: "Send it there" });
  await expect(confirm).not.toBeFocused();
  await confirm.click();
}

/** Accepts or denies consent; the window closes itself. */
export async function decide(popup: Page, decision: "Allow" | "Deny" = "Allow"): Promise<void> {
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: decision }).click();
  await closed;
}

/** Presses Authorize, signs in at oidc-provider, and consents. */
export async function signIn(playground: Playground): Promise<void> {
  const popup = await openSignIn(playground);
  await logIn(popup);
  await decide(popup);
}

/** Connects, signs in at oidc-provider and consents. */
export async function connectBySigningIn(playground: Playground, url: string): Promise<void> {
  await playground.enter(url);
  await signIn(playground);
  await isConnected(playground);
}

/** Waits until the flow and the connection are complete. */
export async function isConnected({ status }: Playground): Promise<void> {
  await expect(status).toContainText("Connected ·");
}

/** Calls a tool without arguments and waits for its result. */
export async function call(playground: Playground, tool: string, words: string | RegExp) {
  await playground.open("Tools", tool);
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText(words);
}

/**
 * Opens Share and decodes its link: the link itself is compressed, so that a search in it would
 * find nothing.
 */
export async function readLink(playground: Playground): Promise<string> {
  const { page } = playground;
  await playground.button("Share").click();
  const link = page.getByRole("dialog", { name: "Share session" }).getByRole("textbox");
  // the whole session, also after a call
  await page.getByRole("radio", { name: /^Session/ }).click();
  await expect(link).toHaveValue(/#s=2\./);
  const session = new URL(await link.inputValue()).hash.slice("#s=".length);
  const text = JSON.stringify(await decodeSession(session));
  expect(text).toContain("mcp-playground/1");
  return text;
}

/** Everything that the page's origin stores in the browser, as one text; bytes as latin1. */
export function readStorages(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const bytesAsText = (_key: string, value: unknown) => {
      if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
      return ArrayBuffer.isView(value) ? new TextDecoder("latin1").decode(value) : value;
    };
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all = await settled(database.transaction(store).objectStore(store).getAll());
        kept.push(JSON.stringify(all, bytesAsText));
      }
      database.close();
    }
    return kept.join("\n");
  });
}
