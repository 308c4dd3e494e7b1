import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, parseDocument, stringify } from "yaml";
import { readFrontmatter } from "./frontmatter.ts";

const file = (yaml: string) => `---\n${yaml}\n---\n\n# Body\n`;

test.each([
  "name: pdf\ndescription: Fills in forms",
  "name: pdf # a comment\n\n# another\ndescription: 'It''s a form'",
  'name: "a\\tb \\u00e9 \\"x\\""\nempty:\ntilde: ~\nyes: yes\non: true\nversion: 1.0\nhex: 0x1F',
  "description: one\n  two\n\n  three\nname: x",
  "description: >\n  one\n  two\n\n  three\n    four\n  five\nname: x",
  "description: |\n  one\n    two\n\n  three\n\n\nname: x",
  "description: >-\n  one\n  two\nname: x",
  "description: |+\n  one\n\n\nname: x",
  "description: |-\n\n  one\nname: x",
  "metadata:\n  version: '1.0'\n  deep:\n    a: [x, y, \"z, w\", 1]\n    b: {c: d, e: [1, 2]}",
  "list:\n- a\n- b: 1\n  c: 2\n-\n  - nested\n- - x\n  - y\nname: x",
  "list:\n  - a\n  - 'b'\n  -\nname: x",
  "url: https://example.com/a#b\ntime: 12:30\ndash: -1\nplus: a+b",
  "allowed-tools: forecast alerts",
  "'quoted key': 1\n\"other\": 2",
  "a: 1e3\nb: .5\nc: 0o17\nd: +1\ne: 1.\nf: '1'",
  "e: []\nf: {}",
])("reads as a full parser does: %j", (yaml) => {
  const read = readFrontmatter(file(yaml));
  expect(read).toMatchObject({ kind: "read", value: parse(yaml), body: "\n# Body\n" });
});

test.each([
  ["description: Use when: it rains", "invalid", 2],
  ["name: a\nname: b", "invalid", 3],
  ["name: a\n\tb: c", "invalid", 3],
  ["name: a\nno colon here", "invalid", 3],
  ["- a\n- b", "invalid", 2],
  ["name: @x", "invalid", 2],
  ['name: "\\q"', "invalid", 2],
  ["name: 'a' b", "invalid", 2],
  ["name: &x a\nother: *x", "unsupported", 2],
  ["name: !!str 1", "unsupported", 2],
  ['name: "one\n  two"', "unsupported", 2],
  ["name: [a,\n  b]", "unsupported", 2],
  ["? a\n: b", "unsupported", 2],
  ["1: a", "unsupported", 2],
  ["a: .inf", "unsupported", 2],
  [`a: 0x${"f".repeat(400)}`, "unsupported", 2],
  ["a: |2\n    x", "unsupported", 2],
] as const)("%j is %s in line %d", (yaml, kind, line) => {
  expect(readFrontmatter(file(yaml))).toMatchObject({ kind, line });
});

test("a file without frontmatter, or without its end, has none", () => {
  for (const text of ["# Body", "", "---\nname: x", " ---\nname: x\n---\n"]) {
    expect(readFrontmatter(text)).toEqual({ kind: "none" });
  }
});

test("line breaks of Windows and a byte order mark change nothing", () => {
  const read = readFrontmatter(`\u{feff}---\r\nname: x\r\n---\r\nBody\r\n`);
  expect(read).toEqual({ kind: "read", value: { name: "x" }, body: "Body\n" });
});

test("what it reads has the value that a full parser reads", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[a-z][a-z -]{0,8}[a-z]$/), tie("any"), { maxKeys: 3 }),
    ),
  })).any;
  const mapping = fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,8}$/), value, { minKeys: 1 });
  fc.assert(
    fc.property(mapping, fc.constantFrom(20, 40, 80), (object, lineWidth) => {
      const yaml = stringify(object, { lineWidth });
      const read = readFrontmatter(`---\n${yaml}---\n`);
      if (read.kind === "read") expect(read.value).toEqual(parse(yaml));
      else expect(read.kind).toBe("unsupported");
    }),
    { numRuns: 300 },
  );
});

test("lines of any marks never read as something else, and never take long", () => {
  const mark = fc.constantFrom(
    ..."a b : - # ' \" [ ] { } , | > & * ! \t ? 1 ~".split(" "),
    " ",
    "\n",
    "\n  ",
    ": ",
    "- ",
  );
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 25 }), (marks) => {
      const yaml = `name: x\n${marks.join("")}\n`;
      const read = readFrontmatter(`---\n${yaml}---\n`);
      const document = parseDocument(yaml);
      // what is wrong with white space alone need not be noticed
      if (read.kind !== "read" || document.errors.length > 0) return;
      expect(read.value).toEqual(document.toJS());
    }),
    { numRuns: 2000 },
  );
  expect(readFrontmatter(file(`a: ${"[".repeat(60_000)}`)).kind).toBe("unsupported");
  expect(readFrontmatter(file(`${"- ".repeat(30_000)}a`)).kind).toBe("invalid");
  expect(readFrontmatter(file("a: b\n".repeat(20_000))).kind).toBe("unsupported");
  expect(readFrontmatter(file(`a: b${" ".repeat(60_000)}c`)).kind).toBe("read");
  expect(readFrontmatter(file(`a: |\n  b${"\n".repeat(60_000)}  c`)).kind).toBe("read");
});
