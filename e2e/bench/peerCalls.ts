/** Connects this page and the official inspector to the same servers, and calls a tool in both. */
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { createPlayground } from "../playground.ts";
import type { EverythingServer } from "../servers/everything.ts";
import { median } from "./figure.ts";
import { startInspector } from "./inspector.ts";
import { startOwnRelay } from "./ownRelay.ts";

/** Milliseconds, the median of the runs. */
export interface Calls {
  /** From the key or click that connects to the painted list of tools. */
  readonly connect: number;
  /** The shown duration of a call of a command's tool, less what the process measured itself. */
  readonly shownOff: number;
  /** From a tool's result to the app that shows it being initialized, by the clocks of server and app. */
  readonly app: number;
}

/** A page whose server can be connected to again and again. */
interface ComparedPage {
  connect(): Promise<number>;
  call(): Promise<number>;
  /** Called after `call`, which connects to the server. */
  app(): Promise<number>;
  close(): Promise<void>;
}

const timedServer = join(import.meta.dirname, "../servers/timed.ts");
/** The first tool of the official example server. */
const firstTool = "echo";

/** @param runs measured runs, besides one to warm up */
export async function peerCalls(
  browser: Browser,
  everything: EverythingServer,
  runs: number,
): Promise<{ ours: Calls; theirs: Calls }> {
  const pages = {
    ours: await openOurs(browser, everything.url),
    theirs: await openTheirs(browser, everything.url),
  };
  const times = { ours: [] as number[], theirs: [] as number[] };
  const off = { ours: [] as number[], theirs: [] as number[] };
  const apps = { ours: [] as number[], theirs: [] as number[] };
  const names = ["ours", "theirs"] as const;
  try {
    for (const [list, what] of [
      [times, "connect"],
      [off, "call"],
      [apps, "app"],
    ] as const) {
      for (let run = 0; run <= runs; run++) {
        for (const name of names) {
          const value = await pages[name][what]();
          if (run > 0) list[name].push(value);
        }
      }
    }
  } finally {
    for (const name of names) await pages[name].close();
  }
  const of = (name: "ours" | "theirs"): Calls => {
    return { connect: median(times[name]), shownOff: median(off[name]), app: median(apps[name]) };
  };
  return { ours: of("ours"), theirs: of("theirs") };
}

async function openOurs(browser: Browser, url: string): Promise<ComparedPage> {
  const relay = await startOwnRelay();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(relay.link);
  const playground = createPlayground(page);
  const { button, result } = playground;
  let isTimed = false;
  let isApp = false;
  return {
    async connect() {
      await playground.server.fill(url);
      const took = page.evaluate(untilPainted, {
        row: "[role=option], [role=row]",
        text: firstTool,
      });
      await playground.server.press("Enter");
      const ms = await took;
      await button("Disconnect").click();
      await button("Connect").waitFor();
      await playground.item("Tools", firstTool).waitFor({ state: "detached" });
      return ms;
    },
    async call() {
      if (!isTimed) {
        await playground.start(`node ${timedServer}`);
        await playground.open("Tools", "timed");
        isTimed = true;
      }
      const before = await result.innerText().catch(() => "");
      await button("Call tool").click();
      await page.waitForFunction((text) => {
        const region = document.querySelector<HTMLElement>("[aria-label=Result]");
        return region?.innerText !== text && /answered after/.test(region?.innerText ?? "");
      }, before);
      return difference(await playground.shownMs(), await result.innerText());
    },
    async app() {
      if (!isApp) {
        await playground.open("Tools", "clock");
        const first = nextApp(page);
        await button("Call tool").click();
        await first;
        isApp = true;
      }
      const took = nextApp(page);
      await button("Call tool").click();
      return took;
    },
    async close() {
      await context.close();
      await relay.stop();
    },
  };
}

async function openTheirs(browser: Browser, url: string): Promise<ComparedPage> {
  const inspector = await startInspector({
    everything: { type: "streamable-http", url },
    timed: { command: process.execPath, args: [timedServer] },
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(inspector.url);
  const connectTo = (name: string) =>
    page.getByRole("switch", { name: `Connect or disconnect "${name}"` });
  const show = (name: string) => page.getByText(name, { exact: true }).first().click();
  const durations = page.getByText(/^\d+ms$/);
  let isTimed = false;
  let isApp = false;
  return {
    async connect() {
      await connectTo("everything").waitFor();
      const took = page.evaluate(untilPainted, {
        row: "button",
        text: firstTool,
        press: '[role=switch][aria-label*="everything"]',
        open: "Tools",
      });
      const ms = await took;
      await page.getByRole("button", { name: "Disconnect from server" }).click();
      await connectTo("everything").waitFor();
      return ms;
    },
    async call() {
      if (!isTimed) {
        await connectTo("timed").click({ force: true });
        await show("Tools");
        await page.getByRole("button", { name: "timed" }).click();
        await show("Protocol");
        isTimed = true;
      }
      // a result replaces the form
      const closeResult = page.getByRole("button", { name: "Close results" });
      if (await closeResult.isVisible()) await closeResult.click();
      const before = await durations.count();
      await page.getByRole("button", { name: /^(Execute|Run|Call)/ }).click();
      await durations.nth(before).waitFor();
      const answer = page.getByText(/answered after/).last();
      await answer.waitFor();
      // the newest entry comes first
      const shown = Number.parseFloat(await durations.first().innerText());
      return difference(shown, await answer.innerText());
    },
    async app() {
      if (!isApp) await show("Apps");
      else await page.getByRole("button", { name: "Close", exact: true }).click();
      isApp = true;
      const took = nextApp(page);
      // the list of tools comes before that of apps; a tool without arguments is called at once
      await page.getByRole("button", { name: "clock" }).last().click();
      return took;
    },
    async close() {
      await context.close();
      await inspector.stop();
    },
  };
}

/** The milliseconds that the next app writes to its console. */
async function nextApp(page: Page): Promise<number> {
  const message = await page.waitForEvent("console", (one) => one.text().startsWith("initialized"));
  return Number.parseFloat(/\d+/.exec(message.text())?.[0] ?? "");
}

function difference(shown: number, text: string): number {
  const own = /answered after ([\d.]+) ms/.exec(text)?.[1];
  return Math.abs(shown - Number.parseFloat(own ?? ""));
}

/** What to press in a page, and the row to wait for. */
interface Wanted {
  /** Selector of the rows; once the tools are listed, one begins with `text` in lower case. */
  readonly row: string;
  readonly text: string;
  /** Selector of the control that connects; without it, the time begins with the next key. */
  readonly press?: string;
  /** Name of the tab of the tools, which is opened as soon as it exists. */
  readonly open?: string;
}

/** Runs in the page: milliseconds until a row is painted. */
function untilPainted({ row, text, press, open }: Wanted): Promise<number> {
  return new Promise((resolve) => {
    let start = 0;
    const begin = () => {
      start = performance.now();
    };
    const look = () => {
      if (start === 0) return;
      const tab = open && document.querySelector<HTMLElement>(`input[type=radio][value="${open}"]`);
      if (tab && !(tab as HTMLInputElement).checked) tab.click();
      const isListed = [...document.querySelectorAll(row)].some((element) =>
        element.textContent?.trim().toLowerCase().startsWith(text),
      );
      if (!isListed) return;
      observer.disconnect();
      // a task queued in a frame runs after it was painted
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(undefined);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    if (press === undefined) addEventListener("keydown", begin, { capture: true, once: true });
    else {
      begin();
      document.querySelector<HTMLElement>(press)?.click();
    }
  });
}
