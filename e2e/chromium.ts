/** Finds a Chromium on this machine, or installs one. */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { resultsVariable } from "./progress/progress.ts";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "msedge",
];

const isRoot = process.getuid?.() === 0;

/** Arguments of every Chromium of this project: no sandbox for root, no background activity. */
export const chromiumArgs: readonly string[] = [
  ...(isRoot ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/**
 * Looks for a Chromium: `CHROMIUM_PATH`, Playwright's own, then the system's.
 * @returns the path of its executable, or undefined
 * @throws {Error} when `CHROMIUM_PATH` names nothing that can be run
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH names no program: ${chosen}`);
    return chosen;
  }
  return [chromium.executablePath(), ...systemPaths()].find(isExecutable);
}

/**
 * Finds a Chromium or installs one: Debian's package as root, else Playwright's download.
 * @returns the path of its executable
 * @throws {Error} with one sentence to show, when there is none and none can be installed
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log("No Chromium here; installing one.");
  if (isRoot && existsSync("/etc/debian_version")) {
    const updated = await run("apt-get", ["update", "-qq"], 120_000);
    if (updated) await run("apt-get", ["install", "-y", "-qq", "chromium"], 600_000);
    const installed = findChromium();
    if (installed) return installed;
  }
  const playwright = fileURLToPath(new URL("../node_modules/playwright/cli.js", import.meta.url));
  await run(process.execPath, [playwright, "install", "chromium"], 60_000);
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  throw new Error(
    "No Chromium was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to its program.",
  );
}

/**
 * Does as {@link ensureChromium}, except that a run of all tests outside CI goes on without a Chromium.
 * @returns the path, or the sentence that says why tests are skipped
 * @throws {Error} with that sentence, in CI and where the tests in a browser were asked for
 */
export async function chromiumOrReason(): Promise<
  { readonly path: string } | { readonly reason: string }
> {
  try {
    return { path: await ensureChromium() };
  } catch (error) {
    if (process.env.CI || !process.env[resultsVariable] || !(error instanceof Error)) throw error;
    return { reason: error.message };
  }
}

function systemPaths(): string[] {
  const { env, platform } = process;
  if (platform === "darwin") {
    return [
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ];
  }
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA];
    return folders.flatMap((folder) =>
      folder
        ? [
            join(folder, "Google/Chrome/Application/chrome.exe"),
            join(folder, "Chromium/Application/chrome.exe"),
            join(folder, "Microsoft/Edge/Application/msedge.exe"),
          ]
        : [],
    );
  }
  const folders = (env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a command with visible output; false when it fails or takes longer than `limitMs`. */
function run(command: string, args: readonly string[], limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: "inherit",
      timeout: limitMs,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}
