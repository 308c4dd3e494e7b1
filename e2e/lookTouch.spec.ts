/** Journey: the look of every screen on a phone, in both themes. */
import { test } from "./fixtures.ts";
import { screensOfCalls } from "./lookCallScreens.ts";
import { screensOfRequests } from "./lookRequestScreens.ts";
import { measureScreen } from "./measureScreen.ts";

const windows = [{ width: 390, height: 844, themes: ["light", "dark"], target: 44 }] as const;

test.use({ viewport: windows[0], hasTouch: true, isMobile: true });

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
