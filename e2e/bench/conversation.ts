/** Measures the longest main-thread tasks of a conversation of 500 turns: scrolled, continued from far up, and streamed. */
import type { Browser, Page } from "@playwright/test";
import { startModelServer } from "../servers/models.ts";
import { type Figure, round } from "./figure.ts";
import { longestTask } from "./longestTask.ts";

const turns = 500;

/** A recording whose turns each call a tool, and answer with Markdown. */
function recording(): string {
  const messages = Array.from({ length: turns }, (_, at) => {
    const block = {
      type: "tool_result",
      toolUseId: `t${at}`,
      content: [{ type: "text", text: JSON.stringify({ sum: 2 * at }) }],
    };
    const input = { a: at, b: at };
    const call = { id: `t${at}`, offeredName: "add", tool: "add", input, result: { block } };
    const reply = { kind: "reply", modelName: "model", reasoning: "", elapsedMs: 100, usage: {} };
    const text = `The sum is **${2 * at}**.\n\n| a | b |\n|---|---|\n| ${at} | ${at} |\n\n- one\n- two`;
    return [
      { kind: "user", id: `u${at}`, ...(at > 0 && { parent: `s${at - 1}` }), text: "Add", at },
      { ...reply, id: `r${at}`, parent: `u${at}`, content: [], calls: [call] },
      {
        ...reply,
        id: `s${at}`,
        parent: `r${at}`,
        content: [{ type: "text", text }],
        calls: [],
      },
    ];
  }).flat();
  const server = { kind: "http", url: "https://demo.invalid/mcp" };
  const connection = {
    id: "1",
    server,
    transport: "streamable-http",
    revision: "2025-11-25",
    serverInfo: { name: "Demo", version: "1" },
    capabilities: { tools: {} },
  };
  return JSON.stringify({
    format: "mcp-playground/1",
    server,
    connections: [connection],
    entries: [],
    conversations: [{ systemPrompt: "", leaf: `s${turns - 1}`, messages }],
  });
}

/** Drops a file on the page. */
async function drop(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "long.json", { type: "application/json" }));
    const init = { dataTransfer, bubbles: true, cancelable: true };
    for (const type of ["dragenter", "dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, init));
    }
  }, text);
}

/** @param createLink creates a link of the relay */
export async function conversation(browser: Browser, createLink: () => string): Promise<Figure[]> {
  const models = await startModelServer();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const configured = { provider: "openai", baseUrl: models.baseUrls.openai, model: "model" };
  // before the page loads: a reload at once would use the link again, and the page would say so in
  // a dialog
  await page.addInitScript(
    (text) => localStorage.setItem("mcp-playground.models", text),
    JSON.stringify([{ id: "a", name: "model", ...configured }]),
  );
  await page.goto(createLink());
  await page.locator("#shell").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Try the demo/ }).click();
  const tab = page.getByRole("tab", { name: "Chat" });
  await tab.click();
  await page.getByRole("button", { name: /^\d+ tools · / }).waitFor();
  await drop(page, recording());
  await page.getByText("A recording from the file").waitFor();
  await tab.click();
  const shown = page.getByRole("region", { name: "Conversation", exact: true });
  await shown.getByRole("article").first().waitFor();
  await page.waitForLoadState("networkidle");
  const figures: Figure[] = [];
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const { cpuMs } = await longestTask(browser, page, work);
    const base = { name: `${turns} turns ${name}: longest task`, unit: "ms" } as const;
    figures.push({ ...base, value: round(cpuMs), goal: "<= 50" });
  };
  await measure("scrolled", async () => {
    await shown.hover();
    for (let moves = 0; moves < 60; moves++) {
      await page.mouse.wheel(0, moves < 50 ? -3000 : 3000);
      await page.waitForTimeout(60);
    }
  });
  await measure("continued from far up", async () => {
    models.script({ text: ["Hello"] });
    await page.getByRole("textbox", { name: "Message" }).fill("Hello there");
    await page.keyboard.press("Control+Enter");
    await shown.getByText("Hello", { exact: true }).waitFor();
  });
  await measure("streamed", async () => {
    models.script({ text: Array.from({ length: 200 }, (_, at) => `word${at} **bold** `) });
    await page.getByRole("textbox", { name: "Message" }).fill("Hello again");
    await page.keyboard.press("Control+Enter");
    await shown.getByText("word199").waitFor();
  });
  await context.close();
  await models.close();
  return figures;
}
