/** Journey with the keyboard only: the first ten minutes, the palette, a declined question, and out of the page. */
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";

const hasFocus = (playground: Playground) =>
  playground.page.evaluate(
    () => document.activeElement !== null && document.activeElement !== document.body,
  );

/** Finds a command by its words in the palette, and runs it. */
async function command({ page }: Playground, words: string) {
  await page.keyboard.press("ControlOrMeta+K");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(words);
  // the list is that of all the words
  const first = palette.getByRole("option").first();
  await expect(first).toContainText(new RegExp(words.replaceAll(" ", "[ -]"), "i"));
  await expect(first).toHaveAttribute("data-focused", "true");
  await page.keyboard.press("Enter");
  await expect(palette).toHaveCount(0);
}

test("the keyboard alone suffices for the first ten minutes; the first result takes four actions", async ({
  playground,
  everything,
}) => {
  const { page } = playground;
  const { keyboard } = page;
  const filter = page.getByRole("searchbox", { name: "Filter", exact: true });
  // 1: the address, which has the focus
  await expect(playground.server).toBeFocused();
  await keyboard.type(everything.url);
  await keyboard.press("Enter");
  await expect(filter).toBeFocused();
  // 2: the tool, by a part of its name
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await keyboard.type("echo");
  await keyboard.press("Enter");
  await expect(playground.field("message")).toBeFocused();
  // 3 and 4: the argument, and the call
  await keyboard.type("no mouse");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(playground.result).toContainText("Echo: no mouse");

  // a tool that the palette opened is called from its first control, three choices
  await command(playground, "get annotated message");
  await expect(playground.main.getByRole("radio", { name: "error" })).toBeFocused();
  await keyboard.press("ArrowRight");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(playground.result).toContainText("Operation completed successfully");

  await command(playground, "go to traffic");
  await expect(playground.messages).toBeFocused();
  await keyboard.press("End");
  await expect(playground.region("Message detail")).toContainText("get-annotated-message");
  await keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(playground.messages).toBeFocused();

  await command(playground, "share this session");
  await expect(page.getByRole("dialog", { name: "Share session" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Share session" })).toHaveCount(0);

  // another connection, then back to the first one by keys in sequence
  await command(playground, "add another server");
  await expect(playground.server).toBeFocused();
  await expect(playground.server).toHaveValue("");
  await keyboard.type(everything.url);
  await keyboard.press("Enter");
  await expect(filter).toBeFocused();
  await expect(page.getByRole("group", { name: /\(2\)$/ })).toBeVisible();
  // the text for the other server is cleared, or replaced by typing
  await keyboard.press("Escape");
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await keyboard.press("ArrowDown");
  await expect(playground.list("Tools")).toBeFocused();
  await keyboard.press("s");
  await keyboard.press("n");
  await expect(playground.main.getByRole("radio", { name: "success" })).toBeChecked();
  await command(playground, "disconnect");
  await expect(playground.status).toContainText("Not connected");
  // react-aria gives the focus back in the next frame
  await expect.poll(() => hasFocus(playground)).toBe(true);

  // Escape declines a question, and the focus is not lost
  await command(playground, "add another server");
  await expect(playground.server).toBeFocused();
  await expect(playground.server).toHaveValue("");
  await keyboard.type("npx some-server");
  await keyboard.press("Enter");
  await expect(playground.question("Start command?")).toBeVisible();
  await keyboard.press("Escape");
  await expect(playground.question("Start command?")).toHaveCount(0);
  await expect.poll(() => hasFocus(playground)).toBe(true);

  // no control keeps Tab: after the last one the focus leaves the page
  let presses = 0;
  for (; presses < 100 && (await hasFocus(playground)); presses++) await keyboard.press("Tab");
  expect(presses).toBeGreaterThan(5);
  expect(presses).toBeLessThan(100);
});
