/** Scenarios about all messages of a connection; they run last and send nothing. */

import type { Finding } from "../../lint/finding.ts";
import { createFlowChecker } from "../../lint/messageFlow.ts";
import { isStrayLine, strayText } from "../../log/strayLine.ts";
import { findingText } from "../../messages/findingText.ts";
import type { Subject } from "../examinedServer.ts";
import { failed, passed, type Scenario } from "../scenario.ts";

/** Rules that other scenarios examine. */
const examined: ReadonlySet<Finding["code"]> = new Set([
  "answer-to-unknown-id",
  "body-with-202",
  "progress-for-unknown-token",
  "progress-not-increasing",
  "get-without-stream",
  "not-json",
  "not-mcp",
  "session-in-modern-era",
  "stream-without-answer",
  "wrong-content-type",
  "wrong-success-status",
]);

/** The violations of rules about the flow in messages of the server. */
async function flowViolations(subject: Subject): Promise<readonly Finding[]> {
  const checker = createFlowChecker();
  const entries = subject.entries();
  const received = new Set(
    entries.flatMap(({ seq, direction }) => (direction === "in" ? [seq] : [])),
  );
  const found: Finding[] = [];
  for (const entry of entries) {
    found.push(...checker.check(entry, await subject.read(entry.seq)).findings);
  }
  return found.filter(
    ({ code, severity, seq }) =>
      severity === "violation" && received.has(seq) && !examined.has(code),
  );
}

export const messageScenarios: readonly Scenario[] = [
  {
    id: "message-flow",
    area: "messages",
    title: "No message of the server comes at the wrong time or place",
    level: "must",
    section: "basic",
    sends: "nothing; it reads the messages of the others",
    fix: "Send each message when and where the specification allows it.",
    async run(subject) {
      const [first, ...more] = await flowViolations(subject);
      if (!first) return passed();
      const others = more.length > 0 ? ` There are ${more.length} more findings like this.` : "";
      const text = findingText(first);
      return failed(
        { sentence: `${text} (${first.code})${others}`, seen: text.replace(/\.$/, "") },
        {
          // what the sentence is about comes last
          evidence: [first, ...more]
            .slice(0, 5)
            .toReversed()
            .map(({ seq }) => seq),
          pointer: first.pointer,
        },
      );
    },
  },
  {
    id: "standard-output",
    area: "messages",
    title: "Standard output has nothing but messages",
    level: "must",
    section: { legacy: "basic/transports#stdio", modern: "basic/transports/stdio" },
    transport: "stdio",
    sends: "nothing; it reads the messages of the others",
    fix: "Write what is no message to standard error.",
    async run(subject) {
      // a server may also write while it shuts down
      await subject.close();
      const stray = subject.entries().filter(isStrayLine);
      const [first] = stray;
      if (!first) return passed();
      const line = strayText(await subject.read(first.seq));
      const others = stray.length > 1 ? `, and ${stray.length - 1} more` : "";
      return failed(
        {
          sentence: `Standard output has a line that is no message${others}: ${JSON.stringify(line)}.`,
          seen: JSON.stringify(line),
        },
        {
          evidence: stray
            .slice(0, 5)
            .toReversed()
            .map(({ seq }) => seq),
        },
      );
    },
  },
];
