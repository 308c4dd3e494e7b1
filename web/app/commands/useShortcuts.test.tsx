// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInTab } from "../../component.fixture.tsx";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { noSubmit, submitArea } from "../../ui/submitArea.ts";
import { useShortcuts } from "./useShortcuts.ts";

const [run, palette, submit, inner, decline] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
const commands = [
  { id: "run", title: "Run", shortcut: "Mod+Enter", run },
  { id: "palette", title: "Palette", shortcut: "Mod+K", run: palette },
];
const choices = ["One", "Two"].map((label) => ({ id: label, label }));

function Page() {
  useShortcuts(commands);
  return (
    <>
      <Select label="Outside" choices={choices} value="One" onChange={() => {}} />
      <div role="dialog" aria-label="Question">
        <Button>In a dialog</Button>
      </div>
      <section {...submitArea(submit)}>
        <Select label="Inside" choices={choices} value="One" onChange={() => {}} />
        <textarea aria-label="Text" />
        <div {...submitArea(inner)}>
          <input aria-label="Deep inside" />
        </div>
        <div {...noSubmit}>
          <Button onPress={decline}>Decline</Button>
        </div>
      </section>
    </>
  );
}

/** Renders the page with the focus in a control. */
function focusIn(role: string, name: string) {
  vi.clearAllMocks();
  const rendered = renderInTab(<Page />);
  const control = screen.getByRole(role, { name });
  act(() => control.focus());
  return { ...rendered, control };
}
/** What the keys have called. */
const called = () =>
  Object.entries({ run, palette, submit, inner, decline }).flatMap(([name, { mock }]) =>
    mock.calls.map(() => name),
  );

test.for([
  ["combobox", "Outside", ["run"]],
  ["combobox", "Inside", ["submit"]],
  ["textbox", "Text", ["submit"]],
  ["textbox", "Deep inside", ["inner"]],
  ["button", "Decline", ["decline"]],
  ["button", "In a dialog", []],
] as const)("Ctrl+Enter in the %s %s calls %j", async ([role, name, expected]) => {
  const { user, control } = focusIn(role, name);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(called()).toEqual(expected);
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(control.textContent ?? (control as HTMLInputElement).value).not.toContain("\n");
});

test("Cmd+Enter submits as well; a key that repeats or composes text does not", async () => {
  const { user, control } = focusIn("textbox", "Text");
  await user.keyboard("{Meta>}{Enter}{/Meta}");
  expect(called()).toEqual(["submit"]);
  fireEvent.keyDown(control, { key: "Enter", ctrlKey: true, repeat: true });
  fireEvent.keyDown(control, { key: "Enter", ctrlKey: true, isComposing: true });
  await user.keyboard("{Enter}");
  expect(called()).toEqual(["submit"]);
  expect((control as HTMLTextAreaElement).value).toBe("\n");
});

test("an open list takes its own keys", async () => {
  const { user } = focusIn("combobox", "Inside");
  await user.keyboard(" ");
  await screen.findByRole("listbox");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(called()).toEqual([]);
});

test("other shortcuts work while a select or a submit area has the focus", async () => {
  const { user } = focusIn("combobox", "Outside");
  await user.keyboard("{Control>}k{/Control}");
  act(() => screen.getByRole("textbox", { name: "Text" }).focus());
  await user.keyboard("{Control>}k{/Control}");
  expect(called()).toEqual(["palette", "palette"]);
});
