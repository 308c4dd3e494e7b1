import { expect, test } from "vitest";
import { skillFinding } from "../../../shared/skills/skillFinding.ts";
import {
  archiveText,
  chatRefusalText,
  entryComparedText,
  fileCheck,
  foldersText,
  linksCheck,
  skillSentences,
  unreadSkillText,
} from "./skillMessages.ts";

const nothing = { size: false, digest: false, frontmatter: false, links: undefined };
const verdict = (compared: object) => ({ compared: { ...nothing, ...compared }, findings: [] });

test("a file matches only if its digest was compared", () => {
  const textOf = (compared: object) => {
    const { text, state } = fileCheck("a", verdict(compared));
    return `${state}: ${text}`;
  };
  expect(textOf({ size: true, digest: true })).toBe("ok: sha256 matches");
  expect(textOf({ size: true })).toBe("warning: size matches, no digest to compare");
  expect(textOf({})).toBe("warning: nothing to compare with");
});

test("links lead to a file only if all were followed", () => {
  expect(linksCheck(verdict({ links: 2 })).text).toBe("all lead to a file");
  expect(linksCheck(verdict({ links: 0 })).text).toBe("none into the skill");
  expect(linksCheck(verdict({}))).toMatchObject({ text: "not checked", state: "to-come" });
});

test("sentences show hidden characters", () => {
  const uri = "skill://a/\u{202e}/SKILL.md";
  expect(skillSentences([skillFinding("skill-dynamic", { uri }, "")]).join()).toContain(
    "skill://a/\\u{202e}/SKILL.md",
  );
});

test("an archive says what it lacks and what was not verified", () => {
  const file = { path: "a", bytes: new Uint8Array() };
  const leftOut = [{ uri: "b\u{202e}", reason: "differs" } as const];
  const same = (uri: string) => uri;
  expect(archiveText({ files: [file], leftOut: [], unverified: 0 }, same)).toBe(
    "The archive has 1 file.",
  );
  expect(archiveText({ files: [file, file], leftOut, unverified: 2 }, same)).toBe(
    "The archive has 2 files, 2 of them not verified. Left out: b\\u{202e} (not what the entry says).",
  );
});

test("a conversation gets text only, and what the entry says", () => {
  expect(chatRefusalText({ text: "# Git", verdict: verdict({ digest: true }) })).toBe(undefined);
  // a page that cannot verify says so elsewhere
  expect(chatRefusalText({ text: "# Git", verdict: undefined })).toBe(undefined);
  const differs = [
    skillFinding("skill-digest-differs", { uri: "a", file: "a", expected: "b", found: "c" }, ""),
  ];
  expect(
    chatRefusalText({ text: "# Git", verdict: { ...verdict({}), findings: differs } }),
  ).toContain("not what the skill’s entry says");
  expect(chatRefusalText({ text: undefined, verdict: undefined })).toContain("not text");
  expect(chatRefusalText({ text: "x".repeat(200_001), verdict: undefined })).toContain("too long");
  expect(chatRefusalText(undefined)).toContain("could not be read");
});

test("what a server answers again is told, with hidden characters shown", () => {
  expect(entryComparedText([])).toBe("skills/get has the entry of the list.");
  expect(entryComparedText(["frontmatter", "x\u{202e}"])).toBe(
    "skills/get differs from the list in frontmatter, x\\u{202e}.",
  );
  const folders = { paths: ["SKILL.md", "a/", "a/b"], added: [], missing: [], outside: 0 };
  expect(foldersText({ ...folders, isCut: false })).toBe("2 files in 2 folders.");
  expect(
    foldersText({ ...folders, added: ["a/b"], missing: ["c\u{202e}"], outside: 2, isCut: true }),
  ).toBe(
    "2 files in 2 folders, and more that were not read. Not in the skill’s entry: a/b. Only in the skill’s entry: c\\u{202e}. 2 children outside of the folder.",
  );
  const error = { code: -32602, message: "no\u{202e}" };
  expect(unreadSkillText({ kind: "error", error } as never)).toBe(
    "The server answered with the error -32602: no\\u{202e}",
  );
  expect(unreadSkillText(undefined)).toBe("It was not answered.");
});
