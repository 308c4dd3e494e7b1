// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { doublingChain, wideObject } from "../../shared/schema/hostileSchemas.fixture.ts";
import { descriptionOf, fill, pick, renderInTab } from "../component.fixture.tsx";
import { revealField } from "./revealField.ts";
import { SchemaForm } from "./SchemaForm.tsx";
import { useValidation } from "./useValidation.ts";

/** The form as a call's pane uses it, with the text that it writes. */
function Form(props: { schema: object; text: string }) {
  const [text, setText] = useState(props.text);
  const { verdict } = useValidation(props.schema, text);
  const problems = verdict?.kind === "checked" ? verdict.problems : [];
  return (
    <>
      <SchemaForm schema={props.schema} text={text} onTextChange={setText} problems={problems} />
      <output aria-label="Text">{text}</output>
      <output aria-label="Problems">{problems.length}</output>
    </>
  );
}

const render = (properties: object, text = "{}", more: object = {}) =>
  renderInTab(<Form schema={{ type: "object", properties, ...more }} text={text} />);
const written = () => JSON.parse(screen.getByRole("status", { name: "Text" }).textContent ?? "");
const button = (name: string) => screen.getByRole("button", { name });

describe("text", () => {
  test("typing writes the value; deleting all of it leaves empty text, and Omit removes the property", async () => {
    const { user } = render({ city: { type: "string" } });
    const city = screen.getByRole("textbox", { name: "city" });
    await user.type(city, "Bern");
    expect(written()).toEqual({ city: "Bern" });
    await user.clear(city);
    expect(written()).toEqual({ city: "" });
    await pick(user, button("Field options"), "Omit");
    expect(written()).toEqual({});
    expect(city).toHaveProperty("placeholder", "not set");
  });

  test("null, empty text and an absent property are distinguished", async () => {
    const { user } = render({ note: { type: ["string", "null"] } });
    const note = screen.getByRole("textbox", { name: "note" });
    await pick(user, button("Field options"), "Set to null");
    expect(written()).toEqual({ note: null });
    expect(note).toHaveProperty("placeholder", "null");
    await pick(user, button("Field options"), "Set to empty text");
    expect(written()).toEqual({ note: "" });
    await user.click(button("Field options"));
    const names = screen.getAllByRole("menuitem").map((item) => item.textContent);
    expect(names).toContain("Omit");
    expect(names).not.toContain("Set to empty text");
  });

  test("a default is inside the control, is written only on request, and has a way back", async () => {
    const { user } = render({ unit: { type: "string", default: "km" } });
    expect(written()).toEqual({});
    const unit = screen.getByRole("textbox", { name: "unit" });
    expect(unit).toHaveProperty("placeholder", "km");
    expect(screen.getByText("default")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Use default/ })).toBeNull();
    await user.type(unit, "mi");
    expect(screen.queryByText("default")).toBeNull();
    await user.click(button("Use default km"));
    expect(written()).toEqual({});
    expect(document.activeElement).toBe(unit);
    await pick(user, button("Field options"), "Set to default km");
    expect(written()).toEqual({ unit: "km" });
  });
});

describe("numbers and booleans", () => {
  test("a number keeps the digits that were typed", async () => {
    const { user } = render({ id: { type: "integer" } });
    await fill(user, screen.getByRole("textbox", { name: "id" }), "12345678901234567890");
    expect(screen.getByRole("status", { name: "Text" }).textContent).toContain(
      "12345678901234567890",
    );
  });

  test("an optional boolean is true, false or not set", async () => {
    const { user } = render({ deep: { type: "boolean" } });
    const deep = screen.getByRole("radiogroup", { name: "deep" });
    await user.click(within(deep).getByRole("radio", { name: "false" }));
    expect(written()).toEqual({ deep: false });
    await user.click(within(deep).getByRole("radio", { name: "Not set" }));
    expect(written()).toEqual({});
  });
});

describe("arrays", () => {
  test("items are added, moved and removed, and the focus moves with them", async () => {
    const { user } = render({ tags: { type: "array", items: { type: "string" } } });
    const value = () => (document.activeElement as HTMLTextAreaElement).value;
    await user.click(button("Add item"));
    await user.keyboard("one");
    await user.click(button("Add item"));
    await user.keyboard("two");
    expect(written()).toEqual({ tags: ["one", "two"] });
    await pick(
      user,
      screen.getAllByRole("button", { name: "Field options" })[1] as HTMLElement,
      "Move up",
    );
    expect(written()).toEqual({ tags: ["two", "one"] });
    await user.click(screen.getByDisplayValue("two"));
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(written()).toEqual({ tags: ["one", "two"] });
    expect(value()).toBe("two");
    // the last item cannot be moved down
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(written()).toEqual({ tags: ["one", "two"] });
    await user.click(button("Remove item 2"));
    expect(written()).toEqual({ tags: ["one"] });
    expect(value()).toBe("one");
    await user.click(button("Remove item 1"));
    expect(written()).toEqual({ tags: [] });
    expect(document.activeElement).toBe(button("Add item"));
  });

  test("the first item cannot be moved up; an object is named by its values, and duplicated", async () => {
    const items = {
      type: "object",
      properties: { id: { type: "integer" }, name: { type: "string" } },
    };
    const { user } = render(
      { rows: { type: "array", items } },
      '{"rows":[{"id":7,"name":"Lamp"}]}',
    );
    const card = screen.getByRole("group", { name: /id 7, Lamp/ });
    await user.click(button("Duplicate item 1"));
    expect(written().rows).toEqual([
      { id: 7, name: "Lamp" },
      { id: 7, name: "Lamp" },
    ]);
    const row = card.closest<HTMLElement>("[data-pointer]") as HTMLElement;
    const options = within(row).getAllByRole("button", { name: "Field options" });
    await user.click(options.at(-1) as HTMLElement);
    const up = screen.getByRole("menuitem", { name: /^Move up/ });
    expect(up.getAttribute("aria-disabled")).toBe("true");
    expect(
      screen.getByRole("menuitem", { name: /^Move down/ }).getAttribute("aria-disabled"),
    ).toBeNull();
  });
});

test("an example of the schema is set from the menu", async () => {
  const { user } = render({ unit: { type: "string", examples: ["mi", 5] } });
  await pick(user, button("Field options"), "Use example mi");
  expect(written()).toEqual({ unit: "mi" });
});

describe("maps", () => {
  test("a property gets a name that is not taken yet", async () => {
    const labels = { type: "object", additionalProperties: { type: "string" } };
    const { user } = render({ labels }, '{"labels":{"a":"1"}}');
    const group = screen.getByRole("group", { name: /labels/ });
    await user.click(within(group).getByRole("button", { name: "Add property" }));
    const name = screen.getByRole("textbox", { name: "Property name" });
    expect(document.activeElement).toBe(name);
    await user.keyboard("a{Enter}");
    expect(written()).toEqual({ labels: { a: "1" } });
    expect(button("Add")).toHaveProperty("disabled", true);
    await user.keyboard("b{Enter}");
    expect(Object.keys(written().labels)).toEqual(["a", "ab"]);
    await user.keyboard("value");
    expect(written().labels.ab).toBe("value");
  });

  test("an unconfirmed name is not lost; Cancel discards it", async () => {
    const labels = { type: "object", additionalProperties: { type: "string" } };
    const { user } = render({ labels, other: { type: "string" } }, '{"labels":{}}');
    await user.click(button("Add property"));
    await user.keyboard("given up");
    await user.click(button("Cancel"));
    expect(written()).toEqual({ labels: {} });
    expect(document.activeElement).toBe(button("Add property"));
    await user.click(button("Add property"));
    await user.keyboard("kept");
    await user.click(screen.getByRole("textbox", { name: "other" }));
    expect(written()).toEqual({ labels: { kept: "" } });
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "other" }));
  });

  test("a key is renamed in its place, and removed with the focus beside it", async () => {
    const labels = { type: "object", additionalProperties: { type: "number" } };
    const { user } = render({ labels }, '{"labels":{"a":1.50,"b":2}}');
    const text = () => screen.getByRole("status", { name: "Text" }).textContent;
    const [ofA] = screen.getAllByRole("button", { name: "Field options" });
    await pick(user, ofA as HTMLElement, "Rename");
    await user.clear(screen.getByRole("textbox", { name: "Property name" }));
    await user.keyboard("b{Enter}");
    expect(screen.getByText("A property with this name already exists")).toBeDefined();
    await user.keyboard("{Backspace}c{Enter}");
    expect(text()).toBe('{"labels":{"c":1.50,"b":2}}');
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "c" }));
    await user.click(button("Remove c"));
    expect(text()).toBe('{"labels":{"b":2}}');
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "b" }));
  });
});

describe("unions", () => {
  const shape = {
    oneOf: [
      { title: "By name", type: "object", properties: { name: { type: "string" } } },
      { title: "By id", type: "object", properties: { id: { type: "integer" } } },
    ],
  };

  test("a variant has its own fields", async () => {
    const { user } = render({ shape }, '{"shape":{"name":"x"}}');
    expect(screen.getByRole("textbox", { name: "name" })).toHaveProperty("value", "x");
    const variants = screen.getByRole("radiogroup", { name: "Variant of shape" });
    await user.click(within(variants).getByRole("radio", { name: "By id" }));
    await user.type(screen.getByRole("textbox", { name: "id" }), "7");
    expect(written().shape.id).toBe(7);
  });

  test("a required object is open at once, sends nothing untouched, and starts with what its shape fixes", async () => {
    const variant = (kind: string, name: string) => ({
      type: "object",
      properties: { kind: { const: kind }, [name]: { type: "integer" } },
      required: ["kind", name],
    });
    const figure = { oneOf: [variant("circle", "radius"), variant("square", "side")] };
    const { user } = render({ figure }, "{}", { required: ["figure"] });
    expect(screen.getByRole("textbox", { name: "radius" })).toBeDefined();
    const variants = screen.getByRole("radiogroup", { name: "Variant of figure" });
    await user.click(within(variants).getByRole("radio", { name: "square" }));
    expect(written()).toEqual({});
    await user.type(screen.getByRole("textbox", { name: "side" }), "7");
    expect(written()).toEqual({ figure: { kind: "square", side: 7 } });
  });

  test("the names of nested variants differ, and say which union they are of", async () => {
    const kind = { anyOf: [{ type: "integer" }, { type: "string" }] };
    const nested = { title: "Nested", oneOf: [{ ...kind, title: "Scalar" }, { type: "boolean" }] };
    const group = { type: "object", properties: { kind } };
    render(
      { kind, group, list: { type: "array", items: kind }, nested: { oneOf: [nested, group] } },
      '{"kind":1,"group":{"kind":"x"},"list":[1],"nested":2}',
    );
    const names = screen
      .getAllByRole("combobox", { name: /^Variant/ })
      .map(
        (one) => document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent,
      );
    expect(names).toEqual([
      "Variant of kind",
      "Variant of group › kind",
      "Variant of list › 1",
      "Variant of nested",
      "Variant of nested: Nested",
      "Variant of nested: Nested: Scalar",
    ]);
  });
});

describe("choices", () => {
  test("an enumeration writes the chosen value, and shows a value that is not in it", async () => {
    const colour = { enum: ["red", "green"] };
    const { user } = render({ colour }, '{"colour":"blue"}');
    const select = screen.getByRole("combobox", { name: "colour" });
    expect(select.textContent).toContain("blue");
    await pick(user, select, "green");
    expect(written()).toEqual({ colour: "green" });
  });

  test("a long enumeration is searched by typing", async () => {
    const all = Array.from({ length: 40 }, (_, at) => `value ${at}`);
    const { user } = render({ one: { enum: all } });
    await user.click(screen.getByRole("combobox", { name: "one" }));
    // any part of it, not only its beginning
    await user.keyboard("UE 37");
    expect(await screen.findAllByRole("option")).toHaveLength(1);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(written()).toEqual({ one: "value 37" });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "one" })),
    );
  });
});

describe("JSON and problems", () => {
  test("unfinished JSON in a field is kept as typed, and the other fields stay", async () => {
    const { user } = render({ any: {}, city: { type: "string" } }, '{"any":1,"city":"Bern"}');
    const any = screen.getByRole("textbox", { name: "any" });
    await user.clear(any);
    await user.type(any, "[[1, ");
    expect(any).toHaveProperty("value", "[1, ");
    expect(screen.getByRole("textbox", { name: "city" })).toHaveProperty("value", "Bern");
    await user.type(any, "2]");
    expect(written()).toEqual({ any: [1, 2], city: "Bern" });
  });

  test("text that is not a JSON object is left unchanged, with a note instead of fields", () => {
    render({ city: { type: "string" } }, '{"city": ');
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("status", { name: "Text" }).textContent).toBe('{"city": ');
    expect(document.body.textContent).toMatch(/Line 1/);
  });

  test("a missing value is not reported before it is sent, a wrong one as soon as it is typed", async () => {
    const { user } = render({ city: { type: "string" }, age: { type: "integer" } }, "{}", {
      required: ["city"],
    });
    const city = screen.getByRole("textbox", { name: /city/ });
    await waitFor(() =>
      expect(screen.getByRole("status", { name: "Problems" }).textContent).toBe("1"),
    );
    expect(city.getAttribute("aria-invalid")).toBeNull();
    const age = screen.getByRole("textbox", { name: "age" });
    await user.click(city);
    await user.type(age, "x");
    await waitFor(() => expect(age.getAttribute("aria-invalid")).toBe("true"));
    expect(descriptionOf(age)).not.toBe("");
    expect(city.getAttribute("aria-invalid")).toBeNull();
  });
});

describe("pickers", () => {
  test("a date, a time and a colour are picked beside the text, which otherwise stays as typed", async () => {
    const { user } = render({
      day: { type: "string", format: "date" },
      at: { type: "string", format: "date-time" },
      colour: { type: "string", format: "color" },
    });
    await user.type(screen.getByRole("textbox", { name: "day" }), "tomorrow");
    expect(written()).toEqual({ day: "tomorrow" });
    await user.click(button("Pick day"));
    expect(written()).toEqual({ day: "tomorrow" });
    fireEvent.change(screen.getByLabelText("day to pick"), { target: { value: "2026-02-03" } });
    fireEvent.change(screen.getByLabelText("at to pick"), {
      target: { value: "2026-02-03T04:05" },
    });
    fireEvent.change(screen.getByLabelText("colour to pick"), { target: { value: "#00ff00" } });
    expect(written()).toMatchObject({ day: "2026-02-03", colour: "#00ff00" });
    expect(written().at).toMatch(/^2026-02-03T04:05:00(Z|[+-]\d\d:\d\d)$/);
  });

  test("a file becomes base64, and text that is not base64 is reported", async () => {
    const { user } = render({
      data: { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
      notes: { type: "string", contentMediaType: "text/plain" },
    });
    await user.type(screen.getByRole("textbox", { name: "data" }), "a.png");
    await screen.findByText(/^Must be base64/);
    const bytes = new File([new Uint8Array([1, 2, 3])], "a.png", { type: "image/png" });
    await user.upload(screen.getByLabelText("File for data"), bytes);
    await waitFor(() => expect(written()).toEqual({ data: "AQID" }));
    await waitFor(() => expect(screen.queryByText(/^Must be base64/)).toBeNull());
    const text = new File(["one\ntwo"], "a.txt", { type: "text/plain" });
    await user.upload(screen.getByLabelText("File for notes"), text);
    await waitFor(() => expect(written()).toMatchObject({ notes: "one\ntwo" }));
  });
});

describe("descriptions and groups", () => {
  test("lines of a description are kept, and a long one is cut until the user asks for all of it", async () => {
    const short = "First line\nsecond line";
    const long = `${"word ".repeat(100)}end`;
    const { user } = render({
      a: { type: "string", description: short },
      b: { type: "boolean", description: long, default: true },
    });
    expect(descriptionOf(screen.getByRole("textbox", { name: "a" }))).toContain(short);
    expect(screen.queryByText(/end$/)).toBeNull();
    await user.click(button("More"));
    expect(screen.getByText(/end$/)).toBeDefined();
    expect(button("Less")).toBeDefined();
    expect(screen.getByText("default true")).toBeDefined();
    expect(written()).toEqual({});
  });

  test("a group is folded, and a problem in it unfolds it", async () => {
    const inner = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    const { user } = renderInTab(
      <>
        <Form schema={{ type: "object", properties: { box: inner } }} text='{"box":{"n":1}}' />
        <button type="button" onClick={() => revealField("form", "/box/n")?.focus()}>
          To the problem
        </button>
      </>,
    );
    expect(screen.getByRole("group", { name: /box/ })).toBeDefined();
    await user.click(button("box"));
    expect(screen.queryByRole("textbox", { name: "n" })).toBeNull();
    await user.click(button("To the problem"));
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "n" }));
  });
});

describe("schemas of hostile servers", () => {
  const numbered = (count: number, letter: string) =>
    Array.from({ length: count }, (_, at) => `${letter}${at}`);
  const one = (schema: object) => ({ type: "object", properties: { one: schema } });

  test.each([
    [
      "bomb",
      doublingChain(60, "allOf"),
      "Resolving $ref and allOf in the schema takes more than 50,000 steps",
    ],
    [
      "Arguments",
      wideObject(20_000),
      "This part needs 20,000 fields and a form can show at most 500",
    ],
    [
      "one",
      one({ enum: numbered(100_000, "v") }),
      "This part has 100,000 options and a form can offer at most 1,000",
    ],
    [
      "one",
      one({ anyOf: numbered(5_000, "k").map((name) => ({ type: "object", required: [name] })) }),
      "This part has 5,000 variants and a form can offer at most 100",
    ],
  ])("%s is edited as JSON, and the form says why", async (name, schema, reason) => {
    renderInTab(<Form schema={schema} text="{}" />);
    expect(document.body.textContent).toContain(`${reason}, so it is edited as JSON.`);
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value: '{"p1": "x"}' } });
    const value = { p1: "x" };
    await waitFor(() =>
      expect(written()).toEqual(name === "Arguments" ? value : { [name]: value }),
    );
  });
});
