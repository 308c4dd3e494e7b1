import { expect, test } from "vitest";
import type { Connected } from "../../../shared/client/connected.ts";
import { verifyOfServer } from "./verifyReadFile.ts";

const uri = "skill://a/SKILL.md";
const text = "---\nname: a\ndescription: b\n---\n";
const frontmatter = { name: "a", description: "b" };
const file = { uri, size: text.length, digest: "md5:0" };

test.each<[string, unknown, boolean, RegExp]>([
  ["a malformed digest", [file], false, /no valid digest of \S+; it was not verified\.$/],
  ["no digest", [{ uri, size: text.length }], false, /it was not verified\.$/],
  ["a file that is not listed", [{ ...file, uri: "skill://a/b" }], false, /was not verified\.$/],
  ["no digests at all", "dynamic", true, /has no digests; nothing was verified\.$/],
])("%s is not said to be right", async (_name, resources, isRight, sentence) => {
  const items = [{ uri, frontmatter, resources }];
  const client = { list: async () => ({ items }) } as unknown as Connected;
  const verdict = await verifyOfServer(client, uri, { contents: [{ uri, text }] });
  expect(verdict?.isRight).toBe(isRight);
  expect(verdict?.lines).toEqual([expect.stringMatching(sentence)]);
});
