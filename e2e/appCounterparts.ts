/**
 * Opens the apps of the reference servers and prints what each shows
 * (`node e2e/appCounterparts.ts [--pictures FOLDER] [NAME[@VERSION]…]`). They are installed into a temporary folder.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, expect, type Locator, type Page } from "@playwright/test";
import { openSteps } from "./appsFixture.ts";
import { startOwnRelay } from "./bench/ownRelay.ts";
import { chromiumArgs, ensureChromium } from "./chromium.ts";
import { ensureBuild } from "./ensureBuild.ts";
import { createPlayground, type Playground } from "./playground.ts";

/** Names without `@modelcontextprotocol/server-`, with the versions that are known to work. */
const counterparts = [
  "basic-vanillajs@2.0.3",
  "basic-react@2.0.3",
  "basic-vue@2.0.3",
  "basic-svelte@2.0.3",
  "basic-preact@2.0.3",
  "basic-solid@2.0.3",
  "debug@2.0.3",
  "budget-allocator@2.0.3",
  "transcript@2.0.3",
  "threejs@2.0.3",
  "scenario-modeler@2.0.3",
  "cohort-heatmap@2.0.3",
  "customer-segmentation@2.0.3",
  "system-monitor@2.0.3",
  "wiki-explorer@2.0.3",
  "map@2.0.3",
  "pdf@2.0.3",
  "pdf@2.0.4",
];

/** What an app shows, a while after its server has answered. */
export interface ShownApp {
  readonly tool: string;
  /** The body of its document. */
  readonly body: Locator;
  /** The steps of the checklist that are not done, with their evidence. */
  readonly open: readonly string[];
  /** What the policy blocked. */
  readonly blocked: readonly string[];
}

/**
 * The command of a reference server.
 * @param directory of its package
 */
export function counterpartCommand(directory: string): string {
  const { bin } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const program = typeof bin === "string" ? bin : Object.values<string>(bin)[0];
  return `node ${join(directory, program ?? "")} --stdio`;
}

/** Starts a server, calls the first tool that has an app without arguments, and shows it. */
export async function showFirstApp(playground: Playground, command: string): Promise<ShownApp> {
  const { page, result } = playground;
  await playground.start(command);
  const tools = playground
    .list("Tools")
    .getByRole("row")
    .or(playground.list("Tools").getByRole("option"));
  const row = tools.filter({ has: page.getByLabel("has an app") }).first();
  await row.click();
  await playground.button("Call tool").click();
  await openSteps(result);
  const permissions = playground.region("Allow the app to use this?");
  const steps = result.getByRole("list", { name: "Why blank?" }).getByRole("listitem");
  const painted = steps.filter({ hasText: "First paint" }).getByLabel("done");
  await expect(permissions.or(painted).first()).toBeVisible();
  if (await permissions.isVisible()) {
    await permissions.getByRole("button", { name: "Continue without" }).click();
    await expect(painted).toBeVisible();
  }
  const frame = page.locator('iframe[title^="App: "]:not([hidden])');
  const body = frame.contentFrame().locator("iframe").contentFrame().locator("body");
  const open = steps
    .filter({ hasNot: page.getByLabel("done") })
    .filter({ hasNotText: "Blocked by" });
  const blocked = result.getByText(/^\S+ (would block|blocks) /);
  // the first paint may be that of an empty document
  const sent = steps.filter({ hasText: "Result sent" }).getByLabel("done");
  await sent.waitFor({ timeout: 30_000 }).catch(() => undefined);
  const call = result.getByRole("button", { name: "Call tool and do not ask again" });
  await call.click({ timeout: 1_000 }).catch(() => undefined);
  await expect(open)
    .toHaveCount(0, { timeout: 5_000 })
    .catch(() => undefined);
  const title = (await frame.getAttribute("title")) ?? "";
  return {
    tool: title.replace("App: ", ""),
    body,
    open: (await open.allInnerTexts()).map((line) => line.split("\n").slice(0, 2).join(" ")),
    blocked: await blocked.allInnerTexts(),
  };
}

if (import.meta.main) await main();

async function main() {
  const { values, positionals } = parseArgs({
    options: { pictures: { type: "string" } },
    allowPositionals: true,
  });
  const named = positionals.flatMap((name) => {
    const known = counterparts.filter((one) => one.startsWith(`${name}@`));
    return known.length > 0 ? known : [name];
  });
  const names = named.length > 0 ? named : counterparts;
  await ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), "counterparts-"));
  writeFileSync(join(folder, "package.json"), "{}");
  // two versions of a package are beside each other
  const aliasOf = (name: string) => name.replace("@", "-");
  const packages = names.map((name) => `${aliasOf(name)}@npm:@modelcontextprotocol/server-${name}`);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const relay = await startOwnRelay();
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...chromiumArgs],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(relay.link);
  await page.locator("#shell").waitFor({ state: "detached" });
  for (const name of names) {
    const command = counterpartCommand(join(folder, "node_modules", aliasOf(name)));
    console.log(`${name}: ${await outcome(page, command)}`);
    if (values.pictures) await page.screenshot({ path: join(values.pictures, `${name}.png`) });
    await page.getByRole("button", { name: "Disconnect" }).click();
  }
  await browser.close();
  await relay.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function outcome(page: Page, command: string): Promise<string> {
  try {
    const { tool, body, open, blocked } = await showFirstApp(createPlayground(page), command);
    const notes = [...open, ...blocked].join("; ");
    // an app may draw without a word
    await body
      .filter({ hasText: /\S/ })
      .waitFor({ timeout: 3_000 })
      .catch(() => undefined);
    const text = (await body.innerText()).replace(/\s+/g, " ").trim();
    return `${tool} shows "${text.slice(0, 100)}"${notes && ` (${notes})`}`;
  } catch (error) {
    return `failed: ${String(error).split("\n")[0]}`;
  }
}
