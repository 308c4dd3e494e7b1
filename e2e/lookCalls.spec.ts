/** Journey: measures forms, the call bar, results and requests as they are drawn. */
import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not visible");
  return { ...box, right: box.x + box.width, middle: box.y + box.height / 2 };
};

test("all fields of a form end at one edge, items are on one line, and nothing is wrong before a press", async ({
  playground,
}) => {
  const { page, main, tab, button } = playground;
  await page.getByRole("button", { name: "Try the demo server" }).click();
  await playground.open("Tools", "order_pizza");
  await expect(main.getByRole("textbox", { name: "street" })).toBeVisible();
  await expect(main.locator("[aria-invalid=true], [data-invalid]")).toHaveCount(0);
  await main.getByRole("textbox", { name: "street" }).focus();
  await page.keyboard.press("Tab");
  await expect(main.locator("[aria-invalid=true], [data-invalid]")).toHaveCount(0);
  await button("Call tool").click();
  await expect(button("Call anyway")).toBeVisible();
  // a required group that is missing: each required field in it says so
  await expect(main.getByText("Required", { exact: true })).toHaveCount(2);
  for (const name of ["street", "city"]) {
    await expect(main.getByRole("textbox", { name })).toHaveAttribute("aria-invalid", "true");
  }
  await expect(main.locator("[data-run]")).toBeInViewport({ ratio: 1 });

  await tab("JSON").click();
  const order = {
    size: "m",
    crust: "thick",
    toppings: ["basil"],
    address: { street: "Main Street", city: "Bern" },
    guests: [{ name: "Anna" }, {}],
  };
  const json = page.getByRole("textbox", { name: "Arguments" });
  await playground.write(json, JSON.stringify(order));
  await tab("Form").click();
  const fields = main.locator(
    "textarea:visible, input[type=text]:visible, [role=combobox]:visible",
  );
  await expect(fields).toHaveCount(7);
  const ends = new Set<number>();
  for (const field of await fields.all()) ends.add(Math.round((await boxOf(field)).right));
  expect([...ends]).toHaveLength(1);
  const booleans = main.getByRole("radiogroup", { name: "extraCheese" });
  const words = await boxOf(booleans.locator("> div"));
  expect(words.width).toBeLessThan(200);

  await playground.open("Tools", "set_labels");
  await tab("JSON").click();
  await playground.write(json, '{"labels":{"a":"1"},"point":[1,2]}');
  await tab("Form").click();
  for (const [name, remove] of [
    ["x", "Remove item 1"],
    ["a", "Remove a"],
  ] as const) {
    const { middle } = await boxOf(main.getByRole("textbox", { name, exact: true }));
    const other = await boxOf(button(remove));
    expect(Math.abs(middle - other.middle)).toBeLessThanOrEqual(1);
  }
});

test("Call tool is in view at every size, and a list of objects opens as a table", async ({
  playground,
}) => {
  const { page, result } = playground;
  await page.getByRole("button", { name: "Try the demo server" }).click();
  await playground.open("Tools", "order_pizza");
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
    [720, 450],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(playground.button("Call tool")).toBeInViewport({ ratio: 1 });
  }
  await playground.open("Tools", "list_orders");
  await playground.button("Call tool").click();
  const price = result.getByRole("table").first().getByRole("cell", { name: "89.9" });
  await expect(price).toHaveCSS("text-align", "end");
});
