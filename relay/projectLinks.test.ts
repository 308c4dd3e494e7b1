import { expect, test } from "vitest";
import { readProjectLinks } from "./projectLinks.ts";

test("a manifest without addresses has no links", () => {
  expect(readProjectLinks({ name: "x" })).toEqual({});
});

test.each([
  ["someone/play", "https://github.com/someone/play"],
  ["github:someone/play", "https://github.com/someone/play"],
  ["git+https://code.example/someone/play.git", "https://code.example/someone/play"],
  [{ type: "git", url: "https://code.example/someone/play" }, "https://code.example/someone/play"],
])("the repository %j", (repository, link) => {
  expect(readProjectLinks({ repository })).toEqual({ repository: link });
});

test("homepage and bugs, as a text or an object", () => {
  const links = { homepage: "https://play.example/", bugs: "https://code.example/issues" };
  expect(readProjectLinks(links)).toEqual(links);
  expect(readProjectLinks({ ...links, bugs: { url: links.bugs, email: "a@b.example" } })).toEqual(
    links,
  );
});

test("what is no address of the web is no link", () => {
  const manifest = { homepage: "javascript:alert(1)", repository: "git@x:y.git", bugs: 3 };
  expect(readProjectLinks(manifest)).toEqual({});
});
