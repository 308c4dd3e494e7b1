/** Journey: results of every kind, a large table, and a layout in which nothing moves by itself. */
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startResultsServer } from "./servers/results.ts";

test("results of every kind are shown, of any length, and nothing moves by itself", async ({
  playground,
  watched,
}) => {
  const { page, result, field } = playground;
  const server = await startResultsServer();
  watched.allow(server.url);
  await playground.connect(server.url);

  await test.step("nothing moves when arguments are checked, or a result arrives", async () => {
    await playground.open("Tools", "wait");
    const run = page.getByRole("button", { name: /^Call (tool|anyway)$/ });
    const place = async () => [await field("ms").boundingBox(), (await run.boundingBox())?.y];
    const before = await place();
    await field("ms").fill("99999");
    await playground.button("Call tool").click();
    await expect(playground.button("Call anyway")).toBeVisible();
    expect(await place()).toEqual(before);
    await field("ms").fill("9999");
    await expect(playground.button("Call tool")).toBeVisible();
    await playground.button("Call tool").click();
    await expect(result).toHaveAttribute("aria-busy", "true");
    await page.evaluate(() => {
      const shifts: string[] = [];
      // the state of the call is other words at the place of Cancel request, which is a shift of
      // its box if both are painted in one frame
      const state = document.querySelector('[aria-label="State of the call"]')?.parentElement;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as LayoutShift[]) {
          const moved = entry.sources.filter(
            ({ node }) => node !== state && node?.parentElement?.closest("main"),
          );
          shifts.push(
            ...moved.map(({ node, previousRect: from, currentRect: to }) =>
              JSON.stringify([node?.textContent?.slice(0, 80), from, to]),
            ),
          );
        }
      }).observe({ type: "layout-shift" });
      Object.assign(globalThis, { shifts });
    });
    server.endWaits();
    await expect(result).toContainText("Waited 9999 ms");
    expect(await place()).toEqual(before);
    await expect(playground.button("Cancel request")).toHaveCount(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts),
    ).toEqual([]);
  });

  await test.step("content of every kind is shown and runs nothing", async () => {
    await playground.open("Tools", "mixed");
    await playground.button("Call tool").click();
    await expect(result.getByRole("heading", { name: "Report" })).toBeVisible();
    await expect(result.getByRole("link", { name: "Image: pixel (tracker.example)" })).toHaveCount(
      1,
    );
    await expect(result.getByRole("link", { name: "a link (example.com)" })).toHaveAttribute(
      "rel",
      "noopener noreferrer",
    );
    const whole = result.getByRole("definition").filter({ hasText: "12345678901234567890" });
    await expect(whole).toHaveCount(1);
    await expect(result.getByText("مرحبا بالعالم")).toHaveCSS("unicode-bidi", "plaintext");
    // every picture is part of the message, and nothing of the text became an element
    for (const image of await result.getByRole("img", { name: /./ }).all()) {
      expect(await image.getAttribute("src")).toMatch(/^(blob|null)/);
    }
    await expect(result.locator("script, iframe, [onerror]")).toHaveCount(0);
    // without Traffic, the result is beside the request
    await playground.button("Traffic panel").click();
    await expect(page.getByRole("separator", { name: "Resize result" })).toHaveAttribute(
      "aria-orientation",
      "vertical",
    );
    await check(playground, "content of every kind");
    expect(await page.evaluate(() => localStorage.getItem("script-ran"))).toBeNull();
    await result.getByRole("button", { name: "Read now" }).click();
    await expect(result).toContainText("All is well");

    // a result that does not match its schema is reported beside it and in Traffic
    await playground.button("Traffic panel").click();
    for (const [name, words] of [
      ["mismatch", "does not match the tool's outputSchema"],
      ["missing", "structuredContent is missing"],
    ] as const) {
      await playground.open("Tools", name);
      await playground.button("Call tool").click();
      await expect(result).toContainText(words);
    }
    await expect(playground.row(/1 (violation|warning)/)).toHaveCount(2);
  });

  await test.step("a table of 100,000 rows draws few of them and sorts", async () => {
    await playground.open("Tools", "rows");
    await playground.field("count").fill("100000");
    await playground.button("Call tool").click();
    // nothing else is in the result: it opens as a table
    const table = result.getByRole("table");
    await expect(table).toHaveAttribute("aria-rowcount", "100001");
    await result.getByText("Tree", { exact: true }).click();
    await expect(result.getByRole("tree")).toBeVisible();
    await result.getByText("Table", { exact: true }).click();
    await expect(table).toHaveAttribute("aria-rowcount", "100001");
    await table.getByRole("button", { name: "degrees" }).click();
    await table.getByRole("button", { name: "degrees" }).click();
    await expect(table.getByRole("row").nth(1)).toContainText("39.9");
    await result.getByRole("group", { name: "Structured content as a table" }).press("End");
    expect(await page.locator("*").count()).toBeLessThan(3000);
  });
  await server.close();
});

/** @see https://wicg.github.io/layout-instability/#sec-layout-shift */
interface LayoutShift {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}
