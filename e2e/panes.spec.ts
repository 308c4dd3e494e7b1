/** Journey: the panes are resized and closed with the mouse and the keyboard, and keep their state. */
import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { startReplies } from "./servers/replies.ts";

/** Moves the middle of a separator by so many pixels. */
async function drag(line: Locator, byX: number, byY: number) {
  // once it is where it stays
  await line.hover();
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

const sizeOf = async (pane: Locator, side: "width" | "height") =>
  Math.round((await pane.boundingBox())?.[side] ?? 0);

/** A tool whose name is longer than its row, with each of the marks. */
const longTools = ["readOnlyHint", "destructiveHint"].map((hint) => ({
  name: `retrieve_the_properties_of_a_page_of_a_database_${hint}`.padEnd(60, "x"),
  annotations: { [hint]: true },
  inputSchema: { type: "object" },
}));

/** Marks of items that are not within their row. */
const marksOutside = ({ page }: Playground) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll("[role=option] :is(svg, img)")].filter((mark) => {
        const row = mark.closest("[role=option]")?.getBoundingClientRect();
        const box = mark.getBoundingClientRect();
        return !row || box.left < row.left || box.right > row.right || box.width < 1;
      }).length,
  );

test("panes have the sizes that the user gives them, also after a reload", async ({
  playground,
  watched,
}) => {
  const { page, row } = playground;
  const server = await startReplies({ capabilities: { tools: {} } }, ({ method }) => ({
    result: method === "tools/list" ? { tools: longTools } : { content: [] },
  }));
  watched.allow(server.url);
  await playground.connect(server.url);
  const tools = playground.list("Tools").getByRole("option");
  await expect(tools).toHaveCount(longTools.length);

  await test.step("the explorer, at its separator", async () => {
    const line = page.getByRole("separator", { name: "Resize explorer" });
    const toggle = page.getByRole("button", { name: "Explorer panel" });
    const width = () => sizeOf(page.locator("#explorer"), "width");
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
    await expect(tools).toHaveCount(longTools.length);
    await expect.poll(() => marksOutside(playground)).toBe(0);
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
    await expect.poll(() => marksOutside(playground)).toBe(0);
    await line.press("Home");
    await expect.poll(width).toBe(180);
    await line.dblclick();
    await expect.poll(width).toBe(248);
  });

  await test.step("Traffic keeps a size beside and one below the workbench", async () => {
    await page.setViewportSize({ width: 1200, height: 800 });
    const traffic = page.locator("#traffic");
    const line = page.getByRole("separator", { name: "Resize traffic" });
    await expect(line).toHaveAttribute("aria-orientation", "vertical");
    // the panes have their sizes
    await line.hover();
    const before = await sizeOf(traffic, "width");
    await drag(line, 80, 0);
    await expect.poll(() => sizeOf(traffic, "width")).toBe(before - 80);
    await page.setViewportSize({ width: 850, height: 800 });
    await expect(line).toHaveAttribute("aria-orientation", "horizontal");
    await line.hover();
    const height = await sizeOf(traffic, "height");
    await drag(line, 0, -60);
    await expect.poll(() => sizeOf(traffic, "height")).toBe(height + 60);
    await drag(line, 0, 800);
    await expect.poll(() => sizeOf(traffic, "height")).toBe(0);
    await page.setViewportSize({ width: 1200, height: 800 });
    const rail = page.getByRole("button", { name: "Open Traffic" });
    await expect.poll(() => sizeOf(rail, "width")).toBe(32);
    await rail.click();
    await expect(rail).toBeHidden();
    await expect.poll(() => sizeOf(traffic, "width")).toBe(before - 80);
  });

  await test.step("the details of a message keep their size until another one is opened", async () => {
    await row(/Connected/)
      .first()
      .click();
    await row(/sent.*initialize/)
      .first()
      .click();
    const detail = playground.region("Message detail");
    const line = page.getByRole("separator", { name: "Resize message detail" });
    await expect(line).toHaveAttribute("aria-orientation", "horizontal");
    await line.hover();
    const before = await sizeOf(detail, "height");
    await drag(line, 0, 50);
    await expect.poll(() => sizeOf(detail, "height")).toBe(before - 50);
    await row(/tools\/list/)
      .first()
      .click();
    await expect.poll(() => sizeOf(detail, "height")).toBe(before - 50);
    await line.press("ArrowUp");
    await expect.poll(() => sizeOf(detail, "height")).toBeGreaterThan(before - 50);
    await detail.press("Escape");
  });

  await test.step("the result keeps its share of the workbench", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await tools.first().click();
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

  await test.step("one pane at a time below 760 × 480 px, as with zoom", async () => {
    const tabs = page.getByRole("tablist", { name: "Panes" });
    for (const [width, height, count] of [
      [1440, 479, 1],
      [759, 900, 1],
      [760, 480, 0],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(tabs).toHaveCount(count);
    }
  });
  await server.close();
});
