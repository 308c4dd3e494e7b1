import { expect, test } from "vitest";
import { skillReader } from "./skillReader.ts";

const uri = "skill://notes/SKILL.md";
const text = "# Notes";
const one = { name: "one", message: "Report", skill: uri, expect: [] };

/** A server that answers each read, and notes it. */
function serverOf(id: string, skills: readonly object[] | undefined, reads: string[]) {
  const client = {
    offers: (method: string) => method !== "skills/list" || skills !== undefined,
    list: async () => ({ kind: "complete", items: skills ?? [], cut: undefined }) as const,
    request: () => {
      reads.push(id);
      const value = { contents: [{ uri, text }] };
      return { done: Promise.resolve({ kind: "result", value } as never) };
    },
  };
  return { id, names: [id], client };
}

test("a skill is read of the first server that lists it, and of no other", async () => {
  const reads: string[] = [];
  const read = skillReader([
    serverOf("without", undefined, reads),
    serverOf("other", [{ uri: "skill://other/SKILL.md" }], reads),
    serverOf("own", [{ uri, resources: [{ uri, size: text.length }] }], reads),
  ]);
  expect(await read(uri, one)).toEqual({ text, serverId: "own" });
  expect(await read(uri, { ...one, servers: ["other"] })).toBeUndefined();
  expect(reads).toEqual(["own"]);
});

test("a skill that is not what its entry says is not given to a model", async () => {
  const digest = `sha256:${"0".repeat(64)}`;
  for (const resource of [
    { uri, digest },
    { uri, size: 1 },
  ]) {
    const read = skillReader([serverOf("own", [{ uri, resources: [resource] }], [])]);
    expect(await read(uri, one)).toBeUndefined();
  }
});
