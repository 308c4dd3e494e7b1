// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { initiatorKinds } from "../../shared/log/entry.ts";
import { InitiatorMark, initiatorText } from "./InitiatorMark.tsx";

test("each kind has a glyph with words of its own", () => {
  const texts = initiatorKinds.map((kind) => initiatorText({ kind }));
  expect(new Set(texts).size).toBe(initiatorKinds.length);
  for (const kind of initiatorKinds) render(<InitiatorMark initiator={{ kind }} />);
  expect(screen.getAllByRole("img").map((mark) => mark.getAttribute("aria-label"))).toEqual(texts);
});

test("a name from outside is short, and shows what it hides", () => {
  const text = initiatorText({ kind: "model", id: `\u202ebad${"x".repeat(500)}` });
  expect(text).not.toContain("\u202e");
  expect(text.length).toBeLessThan(120);
});
