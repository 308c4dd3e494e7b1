/** Measures the page in a real browser (`npm run bench`): one JSON line per figure. */
import { chromium } from "@playwright/test";
import { createRelay } from "../../relay/server.ts";
import { chromiumArgs, ensureChromium } from "../chromium.ts";
import { ensureBuild, pageDir } from "../ensureBuild.ts";
import { startEverything } from "../servers/everything.ts";
import { firstLoad } from "./firstLoad.ts";
import { toolsListed } from "./toolsListed.ts";

const executablePath = await ensureChromium();
await ensureBuild();
const relay = await createRelay({ port: 0, pageDir });
const everything = await startEverything();
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
try {
  const figures = [
    ...(await firstLoad(browser, relay.link)),
    await toolsListed(browser, relay.link, everything.url),
  ];
  for (const figure of figures) console.log(JSON.stringify(figure));
} finally {
  await browser.close();
  await everything.stop();
  await relay.close();
}
