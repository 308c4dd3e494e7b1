/** The screens from the start page over a call to its traffic, each reached from the one before it. */
import { expect, type Locator } from "@playwright/test";
import { show } from "./axe.ts";
import type { MeasuredScreen, MeasuredWindow } from "./measureScreen.ts";
import type { Playground } from "./playground.ts";

const isNarrow = ({ width, height }: MeasuredWindow) => width < 760 || height < 480;

/** The bar at the top is at most two lines high, also with the targets of a touch screen. */
async function hasLowHeader({ page }: Playground) {
  const header = await page.getByRole("banner").boundingBox();
  expect.soft(header?.height).toBeLessThan(104);
}

/** At least 30 rows of 24 px fit into a window of 900 px, also where Traffic fills it. */
async function hasThirtyRows({ main, messages, button }: Playground, fill: Locator) {
  const rows = messages.locator("[role=row]:not([data-part])");
  const room = async () => (await messages.boundingBox())?.height ?? 0;
  expect.soft((await rows.last().boundingBox())?.height).toBe(24);
  expect.soft(await room()).toBeGreaterThanOrEqual(30 * 24);
  await fill.click();
  await expect(main).toBeHidden();
  expect.soft(await room()).toBeGreaterThanOrEqual(30 * 24);
  await button("Back to three columns").click();
  await expect(main).toBeVisible();
}

const closeDialog = ({ page }: Playground) => page.keyboard.press("Escape");

/** With the demo server. */
export const screensOfCalls: readonly MeasuredScreen[] = [
  {
    name: "start",
    async open({ page }) {
      await expect(page.getByRole("button", { name: /^Try the demo server/ })).toBeVisible();
    },
    // one page: no pane, no filter
    async also({ page, region }) {
      await expect(page.getByRole("searchbox")).toHaveCount(0);
      await expect(region("Traffic")).toHaveCount(0);
    },
  },
  {
    name: "settings",
    isPart: true,
    async open(playground) {
      await playground.press("Settings");
      await expect(playground.page.getByRole("dialog", { name: "Settings" })).toBeVisible();
    },
  },
  {
    name: "which command?",
    isPart: true,
    async open(playground) {
      await closeDialog(playground);
      await playground.enter("mcp-server-fetch");
      const choices = playground.page.getByRole("list", { name: "Servers of the pasted text" });
      await expect(choices).toBeVisible();
    },
  },
  {
    name: "servers of a pasted configuration",
    isPart: true,
    async open({ page, server, write }) {
      const mcpServers = {
        notes: { command: "npx" },
        orders: { url: "https://orders.example/mcp" },
      };
      await write(server, JSON.stringify({ mcpServers }));
      await expect(page.getByRole("button", { name: "Connect orders" })).toBeVisible();
    },
  },
  {
    name: "start command?",
    isPart: true,
    async open(playground) {
      await playground.enter("npx some-server");
      await expect(playground.question("Start command?")).toBeVisible();
    },
  },
  {
    name: "server",
    pane: "Workbench",
    async open(playground) {
      await closeDialog(playground);
      await playground.page.getByRole("button", { name: /^Try the demo server/ }).click();
      await show(playground, "Workbench");
      await expect(playground.region("Tool definitions")).toBeVisible();
    },
    async also(playground, size) {
      await hasLowHeader(playground);
      const table = playground.region("Tool definitions").getByRole("table");
      const hidden = await table.evaluate(
        ({ parentElement: box }) => box && box.scrollWidth - box.clientWidth,
      );
      if (isNarrow(size)) expect.soft(hidden).toBe(0);
    },
  },
  {
    name: "explorer",
    isPart: true,
    pane: "Explorer",
    async open(playground) {
      await show(playground, "Explorer");
      await expect(playground.item("Tools", "echo")).toBeVisible();
    },
  },
  {
    name: "form with problems",
    pane: "Workbench",
    async open(playground) {
      const { main } = playground;
      await show(playground, "Explorer");
      await playground.open("Tools", "order_pizza");
      await expect(playground.field("street")).toBeVisible();
      await expect(main.locator("[aria-invalid=true], [data-invalid]")).toHaveCount(0);
      await playground.button("Call tool").click();
      await expect(playground.button("Call anyway")).toBeVisible();
      // a required group that is missing: each required field in it says so
      await expect(main.getByText("Required", { exact: true })).toHaveCount(2);
    },
    async also({ button }) {
      await expect.soft(button("Call anyway")).toBeInViewport({ ratio: 1 });
    },
  },
  {
    name: "arguments as JSON",
    isPart: true,
    pane: "Workbench",
    async open(playground) {
      await playground.tab("JSON").click();
      const order = {
        size: "m",
        crust: "thick",
        toppings: ["basil"],
        address: { street: "Main Street", city: "Bern" },
        guests: [{ name: "Anna" }, {}],
      };
      const json = playground.page.getByRole("textbox", { name: "Arguments" });
      await playground.write(json, JSON.stringify(order));
      await expect(playground.main.getByRole("button", { name: /^1 problem/ })).toBeVisible();
    },
  },
  {
    name: "form and result",
    pane: "Workbench",
    async open(playground) {
      await playground.tab("Form").click();
      await playground.button("Call anyway").click();
      await expect(playground.result).toContainText("Main Street");
    },
    async also({ main, button }, { width }) {
      await expect.soft(button("Call anyway")).toBeInViewport({ ratio: 1 });
      // all fields of a form end at one edge
      const fields = main.locator(
        "textarea:visible, input[type=text]:visible, [role=combobox]:visible",
      );
      await expect(fields).toHaveCount(7);
      const ends = await fields.evaluateAll((all) =>
        all.map((field) => Math.round(field.getBoundingClientRect().right)),
      );
      // on a phone, fields in the frame of an item end before it
      if (width > 400) expect.soft(new Set(ends).size).toBe(1);
      const choices = main.getByRole("radiogroup", { name: "extraCheese" }).locator("> div");
      expect.soft((await choices.boundingBox())?.width).toBeLessThan(250);
    },
  },
  {
    name: "items of a form, a table as result",
    isPart: true,
    pane: "Workbench",
    async open(playground) {
      await show(playground, "Explorer");
      await playground.open("Tools", "list_orders");
      await playground.button("Call tool").click();
      const price = playground.result.getByRole("table").getByRole("cell", { name: "89.9" });
      await expect(price).toHaveCSS("text-align", "end");
      await show(playground, "Explorer");
      await playground.open("Tools", "set_labels");
      await playground.tab("JSON").click();
      const json = playground.page.getByRole("textbox", { name: "Arguments" });
      await playground.write(json, '{"labels":{"a":"1"},"point":[1,2]}');
      await playground.tab("Form").click();
    },
    // a field and its buttons are on one line, where there is room
    async also({ field, button }, size) {
      if (isNarrow(size)) return;
      for (const [name, remove] of [
        ["x", "Remove item 1"],
        ["a", "Remove a"],
      ] as const) {
        const boxes = await Promise.all([field(name).boundingBox(), button(remove).boundingBox()]);
        const [one = 0, other = 100] = boxes.map((box) => box && box.y + box.height / 2);
        expect.soft(Math.abs((one ?? 0) - (other ?? 100))).toBeLessThanOrEqual(1);
      }
    },
  },
  {
    name: "traffic with details",
    pane: "Traffic",
    async open(playground) {
      await show(playground, "Traffic");
      const fill = playground.button("Fill the window");
      // a narrow window shows one pane anyway
      if (await fill.isVisible()) await hasThirtyRows(playground, fill);
      await playground
        .row(/tools\/call/)
        .first()
        .click();
      await expect(playground.region("Message detail")).toBeVisible();
    },
    async also({ messages }) {
      expect.soft(await messages.evaluate(cutNames)).toEqual([]);
    },
  },
  {
    name: "composer",
    isPart: true,
    pane: "Workbench",
    async open(playground) {
      await show(playground, "Workbench");
      await playground.openComposer();
    },
  },
  {
    name: "share",
    isPart: true,
    async open(playground) {
      await playground.button("Share").click();
      await expect(playground.page.getByRole("dialog", { name: "Share session" })).toBeVisible();
    },
  },
  {
    name: "two servers, filtered",
    isPart: true,
    pane: "Explorer",
    async open(playground) {
      const { page } = playground;
      await closeDialog(playground);
      await show(playground, "Explorer");
      await playground.button("Actions for Demo server").click();
      await page.getByRole("menuitem", { name: /^Connect a second time/ }).click();
      await show(playground, "Explorer");
      await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("delevery");
      await expect(page.getByRole("option", { name: /^delete_everything/ })).toHaveCount(2);
    },
  },
  {
    name: "command palette",
    isPart: true,
    async open({ page, button }) {
      await button("Command palette").click();
      await page.getByRole("combobox", { name: "Find a command" }).fill("describe city");
      await expect(page.getByRole("option", { name: /^describe_city/ }).first()).toBeVisible();
    },
  },
];

/** The names that are cut although other text of their row is shown. */
function cutNames(grid: Element): string[] {
  const isCut = (name: Element) =>
    [name, ...name.querySelectorAll("*")].some(
      (part) =>
        part.scrollWidth > part.clientWidth + 1 &&
        getComputedStyle(part).textOverflow === "ellipsis",
    );
  return [...grid.querySelectorAll("[role=gridcell][data-depth]")].flatMap((cell) => {
    const shown = [...cell.children].filter(
      (part) => getComputedStyle(part).position !== "absolute",
    );
    const [name, ...others] = shown;
    const hasOthers = others.some((part) => part.getBoundingClientRect().width > 1);
    return name && isCut(name) && hasOthers ? [cell.textContent ?? ""] : [];
  });
}
