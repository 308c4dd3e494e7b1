import { expect, test } from "vitest";
import type { DoctorReply } from "../doctorRequests.ts";
import type { ProbeContext } from "../probe.ts";
import { answerProbe } from "./answerProbe.ts";

test("an event full of start tags is explained in one pass", async () => {
  // hours where each start tag is compared with the rest: the limit of the test ends them
  const text = `<html>${"<input ".repeat(1_000_000)}`;
  const head = { status: 200, headers: [] } as unknown as DoctorReply["head"];
  const reply: DoctorReply = {
    kind: "reply",
    seqs: [],
    head,
    contentType: "text/event-stream",
    text,
    message: undefined,
    isInvalidJson: false,
    isTimeout: false,
  };
  const context = {
    url: new URL("https://a.example/mcp"),
    entries: [],
    failure: { code: "closed" },
    triesPaths: false,
    first: async () => reply,
  } as unknown as ProbeContext;
  expect(await answerProbe.run(context)).toMatchObject([{ code: "html-page" }]);
});
