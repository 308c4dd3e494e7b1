import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecording } from "./createRecording.ts";
import { decodeSession, encodeSession } from "./link.ts";
import { readRecordingText } from "./recordingText.fixture.ts";
import { plantedSessions } from "./secrets.fixture.ts";

/** The text in which a secret would be found: as stored, and as it reads when decoded. */
function readings(value: unknown): string {
  const texts: string[] = [JSON.stringify(value)];
  JSON.stringify(value, (name, member: unknown) => {
    if (typeof member === "string") {
      texts.push(member);
      if (name === "base64") texts.push(Buffer.from(member, "base64").toString());
      try {
        JSON.stringify(JSON.parse(member), (_, inner: unknown) => {
          if (typeof inner === "string") texts.push(inner);
          return inner;
        });
      } catch {
        // not JSON
      }
    }
    return member;
  });
  return texts.join("\n");
}

test("no recording contains a secret, for any source and any repetition", async () => {
  await fc.assert(
    fc.asyncProperty(plantedSessions, async ({ traces, options }) => {
      const { recording } = await createRecording(options);
      const text = readings(recording);
      for (const trace of traces) expect(text).not.toContain(trace);
      expect(readRecordingText(JSON.stringify(recording)).kind).toBe("recording");
      const opened = await decodeSession(await encodeSession(recording));
      expect(opened).toMatchObject({ kind: "recording" });
    }),
    { numRuns: 500 },
  );
});
