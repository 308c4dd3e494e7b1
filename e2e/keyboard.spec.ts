/** Journeys with the keyboard only: the first ten minutes, the palette, Escape, the visible focus. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";

declare global {
  interface Window {
    /**
     * The focused element, its appearance with the focus, and a function that reads its appearance
     * again.
     */
    focused?: { readonly look: () => string; readonly withFocus: string; readonly html: string };
  }
}

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
  await expect(palette.getByRole("option").first()).toHaveAttribute("data-focused", "true");
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
  await expect(playground.region("Message detail")).toContainText(
    "Operation completed successfully",
  );
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
  expect(await hasFocus(playground)).toBe(true);
});

test("the palette opens with Ctrl/Cmd+K, and Escape restores the focus", async ({ playground }) => {
  const { page } = playground;
  await playground.server.focus();
  await page.keyboard.press("ControlOrMeta+K");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(playground.server).toBeFocused();
});

test("Escape closes every question, and the focus is never lost", async ({ playground }) => {
  const { page } = playground;
  await playground.enter("npx some-server");
  await expect(playground.question("Start command?")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(playground.question("Start command?")).toHaveCount(0);
  expect(await hasFocus(playground)).toBe(true);
});

/** The appearance of the focused element, and of the elements around it that may show the focus. */
const noteFocused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      ...(element.parentElement?.children ?? []),
    ].filter((each) => each !== null && each !== undefined);
    const parts = around.flatMap((each) =>
      [null, "::before", "::after"].map((pseudo) => getComputedStyle(each, pseudo)),
    );
    const look = () =>
      parts
        .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor])
        .join("\n");
    window.focused = { look, withFocus: look(), html: element.outerHTML.slice(0, 200) };
    return window.focused.html;
  });

/** Whether the recorded appearance differs now that the element has lost the focus. */
const hasChanged = (page: Page) =>
  page.evaluate(
    () => window.focused !== undefined && window.focused.look() !== window.focused.withFocus,
  );

test("the focus is always visible", async ({ playground, everything }) => {
  const { page } = playground;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await playground.connect(everything.url);
  await playground.open("Tools", "get-sum");
  await playground.server.focus();
  await page.keyboard.press("Tab");
  let presses = 0;
  // after the last control the focus leaves the page
  for (; presses < 100; presses++) {
    const element = await noteFocused(page);
    if (element === undefined) break;
    await page.keyboard.press("Tab");
    expect(await hasChanged(page), `nothing shows the focus of ${element}`).toBe(true);
  }
  expect(presses).toBeGreaterThan(25);
});
