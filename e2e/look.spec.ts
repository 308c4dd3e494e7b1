/** Journey: the look of every screen, measured in windows of several sizes and in both themes. */
import { test } from "./fixtures.ts";
import { screensOfCalls } from "./lookCallScreens.ts";
import { screensOfRequests } from "./lookRequestScreens.ts";
import { measureScreen } from "./measureScreen.ts";

/** Neither a size nor a theme changes what the other one does; the last one is 1440 × 900 at a zoom of 200 %. */
const windows = [
  { width: 1440, height: 900, themes: ["light"], target: 24 },
  { width: 1024, height: 768, themes: ["dark"], target: 24 },
  { width: 720, height: 450, themes: ["light"], target: 24 },
] as const;

test("from the start page to a call and its traffic", async ({ playground }) => {
  for (const screen of screensOfCalls) {
    await test.step(screen.name, () => measureScreen(playground, screen, windows));
  }
});

test("requests of servers, chat, saved calls", async ({ playground, everything }) => {
  for (const screen of screensOfRequests(everything.url)) {
    await test.step(screen.name, () => measureScreen(playground, screen, windows));
  }
});
