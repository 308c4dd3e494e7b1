/** Journey: every tool of ten real servers is opened; arguments written as JSON pass through the form. */
import { test as base, expect } from "./fixtures.ts";
import { startToolLists, type ToolListsServer } from "./servers/toolLists.ts";
import { exampleOf } from "./toolLists/exampleOf.ts";
import { type CapturedTool, readToolLists } from "./toolLists/toolLists.ts";

const test = base.extend<object, { readonly server: ToolListsServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startToolLists();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
});

const isHarmless = ({ annotations }: CapturedTool) =>
  (annotations as { destructiveHint?: unknown } | undefined)?.destructiveHint !== true;

test("every tool of ten real servers has a form, through which arguments reach the server", async ({
  playground,
  watched,
  server,
}) => {
  const { page, main } = playground;
  watched.allow(server.url);
  await playground.connect(server.url);
  await expect(playground.list("Tools").getByRole("option").first()).toHaveAttribute(
    "aria-setsize",
    String(server.tools.length),
  );
  await playground.list("Tools").focus();
  for (const { name, inputSchema } of server.tools) {
    await page.keyboard.press("ArrowDown");
    await expect(main.getByRole("heading", { name, exact: true, level: 2 })).toBeVisible();
    const properties = Object.entries(inputSchema.properties ?? {});
    // fields are drawn some frames after the heading
    await expect(async () => {
      const text = await main.innerText();
      expect(text, name).not.toContain("cannot show this text");
      for (const [property, { title = property }] of properties) {
        expect(text, name).toContain(title);
      }
    }).toPass({ intervals: [10, 50, 250], timeout: 30_000 });
  }

  // the largest tool of each server, with an example of all of its properties
  for (const { tools } of readToolLists()) {
    const size = ({ inputSchema }: (typeof tools)[number]) => JSON.stringify(inputSchema).length;
    // a destructive tool asks first, which another journey tests
    const { name, inputSchema } = tools
      .filter(isHarmless)
      .reduce((a, b) => (size(b) > size(a) ? b : a));
    await playground.item("Tools", name).click();
    await playground.tab("JSON").click();
    const example = exampleOf(inputSchema);
    await playground.write(
      page.getByRole("textbox", { name: "Arguments" }),
      JSON.stringify(example),
    );
    await playground.tab("Form").click();
    await expect(playground.button("Call anyway")).toHaveCount(0);
    await playground.button("Call tool").click();
    await expect.poll(() => server.calls.at(-1)).toEqual({ name, arguments: example });
  }
});
