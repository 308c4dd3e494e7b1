/** Journey: connect, call a tool and read the result with the keyboard only. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";

declare global {
  interface Window {
    /** The element that had the focus, how it was drawn with it, and how to look again. */
    focused?: { readonly look: () => string; readonly withFocus: string; readonly html: string };
  }
}

/** Presses Tab until the wanted element has the focus, as a person would. */
async function tabTo(playground: Playground, role: "listbox" | "button" | "textbox", name: string) {
  const wanted = playground.page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element.contains(document.activeElement))) return;
    await playground.page.keyboard.press("Tab");
  }
  throw new Error(`Sixty times Tab did not reach ${role} ${name}`);
}

const hasFocus = (playground: Playground) =>
  playground.page.evaluate(
    () => document.activeElement !== null && document.activeElement !== document.body,
  );

test("connects and calls a tool with the keyboard only", async ({ playground, everything }) => {
  const { keyboard } = playground.page;
  await playground.server.focus();
  await keyboard.type(everything.url);
  await keyboard.press("Enter");
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await tabTo(playground, "listbox", "Tools");
  await keyboard.press("Home");
  await keyboard.press("Enter");
  await expect(playground.field("message")).toBeVisible();
  await tabTo(playground, "textbox", "message");
  await keyboard.type("no mouse");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(playground.result).toContainText("Echo: no mouse");
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

/** How the element that has the focus is drawn, with whatever around it may show the focus. */
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

/** Whether what was noted looks different, now that it has the focus no more. */
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
