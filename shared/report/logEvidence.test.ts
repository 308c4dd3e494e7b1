import { expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { createEvidence } from "./logEvidence.ts";

test("evidence has the head of an HTTP message, no secrets, and says where it is cut", async () => {
  const log = createEventLog({ now: () => 0 });
  const record = createRecorder(log, "one");
  const { seq } = record(
    {
      kind: "http-response",
      direction: "in",
      exchangeId: "1",
      http: { status: 404, statusText: "", url: "", redirected: false, headers: [] },
    },
    encodeText(`the password ${"x".repeat(3000)}`),
  );
  const evidenceOf = createEvidence(log, (text) => text.replace("password", "••••"));
  const [found] = await evidenceOf(seq, "/error");
  expect(found).toMatchObject({ seq, direction: "in", pointer: "/error" });
  expect(found?.text).toMatch(/^HTTP 404\nthe •••• x+…$/);
  expect(found?.text).toHaveLength(2001);
  expect(await evidenceOf(seq + 1)).toEqual([]);
});
