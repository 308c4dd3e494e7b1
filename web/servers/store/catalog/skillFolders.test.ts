import { expect, test } from "vitest";
import { directoryMimeType } from "../../../../shared/protocol/skillsExtension.ts";
import { compareSkillEntry, listsFolders, readSkillFolders } from "./skillFolders.ts";

const uri = "skill://notes/SKILL.md";
const file = (path: string) => ({ uri: `skill://notes/${path}`, mimeType: "text/plain" });
const folder = (path: string) => ({ ...file(path), mimeType: directoryMimeType });
const entryOf = (...paths: readonly string[]) => ({
  uri,
  frontmatter: {},
  files: paths.map((path) => ({ uri: file(path).uri, digest: undefined, size: undefined })),
});

/** A server that answers with results by method and URI. */
function clientOf(answers: (method: string, uri: string) => unknown) {
  const asked: string[] = [];
  const client = {
    agreement: {
      capabilities: { extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } } },
    },
    request(method: string, params: string) {
      const wanted = JSON.parse(params).uri;
      asked.push(`${method} ${wanted}`);
      return { done: Promise.resolve({ kind: "result", value: answers(method, wanted) }) };
    },
  };
  return { client: client as unknown as Parameters<typeof readSkillFolders>[0], asked };
}

test("the folders of a skill are read, and compared with its entry", async () => {
  const { client, asked } = clientOf((_, of) =>
    of === "skill://notes"
      ? { resources: [file("SKILL.md"), folder("references"), file("extra.md")] }
      : { resources: [file("references/a.md")] },
  );
  expect(listsFolders(client)).toBe(true);
  const entry = entryOf("SKILL.md", "references/a.md", "gone.md");
  expect(await readSkillFolders(client, entry)).toEqual({
    paths: ["SKILL.md", "extra.md", "references/", "references/a.md"],
    added: ["extra.md"],
    missing: ["gone.md"],
    outside: 0,
    isCut: false,
  });
  expect(asked).toHaveLength(2);
});

test("folders without an end, in a circle or outside of the skill are not followed", async () => {
  const endless = clientOf((_, of) => ({ resources: [{ ...folder("x"), uri: `${of}/x` }] }));
  expect(await readSkillFolders(endless.client, entryOf())).toMatchObject({ isCut: true });
  expect(endless.asked.length).toBeLessThanOrEqual(100);

  const odd = clientOf(() => ({
    resources: [
      { uri: "skill://other/x", mimeType: directoryMimeType },
      { uri: "skill://notes", mimeType: directoryMimeType },
      { uri: "skill://notes/../x", mimeType: directoryMimeType },
      { uri: "skill://notes/%2e%2e", mimeType: directoryMimeType },
      { uri: "skill://notes/a/b", mimeType: directoryMimeType },
      null,
    ],
  }));
  expect(await readSkillFolders(odd.client, entryOf())).toMatchObject({ paths: [], outside: 6 });
  expect(odd.asked).toHaveLength(1);

  const wide = clientOf(() => ({
    resources: Array.from({ length: 5000 }, (_, index) => file(`f${index}`)),
  }));
  const { paths, isCut } = await readSkillFolders(wide.client, entryOf());
  expect([paths.length, isCut]).toEqual([2000, true]);
});

test("the entry of one skill is compared with the list", async () => {
  const listed = { uri, frontmatter: { name: "notes" }, resources: "dynamic" };
  const same = clientOf(() => ({ skill: { ...listed } }));
  expect(await compareSkillEntry(same.client, listed)).toEqual([]);
  const other = clientOf(() => ({ skill: { ...listed, frontmatter: { name: "x" }, more: 1 } }));
  expect(await compareSkillEntry(other.client, listed)).toEqual(["frontmatter", "more"]);
  expect(await compareSkillEntry(clientOf(() => ({})).client, listed)).toEqual(["skill"]);
});
