// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderInTab } from "../component.fixture.tsx";
import { JsonEditor } from "./JsonEditor.tsx";

/** The editor before Monaco is loaded, and on touch screens. */
function Editor(props: { text: string; readOnly?: boolean; onSubmit?: () => void }) {
  const { text, ...rest } = props;
  const [value, setValue] = useState(text);
  return (
    <>
      <JsonEditor label="Arguments" value={value} onChange={setValue} {...rest} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}
const area = () => screen.getByRole("textbox", { name: "Arguments" });
const written = () => JSON.parse(screen.getByRole("status").textContent ?? "");

test("text is edited unchanged, valid JSON or not", async () => {
  const { user } = renderInTab(<Editor text='{"a": 1.0}' />);
  await user.type(area(), ",,");
  expect(written()).toBe('{"a": 1.0},,');
});

test("line ends and a byte order mark survive an edit elsewhere", () => {
  renderInTab(<Editor text={'\uFEFF{\r\n"a": 1\r\n}'} />);
  expect(area()).toHaveProperty("value", '{\n"a": 1\n}');
  fireEvent.change(area(), { target: { value: '{\n"a": 12\n}' } });
  expect(written()).toBe('\uFEFF{\r\n"a": 12\r\n}');
});

test.each(["{Control>}{Enter}{/Control}", "{Meta>}{Enter}{/Meta}"])(
  "%s submits once and writes no line end",
  async (keys) => {
    const onSubmit = vi.fn();
    const onPage = vi.fn();
    addEventListener("keydown", onPage);
    const { user } = renderInTab(<Editor text="{}" onSubmit={onSubmit} />);
    await user.click(area());
    await user.keyboard(keys);
    removeEventListener("keydown", onPage);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(written()).toBe("{}");
    expect(onPage.mock.calls.filter(([event]) => event.key === "Enter")).toEqual([]);
  },
);

test("Enter alone is a line end, not a submission", async () => {
  const onSubmit = vi.fn();
  const { user } = renderInTab(<Editor text="{}" onSubmit={onSubmit} />);
  await user.type(area(), "{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
  expect(written()).toBe("{}\n");
});

test("a read-only text can be selected but not changed", async () => {
  const { user } = renderInTab(<Editor text="{}" readOnly />);
  await user.type(area(), "x");
  expect(written()).toBe("{}");
  expect(document.activeElement).toBe(area());
});
