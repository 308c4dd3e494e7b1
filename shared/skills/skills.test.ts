import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { findingText } from "../messages/findingText.ts";
import { quoted } from "../messages/phrases.ts";
import { checkSkillEntry } from "./checkEntry.ts";
import { isSameValue, readSkillEntry } from "./skillEntry.ts";
import { skillFinding } from "./skillFinding.ts";
import { findSkillLinks, readSkillPaths } from "./skillLinks.ts";
import { readReference, skillFilePath, skillNameOf, skillRoot } from "./skillUri.ts";
import { verifySkillFile } from "./verifyFile.ts";

const uri = "skill://acme/pdf/SKILL.md";
const text =
  "---\nname: pdf\ndescription: Fills in forms\nmetadata:\n  b: 1\n  a: [x, y]\n---\n\nSee [it](a.md).\n";
const frontmatter = {
  name: "pdf",
  description: "Fills in forms",
  metadata: { a: ["x", "y"], b: 1 },
};
const digestOf = (content: string) =>
  `sha256:${createHash("sha256").update(content).digest("hex")}`;
const fileOf = (file: string, content: string) => ({
  uri: file,
  digest: digestOf(content),
  size: encodeText(content).byteLength,
});
const skill = {
  uri,
  frontmatter,
  resources: [fileOf(uri, text), fileOf("skill://acme/pdf/a.md", "A")],
};

test("a skill that is right has no findings", async () => {
  expect(checkSkillEntry(skill, "")).toEqual([]);
  const entry = readSkillEntry(skill);
  if (!entry) throw new Error("no entry");
  expect(await verifySkillFile(entry, uri, encodeText(text), "")).toEqual({
    compared: { size: true, digest: true, frontmatter: true, links: 1 },
    findings: [],
  });
});

const long = "x".repeat(1025);
test.each<[string, object, string, string]>([
  ["no URI", { uri: undefined }, "skill-uri-invalid", ""],
  ["another file", { uri: "skill://acme/pdf/readme.md" }, "skill-uri-invalid", "/uri"],
  ["no directory", { uri: "skill:///SKILL.md" }, "skill-uri-invalid", "/uri"],
  ["no frontmatter", { frontmatter: [] }, "skill-frontmatter-incomplete", "/frontmatter"],
  [
    "no name",
    { frontmatter: { description: "d" } },
    "skill-frontmatter-incomplete",
    "/frontmatter",
  ],
  [
    "no description",
    { frontmatter: { name: "pdf" } },
    "skill-frontmatter-incomplete",
    "/frontmatter",
  ],
  [
    "another name",
    { frontmatter: { ...frontmatter, name: "pdfs" } },
    "skill-name-differs",
    "/frontmatter/name",
  ],
  [
    "a long description",
    { frontmatter: { ...frontmatter, description: long } },
    "skill-description-invalid",
    "/frontmatter/description",
  ],
  [
    "an empty description",
    { frontmatter: { ...frontmatter, description: "" } },
    "skill-description-invalid",
    "/frontmatter/description",
  ],
  [
    "a reserved key",
    { frontmatter: { ...frontmatter, metadata: { "io.modelcontextprotocol/x": 1 } } },
    "skill-metadata-reserved",
    "/frontmatter/metadata",
  ],
  ["no files", { resources: undefined }, "skill-resources-missing", "/resources"],
  ["generated files", { resources: "dynamic" }, "skill-dynamic", "/resources"],
  ["not itself", { resources: [skill.resources[1]] }, "skill-not-itself", "/resources"],
  [
    "a file twice",
    { resources: [...skill.resources, skill.resources[1]] },
    "skill-file-repeated",
    "/resources/2",
  ],
  [
    "a file of others",
    { resources: [skill.resources[0], { ...skill.resources[1], uri: "skill://acme/a.md" }] },
    "skill-file-outside",
    "/resources/1",
  ],
  [
    "a file above",
    { resources: [skill.resources[0], { ...skill.resources[1], uri: "skill://acme/pdf/../a.md" }] },
    "skill-file-outside",
    "/resources/1",
  ],
  [
    "a digest in capitals",
    { resources: [{ ...skill.resources[0], digest: digestOf(text).toUpperCase() }] },
    "skill-digest-invalid",
    "/resources/0",
  ],
  [
    "a size as text",
    { resources: [{ ...skill.resources[0], size: "9" }] },
    "skill-size-invalid",
    "/resources/0",
  ],
  [
    "much",
    { resources: [{ ...skill.resources[0], size: 20_000_000 }] },
    "skill-too-large",
    "/resources",
  ],
])("%s", (_name, change, code, pointer) => {
  const found = checkSkillEntry({ ...skill, ...change }, "");
  expect(found).toMatchObject([{ code, pointer }]);
  for (const each of found) expect(findingText(each)).toMatch(/^\S.*[.:]$/);
});

test("a name with capitals, and more than 512 files", () => {
  const named = {
    ...skill,
    uri: "skill://PDF/SKILL.md",
    frontmatter: { ...frontmatter, name: "PDF" },
  };
  const files = Array.from({ length: 513 }, (_, at) => fileOf(`skill://PDF/${at}`, ""));
  const resources = [fileOf(named.uri, text), ...files];
  expect(checkSkillEntry({ ...named, resources }, "").map(({ code }) => code)).toEqual([
    "skill-name-invalid",
    "skill-too-many-files",
  ]);
});

test.each<[string, string, object, string]>([
  ["more bytes", `${text}!`, {}, "skill-size-differs"],
  ["other bytes", text.replace("See", "Bee"), {}, "skill-digest-differs"],
  ["another description", text.replace("Fills", "Kills"), {}, "skill-frontmatter-differs"],
  ["a field more", text.replace("name:", "x: 1\nname:"), {}, "skill-frontmatter-differs"],
  ["a field less", text, { frontmatter: { ...frontmatter, y: 1 } }, "skill-frontmatter-differs"],
  ["no frontmatter", "Body.", {}, "skill-frontmatter-missing"],
  ["broken frontmatter", "---\na: b: c\n---\n", {}, "skill-frontmatter-invalid"],
  ["YAML that is not read", "---\na: &b c\n---\n", {}, "skill-frontmatter-not-checked"],
  ["a link to nothing", text.replace("a.md", "b.md"), {}, "skill-link-broken"],
  ["a link out of it", text.replace("a.md", "../b.md"), {}, "skill-link-outside"],
])("SKILL.md: %s", async (_name, content, change, code) => {
  const isOfBytes = code === "skill-size-differs" || code === "skill-digest-differs";
  const resources = isOfBytes
    ? skill.resources
    : [fileOf(uri, content), ...skill.resources.slice(1)];
  const entry = readSkillEntry({ ...skill, resources, ...change });
  if (!entry) throw new Error("no entry");
  const { findings: found } = await verifySkillFile(entry, uri, encodeText(content), "");
  expect(found.map((each) => each.code)).toEqual([code]);
  for (const each of found) expect(findingText(each)).toMatch(/^\S.*\.$/);
});

test("URIs of any scheme have a directory, a name and paths", () => {
  expect(skillRoot("github://o/r/refunds/SKILL.md")).toBe("github://o/r/refunds");
  expect(skillNameOf("skill://git-workflow/SKILL.md")).toBe("git-workflow");
  expect(skillNameOf("skill://x/readme.md")).toBeUndefined();
  expect(skillFilePath("skill://a", "skill://a/Q%26A/b.md")).toBe("Q&A/b.md");
  for (const file of ["skill://ab/c", "skill://a/", "skill://a/%2e%2e/c", "skill://a/b%2Fc"]) {
    expect(skillFilePath("skill://a", file)).toBeUndefined();
  }
});

test("links lead into the skill, out of it, or elsewhere", () => {
  expect(readReference("./a/../b%20c.md#x")).toEqual({ kind: "inside", path: "b c.md" });
  expect(readReference("../other/SKILL.md").kind).toBe("outside");
  expect(readReference("/etc/passwd").kind).toBe("outside");
  for (const target of ["https://a.example/b", "#part", "mailto:a@b", "//a.example", ""]) {
    expect(readReference(target).kind).toBe("other");
  }
});

const pathsOf = (...paths: readonly string[]) =>
  readSkillPaths(
    "skill://a",
    paths.map((path) => `skill://a/${path}`),
  );

test("links in code are no links; those of images and definitions are", () => {
  const body = [
    "`[a](none.md)` and [b](b.md)",
    "```",
    "[c](none.md)",
    "```",
    "    [d](none.md)",
    "![e](img/e.png) [f]",
    "[f]: <none f.md>",
    "[g](img/)",
  ].join("\n");
  expect(findSkillLinks(body, pathsOf("b.md", "img/e.png")).links).toEqual([
    { target: "b.md", line: 1, kind: "found" },
    { target: "img/e.png", line: 6, kind: "found" },
    { target: "none f.md", line: 7, kind: "nowhere" },
    { target: "img/", line: 8, kind: "found" },
  ]);
  for (const hostile of ["[".repeat(300_000), "`a".repeat(200_000), "![a](<".repeat(60_000)]) {
    expect(findSkillLinks(hostile, pathsOf()).links).toEqual([]);
  }
});

test("targets have parentheses; comments and fences in lists and quotations have no links", () => {
  const body = [
    "[a](draft(1).md) [b](<draft(1).md>)",
    "<!-- [c](none.md) --> [d](b.md) <!-- [e](none.md)",
    "[f](none.md) ``` -->",
    "- ```md",
    "  [g](none.md)",
    "  ```",
    "> ~~~",
    "> [h](none.md)",
    "> ~~~",
    "1.  text",
    "",
    "    ```",
    "    [i](none.md)",
    "    ```",
    "[j](b.md)",
  ].join("\n");
  const { links, isComplete } = findSkillLinks(body, pathsOf("b.md", "draft(1).md"));
  expect(links.map(({ target, line, kind }) => `${line} ${target} ${kind}`)).toEqual([
    "1 draft(1).md found",
    "1 draft(1).md found",
    "2 b.md found",
    "15 b.md found",
  ]);
  expect(isComplete).toBe(true);
});

test("links above the limits are not judged, and long paths cost little", () => {
  const many = "[a](b.md) ".repeat(501);
  expect(findSkillLinks(many, pathsOf("b.md")).isComplete).toBe(false);
  const deep = Array.from({ length: 60 }, (_, at) => `${at}/${"a/".repeat(8000)}x`);
  const paths = pathsOf("b.md", ...deep);
  expect(paths.folders.size).toBeLessThan(3000);
  expect(findSkillLinks("[a](none.md) [b](b.md) [c](../c)", paths)).toMatchObject({
    links: [{ kind: "found" }, { kind: "outside" }],
    isComplete: false,
  });
});

test("what a server has in any number is counted, not listed", async () => {
  const resources = Array.from({ length: 20_000 }, () => 0);
  const codes = checkSkillEntry({ ...skill, resources }, "").map(({ code }) => code);
  expect(codes).toHaveLength(103);
  expect(codes.slice(0, 2)).toEqual(["skill-too-many-files", "skill-not-itself"]);
  expect(codes.at(-1)).toBe("skill-findings-left-out");
  const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`f${at}`, at]));
  const entry = readSkillEntry({ ...skill, frontmatter: { ...frontmatter, ...fields } });
  if (!entry) throw new Error("no entry");
  const { findings } = await verifySkillFile(entry, uri, encodeText(text), "");
  expect(findings).toHaveLength(101);
  for (const each of findings.slice(-1)) expect(findingText(each)).toMatch(/^\S.*\.$/);
});

test("a verdict says what was compared", async () => {
  const comparedIn = async (change: object) => {
    const entry = readSkillEntry({ ...skill, ...change });
    if (!entry) throw new Error("no entry");
    return (await verifySkillFile(entry, uri, encodeText(text), "")).compared;
  };
  const nothing = { size: false, digest: false, frontmatter: false, links: undefined };
  expect(await comparedIn({ resources: "dynamic" })).toEqual({ ...nothing, frontmatter: true });
  expect(await comparedIn({ resources: [skill.resources[1]], frontmatter: 1 })).toEqual({
    ...nothing,
    links: 1,
  });
  const resources = [{ ...skill.resources[0], digest: "md5:0" }];
  expect(await comparedIn({ resources })).toMatchObject({ size: true, digest: false });
});

test("a deep value of the server is cut in its finding", () => {
  let deep: unknown = 0;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  const facts = { uri, file: uri, code: deep };
  expect(findingText(skillFinding("skill-file-refused", facts, "")).length).toBeLessThan(1000);
  const type = { uri, mimeType: deep };
  expect(findingText(skillFinding("skill-mime-type", type, "")).length).toBeLessThan(1000);
  expect(quoted(deep).length).toBeLessThan(1000);
});

test("values are the same whatever the order of their members", () => {
  expect(isSameValue({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
  expect(isSameValue([1], { 0: 1 })).toBe(false);
  expect(isSameValue({ a: undefined }, { b: undefined })).toBe(false);
});
