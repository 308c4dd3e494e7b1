/** Runs before the first paint, inline in the built page: makes the static page usable, then loads the rest. */
import { removeForeignWorkers } from "./app/shell/foreignWorkers.ts";
import { followShell } from "./app/shell/shell.ts";
import { applyStoredLook } from "./app/shell/storedLook.ts";

const element = document.getElementById("shell");
if (!element) throw new Error("The page has no #shell.");
applyStoredLook(document.documentElement, element, (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
});
const shell = followShell(element, { isInert: /[#&]s=/.test(location.hash) });

const mayRun = removeForeignWorkers({
  hostname: location.hostname,
  workers: navigator.serviceWorker,
  storage: () => sessionStorage,
  loadAgain() {
    const { hostname, port, hash } = location;
    if (hostname === "127.0.0.1") return location.reload();
    // By way of the relay's other address: it accepts no token from a document that its own origin opened.
    location.replace(`http://127.0.0.1:${port}/${hash}`);
  },
  refuse(reason) {
    document.body.textContent = reason;
  },
});
if (mayRun) void firstPaint().then(startPage);

async function startPage(): Promise<void> {
  const { start } = await loadPage();
  // evaluating the page's code and starting it are two tasks
  await new Promise((resolve) => setTimeout(resolve));
  await start(shell);
}

/**
 * Resolves after the first frame was painted; immediately in a background tab, which paints none.
 */
async function firstPaint(): Promise<void> {
  if (document.hidden) return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener("visibilitychange", resolve, { once: true });
  });
}

/** The build names the page's code in the `<link>` that preloads it. */
async function loadPage(): Promise<typeof import("./main.tsx")> {
  if (import.meta.env.DEV) return await import("./main.tsx");
  const { href = "" } = document.querySelector<HTMLLinkElement>("#page-code") ?? {};
  return await import(/* @vite-ignore */ href);
}
