import { expect, test } from "vitest";
import { iconSource, remoteIconUrl } from "./iconSource.ts";

const circle = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" id="a"><use href="#a"/></svg>',
);
const png = "data:image/png;base64,iVBORw0KGgo=";

test.each([
  ["a PNG", [{ src: png }], png],
  ["the first one that needs no request", [{ src: "https://a.example/i.png" }, { src: png }], png],
  ["an SVG", [{ src: "data:image/svg+xml,<svg/>" }], "data:image/svg+xml,<svg/>"],
  ["an SVG that refers to itself", [{ src: `data:image/svg+xml,${circle}` }], undefined],
  ["another origin", [{ src: "https://a.example/i.png" }], undefined],
  ["a document", [{ src: "data:text/html,<script>" }], undefined],
  ["a script", [{ src: "javascript:alert(1)" }], undefined],
  ["a huge one", [{ src: `${png}${"A".repeat(100_000)}` }], undefined],
  ["no icon", [null, 1, { src: 2 }], undefined],
  ["no list", "icons", undefined],
])("%s", (_, icons, source) => expect(iconSource({ name: "x", icons })).toBe(source));

test("no definition", () => expect(iconSource(undefined)).toBeUndefined());

test.each([
  ["https", [{ src: "data:image/png;base64,AA==" }, { src: "https://example.com/a.png" }], true],
  ["plain http", [{ src: "http://example.com/a.png" }], false],
  ["a name and a password", [{ src: "https://a:b@example.com/a.png" }], false],
  ["no URL", [{ src: "a.png" }, 7, null], false],
])("an icon elsewhere: %s", (_, icons, isFound) => {
  expect(remoteIconUrl({ icons })).toBe(isFound ? "https://example.com/a.png" : undefined);
});
