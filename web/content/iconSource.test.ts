import { expect, test } from "vitest";
import { iconSource } from "./iconSource.ts";

const png = "data:image/png;base64,iVBORw0KGgo=";

test.each([
  ["a PNG", [{ src: png }], png],
  ["the first one that needs no request", [{ src: "https://a.example/i.png" }, { src: png }], png],
  ["an SVG", [{ src: "data:image/svg+xml,<svg/>" }], "data:image/svg+xml,<svg/>"],
  ["another origin", [{ src: "https://a.example/i.png" }], undefined],
  ["a document", [{ src: "data:text/html,<script>" }], undefined],
  ["a script", [{ src: "javascript:alert(1)" }], undefined],
  ["a huge one", [{ src: `${png}${"A".repeat(100_000)}` }], undefined],
  ["no icon", [null, 1, { src: 2 }], undefined],
  ["no list", "icons", undefined],
])("%s", (_, icons, source) => expect(iconSource({ name: "x", icons })).toBe(source));

test("no definition", () => expect(iconSource(undefined)).toBeUndefined());
