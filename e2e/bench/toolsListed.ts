/** Measures Connect until tools are listed against `fetch` with the same requests in the same page. */
import type { Browser, Page } from "@playwright/test";
import { compared, type Figure, median } from "./figure.ts";

/** The necessary requests in sequence, with their bodies read completely. */
async function bareFetch(url: string): Promise<number> {
  const start = performance.now();
  let session: string | null = null;
  const post = async (message: object) => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session ? { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" } : {}),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    session ??= response.headers.get("mcp-session-id");
    await response.text();
  };
  const clientInfo = { name: "bare-fetch", version: "1.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: { sampling: {} }, clientInfo };
  await post({ id: 0, method: "initialize", params });
  await post({ method: "notifications/initialized" });
  await post({ id: 1, method: "tools/list" });
  const took = performance.now() - start;
  await fetch(url, { method: "DELETE", headers: { "mcp-session-id": session ?? "" } });
  return took;
}

/** From the key that connects to the first row of the list of tools. */
function untilListed(): Promise<number> {
  return new Promise((resolve) => {
    let start = 0;
    const pressed = () => {
      start = performance.now();
    };
    addEventListener("keydown", pressed, { capture: true, once: true });
    const listed = () =>
      [...document.querySelectorAll("[role=option], [role=row]")].some((row) =>
        row.textContent?.trim().startsWith("echo"),
      );
    const observer = new MutationObserver(() => {
      if (start === 0 || !listed()) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
}

async function connectOnce(page: Page, url: string): Promise<number> {
  const server = page.getByRole("combobox", { name: "Server" });
  await server.fill(url);
  const took = page.evaluate(untilListed);
  await server.press("Enter");
  const value = await took;
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).waitFor();
  await page.getByRole("option", { name: /^echo/ }).waitFor({ state: "detached" });
  return value;
}

/**
 * Alternates between both.
 * @param link the relay's link
 * @param url the endpoint of a server that allows every origin
 */
export async function toolsListed(browser: Browser, link: string, url: string): Promise<Figure> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < 12; run++) {
    const baseline = await page.evaluate(bareFetch, url);
    const value = await connectOnce(page, url);
    // The first run is a warm-up.
    if (run > 0) {
      bare.push(baseline);
      ours.push(value);
    }
  }
  await context.close();
  const goal = "value <= 150, ratio <= 2";
  return compared("Connect to tools listed", median(ours), median(bare), goal);
}
