/**
 * Measures the engine, the relay, and the page in a real browser (`npm run bench`): one JSON line
 * per figure. Arguments select benchmarks: `npm run bench -- relay size`.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { chromium } from "@playwright/test";
import { createRelay } from "../../relay/server.ts";
import { chromiumArgs, ensureChromium } from "../chromium.ts";
import { ensureBuild, pageDir } from "../ensureBuild.ts";
import { startEverything } from "../servers/everything.ts";
import { appFlood } from "./appFlood.ts";
import { clocks } from "./clocks.ts";
import { commandLine } from "./commandLine.ts";
import { conversation } from "./conversation.ts";
import { engineSize } from "./engineSize.ts";
import { engineSpeed } from "./engineSpeed.ts";
import type { Figure } from "./figure.ts";
import { filteredTraffic } from "./filteredTraffic.ts";
import { firstLoad } from "./firstLoad.ts";
import { hugeInputs } from "./hugeInputs.ts";
import { persistence } from "./persistence.ts";
import { relaySpeed } from "./relaySpeed.ts";
import { sessions } from "./sessions.ts";
import { tapSpeed } from "./tapSpeed.ts";
import { testFigures } from "./testFigures.ts";
import { toolsListed } from "./toolsListed.ts";

// Start heavy work after a garbage collection, here as in the browser.
setFlagsFromString("--expose-gc");
globalThis.gc = runInNewContext("gc");

const executablePath = await ensureChromium();
await ensureBuild();
const relay = await createRelay({ port: 0, pageDir });
const everything = await startEverything();
const browser = await chromium.launch({
  executablePath,
  args: [...chromiumArgs, "--js-flags=--expose-gc"],
});

const measures: Readonly<Record<string, () => Promise<Figure[]>>> = {
  load: () => firstLoad(browser, relay.createLink),
  tools: async () => [await toolsListed(browser, relay.createLink(), everything.url)],
  clocks: () => clocks(browser, relay.createLink),
  apps: () => appFlood(browser, relay.createLink),
  huge: () => hugeInputs(browser, relay.createLink),
  chat: () => conversation(browser, relay.createLink),
  filter: filteredTraffic,
  sessions: () => sessions(browser, relay.createLink),
  persistence: () => persistence(browser, relay.createLink),
  relay: () => relaySpeed(executablePath),
  tap: tapSpeed,
  cli: () => commandLine(everything.url),
  size: engineSize,
  engine: () => engineSpeed(browser),
  tests: testFigures,
};

try {
  const wanted = process.argv.slice(2);
  for (const [name, measure] of Object.entries(measures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const figure of await measure()) console.log(JSON.stringify(figure));
  }
} finally {
  await browser.close();
  await everything.stop();
  await relay.close();
}
