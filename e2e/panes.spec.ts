/**
 * Journey: the panes are resized and closed with the mouse and the keyboard, and keep their state.
 */
import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";

/** Moves the middle of a separator by so many pixels. */
async function drag(line: Locator, byX: number, byY: number) {
  const box = await line.boundingBox();
  if (!box) throw new Error("The separator is not shown.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const { mouse } = line.page();
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + byX / 2, y + byY / 2);
  await mouse.move(x + byX, y + byY);
  await mouse.up();
}

async function openDemo({ page, status }: Playground) {
  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await expect(status).toContainText("Connected");
}

const sizeOf = async (pane: Locator, side: "width" | "height") =>
  Math.round((await pane.boundingBox())?.[side] ?? 0);

test("the explorer is resized, closed and opened at its separator", async ({ playground }) => {
  const { page } = playground;
  await openDemo(playground);
  const explorer = page.locator("#explorer");
  const line = page.getByRole("separator", { name: "Resize explorer" });
  const toggle = page.getByRole("button", { name: "Explorer panel" });
  const width = () => sizeOf(explorer, "width");
  await expect.poll(width).toBe(248);

  await drag(line, 116, 0);
  await expect.poll(width).toBe(364);
  const { width: room } = page.viewportSize() ?? { width: 0 };
  await expect(line).toHaveAttribute("aria-valuenow", `${Math.round((364 / room) * 100)}`);
  // the window's size changes, the explorer's does not
  await page.setViewportSize({ width: room - 100, height: 700 });
  await expect.poll(width).toBe(364);
  await page.reload();
  await page.locator("#shell").waitFor({ state: "detached" });
  await expect.poll(width).toBe(364);

  await drag(line, -200, 0);
  await expect.poll(width).toBe(180);
  await drag(line, -120, 0);
  await expect.poll(width).toBe(0);
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await line.press("Enter");
  await expect.poll(width).toBe(180);
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await line.press("ArrowRight");
  await expect.poll(width).toBe(180 + Math.round((room - 100) * 0.05));
  await line.press("End");
  await expect.poll(width).toBe(Math.round((room - 100) * 0.45));
  await line.press("Home");
  await expect.poll(width).toBe(180);
  await line.dblclick();
  await expect.poll(width).toBe(248);
});

test("traffic keeps a size beside and one below the workbench", async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1200, height: 800 });
  await openDemo(playground);
  const traffic = page.locator("#traffic");
  const line = page.getByRole("separator", { name: "Resize traffic" });
  await expect(line).toHaveAttribute("aria-orientation", "vertical");
  const before = await sizeOf(traffic, "width");
  await drag(line, 80, 0);
  await expect.poll(() => sizeOf(traffic, "width")).toBe(before - 80);

  await page.setViewportSize({ width: 850, height: 800 });
  await expect(line).toHaveAttribute("aria-orientation", "horizontal");
  const height = await sizeOf(traffic, "height");
  await drag(line, 0, -60);
  await expect.poll(() => sizeOf(traffic, "height")).toBe(height + 60);
  await drag(line, 0, 800);
  await expect.poll(() => sizeOf(traffic, "height")).toBe(0);
  await page.getByRole("button", { name: "Traffic panel" }).click();

  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(() => sizeOf(traffic, "width")).toBe(before - 80);
});

test("the details of a message keep their size until another one is opened", async ({
  page,
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await playground.row("initialize").first().click();
  const detail = page.getByRole("region", { name: "Message detail" });
  const line = page.getByRole("separator", { name: "Resize message detail" });
  await expect(line).toHaveAttribute("aria-orientation", "horizontal");
  const before = await sizeOf(detail, "height");
  await drag(line, 0, 50);
  await expect.poll(() => sizeOf(detail, "height")).toBe(before - 50);
  await playground.row("tools/list").first().click();
  await expect.poll(() => sizeOf(detail, "height")).toBe(before - 50);
  await line.press("ArrowUp");
  await expect.poll(() => sizeOf(detail, "height")).toBeGreaterThan(before - 50);
});

test("the result keeps its share of the workbench", async ({ page, playground, everything }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "get-tiny-image");
  await playground.button("Call tool").click();
  await playground.button("Traffic panel").click();
  const line = page.getByRole("separator", { name: "Resize result" });
  const share = () => line.getAttribute("aria-valuenow");
  await expect.poll(share).toBe("50");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await line.press(key);
  await expect.poll(share).toBe("55");
  await line.press("End");
  await expect.poll(share).toBe("85");
  await drag(line, -100, 0);
  await expect.poll(async () => Number(await share())).toBeLessThan(80);
  await line.dblclick();
  await expect.poll(share).toBe("50");
});

test("a low window, as with 200 % zoom, shows one pane with room for the form", async ({
  playground,
  everything,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 720, height: 450 });
  await playground.connect(everything.url);
  const tabs = page.getByRole("tablist", { name: "Panes" });
  await expect(tabs.getByRole("tab", { name: "Explorer" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await playground.open("Tools", "echo");
  const message = playground.field("message");
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(playground.button("Call tool")).toBeInViewport({ ratio: 1 });
  await message.fill("zoomed");
  await message.press("ControlOrMeta+Enter");
  await expect(playground.result).toContainText("Echo: zoomed");
  await expect(playground.button("Call tool")).toBeInViewport({ ratio: 1 });
  for (const [width, height] of [
    [1440, 479],
    [759, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(tabs).toBeVisible();
  }
  await page.setViewportSize({ width: 760, height: 480 });
  await expect(tabs).toHaveCount(0);
  await expect(message).toBeInViewport({ ratio: 1 });
});
