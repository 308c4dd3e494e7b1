/** Journey: how the page looks, as far as it can be measured: type, header, explorer, small windows. */
import { expect, test } from "./fixtures.ts";
import { isMonoSentence, longMotions, sizes, smallTargets, textStyles } from "./lookMeasures.ts";
import { startReplies } from "./servers/replies.ts";

/** A tool whose name is longer than its row, with each of the marks. */
const longTools = ["readOnlyHint", "destructiveHint"].map((hint) => ({
  name: `retrieve_the_properties_of_a_page_of_a_database_${hint}`.padEnd(60, "x"),
  annotations: { [hint]: true },
  inputSchema: { type: "object" },
}));

test("type, marks of the explorer and the header keep to their sizes", async ({
  playground,
  watched,
}) => {
  const { page } = playground;
  const start = await page.evaluate(textStyles);
  expect(start.filter(({ size }) => ![...sizes, 26].includes(size))).toEqual([]);
  // one page: no pane, no filter
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(playground.region("Traffic")).toHaveCount(0);

  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await playground.open("Tools", "echo");
  const texts = await page.evaluate(textStyles);
  expect(texts.filter(({ size }) => !sizes.includes(size))).toEqual([]);
  expect(texts.filter(({ isMono, ligatures }) => isMono && ligatures !== "none")).toEqual([]);
  expect([...start, ...texts].filter(isMonoSentence)).toEqual([]);
  expect(await page.evaluate(smallTargets, 24)).toEqual([]);
  expect(await page.evaluate(longMotions, 150)).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await page.evaluate(longMotions, 1)).toEqual([]);

  // a title that repeats the name is not shown
  await expect(playground.item("Tools", "echo")).toHaveText("echo");
  await expect(playground.item("Tools", "add")).toHaveText(/Add numbers/);
  const outside = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll("[role=option] :is(svg, img)")].filter((mark) => {
          const row = mark.closest("[role=option]")?.getBoundingClientRect();
          const box = mark.getBoundingClientRect();
          return !row || box.left < row.left || box.right > row.right || box.width < 1;
        }).length,
    );
  const server = await startReplies({ capabilities: { tools: {} } }, () => ({
    result: { tools: longTools },
  }));
  watched.allow(server.url);
  await playground.button("Add server").click();
  await playground.connect(server.url);
  await expect(playground.list("Tools").getByRole("option")).toHaveCount(longTools.length);
  const line = page.getByRole("separator", { name: "Resize explorer" });
  await line.press("Home");
  await expect.poll(async () => (await page.locator("#explorer").boundingBox())?.width).toBe(180);
  expect(await outside()).toBe(0);
  await line.press("End");
  expect(await outside()).toBe(0);
  await server.close();
});

test.describe("touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("everything that is pressed has 44 px", async ({ playground }) => {
    const { page } = playground;
    // the width of a label depends on the fonts of the machine
    await page.evaluate(() => document.documentElement.style.setProperty("letter-spacing", "-1px"));
    expect(await page.evaluate(smallTargets, 44)).toEqual([]);
    await page.getByRole("button", { name: /^Try the demo server/ }).click();
    await playground.open("Tools", "order_pizza");
    await expect(playground.field("street")).toBeVisible();
    expect(await page.evaluate(smallTargets, 44)).toEqual([]);
    await playground.tab("Traffic").click();
    await expect(playground.row(/tools\/list/)).toBeVisible();
    expect(await page.evaluate(smallTargets, 44)).toEqual([]);
  });
});

test("nothing is cut at the right edge of a small window", async ({ playground }) => {
  const { page } = playground;
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow()).toBe(0);
  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await playground.open("Tools", "echo");
  for (const [width, height] of [
    [390, 844],
    [720, 450],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(playground.button("Call tool")).toBeInViewport({ ratio: 1 });
    expect(await overflow()).toBe(0);
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height).toBeLessThan(90);
  }
});
