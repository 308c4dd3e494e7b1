/** Journey: the relay's states in the page, what to do in each, and pairing from another site. */
import { chromium, type Page } from "@playwright/test";
import { createPageHost } from "../relay/http/pageHosts.ts";
import { createRelay } from "../relay/server.ts";
import { chromiumArgs, findChromium } from "./chromium.ts";
import { pageDir } from "./ensureBuild.ts";
import { expect, test, whenPreloaded } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { writeServer } from "./servers/editable.ts";
import { freePort } from "./servers/process.ts";
import { startStaticHost } from "./servers/staticHost.ts";

const relayDialog = (page: Page) => page.getByRole("dialog", { name: "Relay" });

test("a stopped relay is reported, and found again", async ({ page, watched }) => {
  const port = await freePort();
  const host = createPageHost();
  const options = { port, pageDir, pageHost: () => host, say: () => {} };
  const first = await createRelay({ ...options, limits: { keepMs: 300 } });
  // a new link leads through the relay's other address
  for (const url of [first.origin, first.url]) watched.allow(url);
  await page.goto(first.createLink());
  const playground = createPlayground(page);
  await expect(playground.button("Relay: connected")).toBeVisible();
  // the page must have loaded what it needs once its relay has stopped: what explains failures, and
  // what keeps its state and reloads it for a new token; the first key press starts loading
  await page.keyboard.press("Shift");
  await whenPreloaded(page);
  await first.close();
  await playground.button("Relay: not running").click();
  const dialog = relayDialog(page);
  await expect(dialog.getByRole("alert")).toContainText("npx mcp-playground");

  // a restarted relay does not know the page's session; the page finds it without the user
  const second = await createRelay(options);
  try {
    await expect(dialog.getByRole("alert")).toContainText("not paired with the relay");
    // only the fragment changes: the page reloads itself for the token
    await page.goto(second.createLink());
    await expect(playground.button("Relay: connected")).toBeVisible();
  } finally {
    await second.close();
  }
});

test("a link works for one page; the next one gets in with a link that the first one copies", async ({
  page,
  context,
  relay,
}) => {
  const link = relay.createLink();
  await page.goto(link);
  const owner = createPlayground(page);
  await expect(owner.button("Relay: connected")).toBeVisible();
  await page.reload();
  await expect(owner.button("Relay: connected")).toBeVisible();

  // a script of another document of the origin, which is not part of this page
  const stranger = await context.newPage();
  await stranger.goto(new URL("api/health", relay.origin).href);
  await stranger.evaluate((address) => {
    const channel = new BroadcastChannel("mcp-playground.relay");
    const heard: unknown[] = [];
    channel.onmessage = ({ data }) => heard.push(data);
    Object.assign(globalThis, { heard });
    const commitment = new Uint8Array(32);
    for (const message of [{ wanted: address }, { kind: "ask", id: "1", address, commitment }]) {
      channel.postMessage(message);
    }
  }, `${relay.origin}/`);

  const second = await context.newPage();
  await second.goto(link);
  const dialog = relayDialog(second);
  await expect(dialog.getByRole("alert")).toContainText("This link was already used");
  await expect(dialog).toContainText("press L and Enter");
  await expect(dialog).toContainText("Copy link in a tab that is connected");
  // pages of other origins are paired
  await expect(dialog.getByRole("button", { name: "Pair" })).toBeHidden();

  await page.bringToFront();
  await owner.button("Relay: connected").click();
  await relayDialog(page).getByRole("button", { name: "Copy link" }).click();
  await expect(relayDialog(page).getByText("Copied", { exact: true })).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^${relay.origin}/#k=[\\w-]{43}$`));
  await second.goto(copied);
  await expect(createPlayground(second).button("Relay: connected")).toBeVisible();
  await second.reload();
  await expect(createPlayground(second).button("Relay: connected")).toBeVisible();

  // a script that the origin's tabs do not share their sessions with heard nothing
  expect(await stranger.evaluate(() => (globalThis as unknown as { heard: [] }).heard)).toEqual([]);
  const third = await context.newPage();
  await third.goto(relay.origin);
  await third.getByRole("button", { name: /^Relay: / }).click();
  await expect(relayDialog(third).getByRole("alert")).toContainText("not paired with the relay");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("a window that another site opens does not get the tab's former session", async ({
  playground,
  context,
  relay,
  watched,
}) => {
  const { page } = playground;
  await expect(playground.button("Relay: connected")).toBeVisible();
  const foreign = await startStaticHost(pageDir, { sendsHeaders: true });
  watched.allow(foreign.url);
  const session = () => sessionStorage.getItem("mcp-playground.relay-session");
  try {
    // the browser copies the sessionStorage of the whole tab into the window
    await page.goto(`${foreign.url}favicon.svg`);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      page.evaluate((url) => void window.open(url), relay.origin),
    ]);
    await opened.getByRole("button", { name: /^Relay: / }).click();
    await expect(relayDialog(opened).getByRole("alert")).toContainText("not paired with the relay");
    expect(await opened.evaluate(session)).toBeNull();

    // the tab itself restores its session after history navigation and after a sign-in in the same tab
    await page.goBack();
    await expect(playground.button("Relay: connected")).toBeVisible();
    await page.evaluate((url) => {
      const visit = { state: "s", visit: {}, page: `${url}/`, isSameTab: true };
      sessionStorage.setItem("mcp-playground.pending-authorization", JSON.stringify(visit));
    }, relay.origin);
    await page.goto(`${foreign.url}favicon.svg`);
    await page.evaluate(
      (url) => location.assign(`${url}/callback.html?code=c&state=s`),
      relay.origin,
    );
    await page.waitForURL(`${relay.origin}/`);
    await expect(playground.button("Relay: connected")).toBeVisible();
    // a link on the foreign page in the same tab gets no session either
    await page.goto(`${foreign.url}favicon.svg`);
    await page.evaluate((url) => location.assign(url), relay.origin);
    await page.waitForURL(`${relay.origin}/`);
    await expect(playground.button("Connect")).toBeVisible();
    await page.getByRole("button", { name: /^Relay: / }).click();
    await expect.poll(() => page.evaluate(session)).toBeNull();
  } finally {
    await foreign.close();
  }
});

test("a page from another site is paired by the code in the terminal", async ({
  page,
  watched,
}, testInfo) => {
  const said: string[] = [];
  const relay = await createRelay({ port: 0, pageDir, say: (sentence) => said.push(sentence) });
  const other = await createRelay({ port: 0, pageDir, say: () => {} });
  const host = await startStaticHost(pageDir, { sendsHeaders: true });
  watched.allow(relay.url);
  watched.allow(other.url);
  watched.allow(host.url);
  watched.allow("http://127.0.0.1:6280");
  try {
    const hosted = await page.goto(host.url);
    expect(hosted?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    const playground = createPlayground(page);
    await page.getByRole("button", { name: /^Relay: / }).click();
    const dialog = relayDialog(page);
    // the page has looked for a relay of its own
    await expect(dialog.getByRole("alert")).toBeVisible();
    // one address after another leaves one Pair button, that of the last relay
    for (const { url } of [other, relay]) {
      const address = dialog.getByRole("textbox", { name: "Address of the relay" });
      await address.fill(url);
      await dialog.getByRole("button", { name: "Use this address" }).click();
      await expect(address).toHaveValue(`${url}/`);
      await expect(dialog.getByRole("alert")).toContainText("not paired with the relay");
      await expect(dialog.getByRole("button", { name: "Pair" })).toHaveCount(1);
    }
    await dialog.getByRole("button", { name: "Pair" }).click();
    await expect.poll(() => said.join()).toContain(new URL(host.url).origin);
    const code = dialog.getByRole("textbox", { name: "Code from the terminal" });
    await code.fill("WRNG-WRNG");
    await dialog.getByRole("button", { name: "Confirm code" }).click();
    await expect(dialog).toContainText("4 more tries");
    await code.fill(/([A-Z]{4}-[A-Z]{4})/.exec(said.join())?.[1] ?? "");
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Connected to");
    await page.keyboard.press("Escape");

    // it has the same rights as the relay's own page, also after a reload
    await page.reload();
    await expect(playground.button("Relay: connected")).toBeVisible();
    const script = await writeServer(testInfo.outputDir, {
      tools: [{ name: "hello", answer: "'from ' + process.pid" }],
    });
    await playground.start(`node ${script}`);
    await playground.open("Tools", "hello");
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText(/from \d+/);
  } finally {
    await Promise.all([relay.close(), other.close(), host.close()]);
  }
});

test("the browser's permission is explained before it is requested, and after it was denied", async () => {
  const relay = await createRelay({ port: 0, pageDir, say: () => {} });
  const host = await startStaticHost(pageDir, { sendsHeaders: true });
  const executablePath = findChromium();
  const origin = `http://hosted.example:${host.port}`;
  // this browser treats the host's address as public
  const browser = await chromium.launch({
    args: [
      ...chromiumArgs,
      "--host-resolver-rules=MAP hosted.example 127.0.0.1",
      `--ip-address-space-overrides=127.0.0.1:${host.port}=public`,
      `--unsafely-treat-insecure-origin-as-secure=${origin}`,
    ],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const page = await browser.newPage();
    // permissions granted to the other journeys would count as decisions for all permissions
    await page.context().clearPermissions();
    const { targetInfo } = await (await page.context().newCDPSession(page)).send(
      "Target.getTargetInfo",
    );
    const session = await browser.newBrowserCDPSession();
    /** Sets the browser's permissions for the local network. */
    const setPermissions = async (setting: "granted" | "denied") => {
      const { browserContextId = "" } = targetInfo;
      for (const name of ["loopback-network", "local-network-access"]) {
        const permission = { name };
        await session.send("Browser.setPermission", {
          ...{ permission, setting, origin, browserContextId },
        });
      }
    };
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(origin);
    await page.getByRole("button", { name: /^Relay: / }).click();
    const dialog = relayDialog(page);
    await dialog.getByRole("textbox", { name: "Address of the relay" }).fill(relay.url);
    await dialog.getByRole("button", { name: "Use this address" }).click();
    await expect(dialog).toContainText("Your browser will ask for permission");
    expect(asked.filter((url) => url.startsWith(relay.url))).toEqual([]);

    await setPermissions("denied");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("alert")).toContainText("blocks access to your machine");
    expect(asked.filter((url) => url.startsWith(relay.url))).toEqual([]);

    await setPermissions("granted");
    await dialog.getByRole("button", { name: "Look again" }).click();
    await expect(dialog.getByRole("alert")).toContainText("not paired with the relay");
  } finally {
    await Promise.all([browser.close(), relay.close(), host.close()]);
  }
});
