/** Opens a link in the person's browser without showing its secret to the other users here. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds after which the browser has surely read the file. */
const fileLivesMs = 60_000;

/**
 * Opens a link through a file that redirects and that only its owner can read: a command line
 * could be read by everybody. Trouble is silent; the link has been printed.
 * @returns removes the file, should it still be there
 */
export async function openBrowser(link: string): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-playground-"));
  const file = join(folder, "open.html");
  const href = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  writeFileSync(
    file,
    `<!doctype html><title>MCP Playground</title><meta http-equiv="refresh" content="0;url=${href}">\n`,
    { mode: 0o600 },
  );
  const remove = () => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, fileLivesMs).unref();
  try {
    const { default: open } = await import("open");
    const opener = await open(file);
    opener.on("error", () => {});
  } catch {
    // no browser, no opener: the link is on the terminal
  }
  return remove;
}

/** Whether there is a person in front of a screen. */
export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  if (environment.CI) return false;
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}
