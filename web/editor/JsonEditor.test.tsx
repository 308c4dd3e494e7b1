// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderInTab } from "../component.fixture.tsx";
import { JsonEditor } from "./JsonEditor.tsx";

/** The editor before Monaco is loaded, and on touch screens. */
function Editor(props: { text: string; readOnly?: boolean }) {
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

test("a read-only text can be selected but not changed", async () => {
  const { user } = renderInTab(<Editor text="{}" readOnly />);
  await user.type(area(), "x");
  expect(written()).toBe("{}");
  expect(document.activeElement).toBe(area());
});
