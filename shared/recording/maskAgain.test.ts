import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importRecording } from "./import/importRecording.ts";
import { maskAgain } from "./maskAgain.ts";
import type { Recording } from "./recording.ts";

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), "utf8")) as Recording;

test.each(["session", "stdio"])(
  "the recording %s, which is masked, stays as it is",
  async (name) => {
    expect(await maskAgain(golden(name))).toEqual(golden(name));
  },
);

test("secrets of an imported HAR are masked wherever they recur", async () => {
  const secret = "s3cret-0123456789abcdef";
  const entry = {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 3,
    request: {
      method: "POST",
      url: `https://h.example/mcp?token=${secret}`,
      headers: [{ name: "X-Api-Key", value: secret }],
      postData: { text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
    },
    response: {
      status: 200,
      headers: [],
      content: { text: `{"jsonrpc":"2.0","id":1,"result":{"you":"${secret}"}}` },
    },
  };
  const imported = importRecording({ log: { entries: [entry] } });
  if (imported.kind === "refused") throw new Error(imported.problem);
  const masked = await maskAgain(imported.recording);
  expect(JSON.stringify(imported.recording)).toContain(secret);
  expect(JSON.stringify(masked)).not.toContain(secret);
  expect(masked).toMatchObject({
    startedAt: "2026-01-01T00:00:00.000Z",
    entries: [{}, {}, {}, {}],
  });
});
