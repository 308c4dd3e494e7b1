/** Runs before the first paint: makes the static page usable, then loads the rest. */
import "./app/theme.css";
import "virtual:shell-styles";
import "./shell/shell.css";
// claims the name of the page's Trusted Types policy before anything from outside is shown
import "./platform/trustedWorker.ts";
import { followShell } from "./shell/shell.ts";
import { applyStoredLook } from "./shell/storedLook.ts";

applyStoredLook(document.documentElement, (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
});
const element = document.getElementById("shell");
if (!element) throw new Error("The page has no #shell.");
const shell = followShell(element, { isInert: /[#&]s=/.test(location.hash) });

// not awaited here: the page's code imports this chunk, which would then wait for itself
void firstPaint().then(async () => {
  const { start } = await import("./main.tsx");
  await start(shell);
});

/** Resolves after the first frame was painted; at once in a tab in the background, which paints none. */
async function firstPaint(): Promise<void> {
  if (document.hidden) return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener("visibilitychange", resolve, { once: true });
  });
}
