import { expect, test } from "vitest";
import { unreadSkillsText } from "./evalMessages.ts";

test("skills that were not read are named, a few, with hidden characters escaped", () => {
  expect(unreadSkillsText({})).toBeUndefined();
  expect(unreadSkillsText({ unread: [] })).toBeUndefined();
  const hidden = "skill://a\u202eb/SKILL.md";
  const text = unreadSkillsText({ unread: [hidden, ...Array(9).fill("skill://c/SKILL.md")] });
  expect(text).toContain("skill://c/SKILL.md, 5 more.");
  expect(text).not.toContain("\u202e");
});
