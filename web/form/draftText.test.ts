import { describe, expect, it } from "vitest";
import { setValue, swapItems } from "../../shared/schema/plan/editJson.ts";
import { draftText, putDrafts, typeJson } from "./draftText.ts";

describe("unfinished JSON in a text", () => {
  const before = draftText('{"a": [1, {"b": 2.0}], "c": ""}');

  it("is in the text as typed, while the rest stays readable", () => {
    const after = typeJson(before, ["a", 1, "b"], '{"x": $&');
    expect(after.text).toBe('{"a": [1, {"b": {"x": $&}], "c": ""}');
    expect(after.parsed.kind).toBe("tree");
  });

  it("keeps one placeholder while typing continues, and none when it is finished", () => {
    const typing = ["[", "[1", "[1,"].reduce((text, typed) => typeJson(text, ["c"], typed), before);
    expect(typing.drafts.size).toBe(1);
    const finished = typeJson(typing, ["c"], "[1, 2]");
    expect(finished.readable).toBe('{"a": [1, {"b": 2.0}], "c": [1, 2]}');
    expect(finished.text).toBe(finished.readable);
  });

  it("survives edits and moves of other values", () => {
    const broken = typeJson(before, ["a", 1], "{oh");
    const edited = draftText(setValue(broken.readable, ["c"], '"d"'), broken.drafts);
    const moved = draftText(swapItems(edited.readable, ["a"], 0, 1), edited.drafts);
    expect(moved.text).toBe('{"a": [{oh, 1], "c": "d"}');
  });

  it("is shown inside the JSON of the enclosing value", () => {
    const broken = typeJson(before, ["a", 1, "b"], "tru");
    const a = broken.readable.slice(6, broken.readable.indexOf("]") + 1);
    expect(putDrafts(a, broken.drafts)).toBe('[1, {"b": tru}]');
  });

  it("keeps two drafts apart", () => {
    const two = typeJson(typeJson(before, ["c"], "x"), ["a", 0], "y");
    expect(two.text).toBe('{"a": [y, {"b": 2.0}], "c": x}');
  });
});
