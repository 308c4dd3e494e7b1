// @vitest-environment jsdom
/** What a hostile server sends is neither drawn forever nor read without end. */
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startHostile } from "../../e2e/servers/misbehaving/hostile.ts";
import { startReplies } from "../../e2e/servers/replies.ts";
import { renderPage, result, shows, trafficRow } from "./page.fixture.tsx";

async function startServer() {
  const hostile = await startHostile();
  onTestFinished(hostile.close);
  return hostile;
}

test("icons and images that would be drawn forever are not drawn", async () => {
  const hostile = await startServer();
  const page = renderPage();
  await page.connect(hostile.url("pictures"));
  await page.open("Tools", "pictures");
  await page.press("Call tool");
  await shows(result, "This image is drawn on request");
  await shows(result, "the last block");
  expect(document.querySelector("img")).toBeNull();
});

test("definitions of any depth and size are listed, and can be composed", async () => {
  const hostile = await startServer();
  const page = renderPage();
  await page.connect(hostile.url("schemas"));
  await screen.findByRole("region", { name: "Start here" });
  const noted = () => page.stored.get("mcp-playground.definitions") ?? "";
  await waitFor(() => expect(noted()).toContain('"deep"'));
  await page.user.click(screen.getByRole("tab", { name: "Composer" }));
  await screen.findByRole("textbox", { name: "Message" });
  await screen.findByRole("button", { name: "New message" });
});

test("names of millions of hidden characters are shown by their beginning", async () => {
  const long = "\u200b".repeat(2_000_000);
  const inputSchema = { type: "object" };
  const tools = [{ name: `wide${long}`, title: long, description: "Does nothing", inputSchema }];
  const replies = await startReplies({ name: long }, ({ method }) => ({
    result: method === "tools/list" ? { tools } : { content: [{ type: "text", text: "done" }] },
  }));
  onTestFinished(replies.close);
  const page = renderPage();
  /** Characters of the page; with one of the names in full, there are several millions. */
  const isBounded = () => expect(document.body.innerHTML.length).toBeLessThan(1_000_000);
  await page.connect(replies.url);
  await screen.findByRole("region", { name: "Start here" });
  isBounded();
  await page.open("Tools", "wide");
  isBounded();
  await page.press("Call tool");
  await shows(result, "done");
  await trafficRow(/done/);
  isBounded();
});

test("1 MB that decompresses to 1 GiB is cut, and reading can continue", async () => {
  const hostile = await startServer();
  const page = renderPage();
  await page.connect(hostile.url("schemas"));
  await page.open("Tools", "bomb");
  await page.press("Call tool");
  await shows(result, "The response is too large");
  await shows(result, "more than 64.0 MB after decompression");
  await page.press("Call again and read up to 256.0 MB");
  await shows(result, "more than 256.0 MB after decompression");
  expect(screen.getByRole("button", { name: "Call tool" })).toHaveProperty("disabled", false);
});
