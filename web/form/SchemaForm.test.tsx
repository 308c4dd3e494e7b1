// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { descriptionOf, fill, pick, renderInTab } from "../component.fixture.tsx";
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

  test("null, empty text and an absent property are told apart", async () => {
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

  test("a default is written only on request", async () => {
    const { user } = render({ unit: { type: "string", default: "km" } });
    expect(written()).toEqual({});
    await user.click(button("Use default"));
    expect(written()).toEqual({ unit: "km" });
    expect(screen.queryByRole("button", { name: "Use default" })).toBeNull();
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
  test("items are added, moved and removed; the focus stays where the next one is added", async () => {
    const { user } = render({ tags: { type: "array", items: { type: "string" } } });
    const tags = screen.getByRole("group", { name: /tags/ });
    await user.click(within(tags).getByRole("button", { name: "Add item" }));
    expect(document.activeElement).toBe(button("Add item"));
    await user.keyboard("{Enter}");
    const items = within(tags).getAllByRole("textbox");
    await user.type(items[0] as HTMLElement, "one");
    await user.type(items[1] as HTMLElement, "two");
    expect(written()).toEqual({ tags: ["one", "two"] });
    await user.click(button("Move item 2 up"));
    expect(written()).toEqual({ tags: ["two", "one"] });
    await user.click(button("Remove item 1"));
    expect(written()).toEqual({ tags: ["one"] });
    await user.click(button("Remove item 1"));
    expect(written()).toEqual({ tags: [] });
  });

  test("the first item cannot be moved up, nor the last one down", () => {
    render({ tags: { type: "array", items: { type: "string" } } }, '{"tags":["a","b"]}');
    expect(button("Move item 1 up")).toHaveProperty("disabled", true);
    expect(button("Move item 2 down")).toHaveProperty("disabled", true);
    expect(button("Move item 1 down")).toHaveProperty("disabled", false);
  });
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
  });
});

describe("unions", () => {
  const shape = {
    oneOf: [
      { title: "By name", type: "object", properties: { name: { type: "string" } } },
      { title: "By id", type: "object", properties: { id: { type: "integer" } } },
    ],
  };

  test("a variant brings its own fields", async () => {
    const { user } = render({ shape }, '{"shape":{"name":"x"}}');
    expect(screen.getByRole("textbox", { name: "name" })).toHaveProperty("value", "x");
    await pick(user, screen.getByRole("combobox", { name: "Variant" }), "By id");
    await user.type(screen.getByRole("textbox", { name: "id" }), "7");
    expect(written().shape.id).toBe(7);
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
    await user.keyboard("value 37{Enter}");
    expect(written()).toEqual({ one: "value 37" });
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

  test("text that is no JSON object is left alone, with a note instead of fields", () => {
    render({ city: { type: "string" } }, '{"city": ');
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("status", { name: "Text" }).textContent).toBe('{"city": ');
    expect(document.body.textContent).toMatch(/Line 1/);
  });

  test("a missing value is reported after its field was left, a wrong one at once", async () => {
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
    await user.click(age);
    await waitFor(() => expect(city.getAttribute("aria-invalid")).toBe("true"));
    expect(descriptionOf(city)).not.toBe("");
    await user.type(age, "x");
    await waitFor(() => expect(age.getAttribute("aria-invalid")).toBe("true"));
  });
});
