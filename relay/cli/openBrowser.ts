/** Opens a link in the browser without revealing its secret to other users of this machine. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform } from "../platform.ts";

/** Milliseconds after which the browser must have read the file. */
const fileLivesMs = 60_000;

/**
 * Opens a link through a private file that redirects to it, because every user can read command
 * lines. Failures are ignored, because the link is also printed.
 * @param inSafari the link for Safari, if it needs another one
 * @returns a function that removes the file if it still exists
 */
export async function openBrowser(link: string, inSafari?: string): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-playground-"));
  const file = join(folder, "open.html");
  const href = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const choice =
    inSafari === undefined
      ? ""
      : `<script>if (!/Chrom|Firefox|Edg/.test(navigator.userAgent)) location.replace(${JSON.stringify(inSafari).replaceAll("<", "\\u003c")})</script>`;
  writeFileSync(
    file,
    `<!doctype html><title>MCP Playground</title>${choice}<meta http-equiv="refresh" content="0;url=${href}">\n`,
    { mode: 0o600 },
  );
  const remove = () => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, fileLivesMs).unref();
  try {
    const { default: open } = await import("open");
    const opener = await open(file);
    opener.on("error", () => {});
  } catch {
    // Without a browser, the user opens the printed link.
  }
  return remove;
}

/** Whether a graphical display is available. */
export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  return !environment.CI && platform.hasDisplay(environment);
}
