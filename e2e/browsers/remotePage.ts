/** Finds elements of a tab by role and accessible name, and uses them as a person does. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { InputSource, Tab } from "./browser.ts";

/** Milliseconds that an element may take to appear; they end a journey that hangs. */
const limitMs = 60_000;

/**
 * The characters of keys that have none.
 * @see https://w3c.github.io/webdriver/#keyboard-actions
 */
export const keys = { tab: "\uE004", enter: "\uE007", control: "\uE009", right: "\uE014" };

const testingLibrary = createRequire(import.meta.url).resolve("@testing-library/dom");

/** Computes roles and names in the page: the protocols have no common way to find elements by them. */
const library = readFileSync(
  join(dirname(testingLibrary), "@testing-library/dom.umd.min.js"),
  "utf8",
);

interface Found {
  readonly text: string;
  readonly value: string;
  /** The middle of the element, in CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
  /** Whether a click there reaches the element. */
  readonly isReachable: boolean;
}

type Name = string | RegExp;

export type RemotePage = ReturnType<typeof createRemotePage>;

/** Each method that takes a role and a name waits until exactly one element has them. */
export function createRemotePage(tab: Tab) {
  const find = async (role: string, name: Name): Promise<Found | string> => {
    const literal = typeof name === "string" ? JSON.stringify(name) : String(name);
    const search = `window.TestingLibraryDom ? (${findInPage})("${role}", ${literal}) : null`;
    const found = await tab.evaluate(search);
    if (found !== null) return found as Found | string;
    await tab.evaluate(`void (() => { ${library} })()`);
    return (await tab.evaluate(search)) as Found | string;
  };
  const waitFor = async (role: string, name: Name, accept: (found: Found) => boolean) => {
    const deadline = Date.now() + limitMs;
    for (;;) {
      // while the tab loads another page, commands fail
      const found = await find(role, name).catch(String);
      // null: the document was replaced meanwhile
      if (typeof found === "object" && found !== null && accept(found)) return found;
      if (Date.now() > deadline) throw new Error(`${role} ${name}: ${JSON.stringify(found)}`);
      await delay(50);
    }
  };
  const press = (...chords: readonly (readonly string[])[]) => {
    const actions = chords.flatMap((chord) => [
      ...chord.map((value) => ({ type: "keyDown", value }) as const),
      ...chord.toReversed().map((value) => ({ type: "keyUp", value }) as const),
    ]);
    return tab.perform([{ type: "key", id: "keyboard", actions }]);
  };
  const type = (text: string) => press(...Array.from(text, (character) => [character]));
  const click = async (role: string, name: Name) => {
    const { x, y } = await waitFor(role, name, ({ isReachable }) => isReachable);
    await tab.perform([clickAt(x, y)]);
  };

  return {
    tab,
    type,
    click,

    /** Replaces the text of a field by typing. */
    async fill(role: string, name: Name, text: string) {
      await click(role, name);
      await press([keys.control, "a"]);
      await type(text);
      await waitFor(role, name, ({ value }) => value === text);
    },

    /** Waits until the element contains the text. */
    async hasText(role: string, name: Name, text: string) {
      await waitFor(role, name, (found) => found.text.includes(text));
    },

    /** Waits until the value of the field matches. @returns the value */
    async hasValue(role: string, name: Name, pattern: RegExp) {
      return (await waitFor(role, name, ({ value }) => pattern.test(value))).value;
    },
  };
}

function clickAt(x: number, y: number): InputSource {
  return {
    type: "pointer",
    id: "mouse",
    actions: [
      { type: "pointerMove", x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  };
}

/** Runs in the page. @returns what is wrong if not exactly one element was found */
function findInPage(role: string, name: string | RegExp): Found | string {
  const { TestingLibraryDom } = window as unknown as {
    readonly TestingLibraryDom: typeof import("@testing-library/dom");
  };
  const { queryAllByRole, isInaccessible } = TestingLibraryDom;
  // checking whether it is hidden takes long for every element of a page
  const found = queryAllByRole<HTMLInputElement>(document.body, role, {
    name,
    hidden: true,
  }).filter((element) => !isInaccessible(element));
  const [element] = found;
  if (element === undefined || found.length > 1) return `${found.length} elements`;
  // radio buttons and checkboxes are pressed at their label
  const shown = element.closest("label") ?? element;
  shown.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = shown.getBoundingClientRect();
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height / 2);
  return {
    text: element.innerText,
    value: element.value ?? "",
    x,
    y,
    isReachable: shown.contains(document.elementFromPoint(x, y)),
  };
}
