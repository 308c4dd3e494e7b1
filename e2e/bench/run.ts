/** Measures the engine, and the page in a real browser (`npm run bench`): one JSON line per figure. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { chromium } from "@playwright/test";
import { createRelay } from "../../relay/server.ts";
import { chromiumArgs, ensureChromium } from "../chromium.ts";
import { ensureBuild, pageDir } from "../ensureBuild.ts";
import { startEverything } from "../servers/everything.ts";
import { engineSize } from "./engineSize.ts";
import { engineSpeed } from "./engineSpeed.ts";
import type { Figure } from "./figure.ts";
import { firstLoad } from "./firstLoad.ts";
import { toolsListed } from "./toolsListed.ts";

// heavy work begins in a heap that was just swept, here as in the browser
setFlagsFromString("--expose-gc");
globalThis.gc = runInNewContext("gc");

const print = (figures: readonly Figure[]) => {
  for (const figure of figures) console.log(JSON.stringify(figure));
};

const executablePath = await ensureChromium();
await ensureBuild();
const relay = await createRelay({ port: 0, pageDir });
const everything = await startEverything();
const browser = await chromium.launch({
  executablePath,
  args: [...chromiumArgs, "--js-flags=--expose-gc"],
});
try {
  print(await firstLoad(browser, relay.link));
  print([await toolsListed(browser, relay.link, everything.url)]);
  print(await engineSize());
  print(await engineSpeed(browser));
} finally {
  await browser.close();
  await everything.stop();
  await relay.close();
}
