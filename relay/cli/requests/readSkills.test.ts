import { expect, test } from "vitest";
import type { Connected } from "../../../shared/client/connected.ts";
import { readSkills } from "./readSkills.ts";

test("files are read until 64 MiB have come, whatever size the server states", async () => {
  const resources = Array.from({ length: 20 }, (_, at) => ({ uri: `skill://a/${at}`, size: 0 }));
  const text = "x".repeat(17 * 1024 * 1024);
  let reads = 0;
  const client = {
    request() {
      reads++;
      return { done: Promise.resolve({ kind: "result", value: { contents: [{ text }] } }) };
    },
  } as unknown as Connected;
  await readSkills(client, [{ uri: "skill://a/SKILL.md", resources }], true);
  expect(reads).toBe(4);
});
