import type { Page } from "@playwright/test";
import { longestTask } from "./bench/longestTask.ts";
import { reportFigure } from "./bench/testFigures.ts";
import { test as base, expect } from "./fixtures.ts";
import { type HugeServer, hugeCommand, startHuge } from "./servers/huge.ts";
import { type HostileServer, startHostile } from "./servers/misbehaving/hostile.ts";

const test = base.extend<object, { readonly hostile: HostileServer; readonly huge: HugeServer }>({
  huge: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startHuge();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  hostile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startHostile();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
});

/** The goal for the longest task of the page, in milliseconds. */
const maxTaskMs = 3_000;

/** Elements that a page may have, however much a server sends. */
const maxElements = 3_000;

/** Records tasks of more than 50 ms; each call of the result reports the longest since the previous call. */
async function watchTasks(page: Page) {
  await page.evaluate(() => {
    let longest = 0;
    const note = (entries: readonly PerformanceEntry[]) => {
      longest = Math.max(longest, ...entries.map(({ duration }) => duration));
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "longtask" });
    const takeLongest = () => {
      // Entries that the observer has not been called with yet.
      note(observer.takeRecords());
      const value = longest;
      longest = 0;
      return value;
    };
    Object.assign(window, { takeLongest });
  });
  return async (what: string, limit = maxTaskMs) => {
    const longest = await page.evaluate(() => {
      const { takeLongest } = window as unknown as { takeLongest(): number };
      return takeLongest();
    });
    const name = `${what}: longest task (0: none over 50 ms)`;
    reportFigure({ name, value: longest, unit: "ms", goal: `<= ${limit}` });
  };
}

test("hostile schemas and 50,000 tools: forms, editors and lists draw only what is in view", async ({
  playground,
  hostile,
  watched,
}) => {
  watched.allow(hostile.url("schemas"));
  const { page, main } = playground;
  const longest = await watchTasks(page);
  await playground.connect(hostile.url("schemas"));
  await expect(playground.item("Tools", "doubling")).toBeVisible();
  await longest("list of hostile schemas");
  for (const name of ["doubling", "options", "variants", "guessing", "deep", "full"]) {
    await playground.open("Tools", name);
    await longest(`${name} opened`);
  }

  await test.step("twelve simple fields fit beside the rest of a screen of 900 px", async () => {
    await expect(async () => {
      const [first, twelfth] = await Promise.all(
        ["p0", "p11"].map((name) => playground.field(name).boundingBox()),
      );
      expect((twelfth?.y ?? 0) + (twelfth?.height ?? 0) - (first?.y ?? 0)).toBeLessThan(600);
    }).toPass({ timeout: 30_000 });
  });

  await test.step("500 fields: keyboard, search and problems reach those that are not drawn yet", async () => {
    await playground.field("p0").pressSequentially("quick");
    await longest("typed into one of 500 fields");
    await expect(playground.field("p499")).not.toBeAttached();
    expect(await page.locator("*").count()).toBeLessThan(maxElements);
    await playground.field("p24").focus();
    const isNext = () => playground.field("p25").evaluate((it) => it === document.activeElement);
    await expect(async () => {
      await page.keyboard.press("Tab");
      expect(await isNext()).toBe(true);
    }).toPass({ intervals: [0] });
    const find = main.getByRole("searchbox", { name: "Find field" });
    await find.fill("p498");
    await expect(playground.field("p498")).toBeVisible();
    await find.fill("");
    await playground.tab("JSON").click();
    await playground.write(main.getByRole("textbox", { name: "Arguments" }), '{"p499": 1}');
    await playground.button("Call tool").click();
    await expect(main.getByRole("button", { name: /^1 problem with the arguments/ })).toBeVisible();
    await playground.tab("Form").click();
    await main.getByRole("button", { name: /^p499: / }).click();
    await expect(playground.field("p499")).toBeFocused();
    await expect(playground.field("p250")).not.toBeAttached();
    await longest("field 499 revealed");
  });

  await test.step("an editor does without a schema that is too large", async () => {
    await playground.open("Tools", "wide");
    await playground.tab("JSON").click();
    await expect(main).toContainText("The schema is too large for completion here");
    await longest("JSON editor of a large schema");
  });

  await test.step("50,000 tools are browsed and filtered", async () => {
    await playground.connect(hostile.url("many"));
    const first = playground.item("Tools", "tool-0");
    await expect(first).toHaveAttribute("aria-setsize", "50000");
    await longest("50,000 tools listed");
    expect(await page.getByRole("option").count()).toBeLessThan(200);
    await first.click();
    await playground.list("Tools").press("End");
    const last = playground.item("Tools", "tool-49999");
    await expect(last).toBeInViewport();
    await expect(last).toHaveAttribute("aria-posinset", "50000");
    await expect(last).toHaveAttribute("aria-selected", "true");
    await longest("end of 50,000 tools");
    await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("tool-4321");
    await expect(playground.item("Tools", "tool-43210")).toBeVisible();
    // names that hold the text come before names that hold its letters in order
    await expect(playground.item("Tools", "tool-4321")).toHaveAttribute("aria-posinset", "1");
    await expect(playground.item("Tools", "tool-43219")).toHaveAttribute("aria-posinset", "11");
    await longest("50,000 tools filtered");
  });
});

test("large results are shown with few elements, and can be scrolled to their end", async ({
  playground,
  huge,
  watched,
}) => {
  watched.allow(huge.url());
  const { page, result } = playground;
  const longest = await watchTasks(page);
  await playground.connect(huge.url());
  const call = async (name: string) => {
    await playground.open("Tools", name);
    await playground.button("Call tool").click();
    await expect(result.getByText("Content", { exact: true })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await longest(name);
    expect(await page.locator("*").count()).toBeLessThan(maxElements);
  };
  await call("rows-100000");
  await result.getByRole("radio", { name: "Tree" }).press("Space");
  await result.getByRole("tree").press("End");
  await expect(result.getByRole("treeitem").last()).toContainText("99999");
  await result.getByRole("radio", { name: "Text" }).press("Space");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await result.getByRole("group", { name: "Text" }).press("End");
  await expect(result.getByText("Row number 99999")).toBeVisible();

  await call("blocks-5000");
  await expect(result.getByText("Row number 60", { exact: false })).not.toBeAttached();
  for (const row of [9, 19, 29, 39, 49, 59]) {
    await result.getByText(`Row number ${row}`).first().scrollIntoViewIfNeeded();
  }
  await expect(result.getByText("Row number 60", { exact: false })).toBeAttached();
});

test("a result of 23 MB is shown, from a URL, a command or through the relay", async ({
  browser,
  playground,
  huge,
  watched,
}) => {
  watched.allow(huge.url());
  const { page, result } = playground;
  /** Calls over a new connection. */
  const call = async (route: string, transport: string, connect: () => Promise<void>) => {
    await connect();
    await expect(playground.status).toContainText(transport);
    await playground.open("Tools", "rows-in-both");
    await expect(result.getByText("Content", { exact: true })).toBeHidden();
    const { cpuMs } = await longestTask(browser, page, async () => {
      await playground.button("Call tool").click();
      await expect(result.getByText("Content", { exact: true })).toBeVisible();
      // an array of objects opens as a table
      await expect(result.getByRole("row").nth(1)).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    });
    const name = `a result of 23 MB (${route}): longest task`;
    reportFigure({ name, value: cpuMs, unit: "ms", goal: "<= 100" });
  };
  await call("URL", "Streamable HTTP", () => playground.connect(huge.url()));
  await call("command", "stdio", () => playground.start(hugeCommand));
  await call("relay", "Streamable HTTP", async () => {
    await playground.server.fill(`${huge.url()}?relay`);
    await page.getByRole("combobox", { name: "Route" }).click();
    await page.getByRole("option", { name: "Relay" }).click();
    await playground.server.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Connect through the relay?" });
    await question.getByRole("button", { name: "Allow" }).click();
  });
});
