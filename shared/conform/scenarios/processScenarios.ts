/** Scenarios about the process of a server, which end it; they run last. */
import type { ProcessEnding } from "../../core/processEnding.ts";
import type { Subject } from "../examinedServer.ts";
import { couldNotRun, failed, passed, type Scenario } from "../scenario.ts";

const section = { legacy: "basic/lifecycle#stdio", modern: "basic/transports/stdio#shutdown" };

async function examineEnd(subject: Subject, how: ProcessEnding, when: string) {
  const { connected, entries } = subject;
  // a server may wait for an answer that never comes, longer than for its end
  await subject.settle();
  const left = await connected.transport.end?.(how);
  if (left === undefined) return couldNotRun("The process could not be observed.");
  // the start of the process, what was said to it last, and its end
  const evidence = entries()
    .slice(-3)
    .map(({ seq }) => seq);
  if (left === 0) return passed({ evidence });
  const [seen, run] =
    left === 1
      ? ["One process", "A process of the server"]
      : [`${left} processes`, `${left} processes of the server`];
  return failed(
    {
      sentence: `${run} did not end after ${when}, and had to be stopped.`,
      seen: `${seen} left`,
    },
    { evidence },
  );
}

export const processScenarios: readonly Scenario[] = [
  {
    id: "ends-with-input",
    area: "lifecycle",
    title: "The server ends, with all its processes, when its standard input is closed",
    level: "should",
    section,
    transport: "stdio",
    atOneRevision: true,
    sends: "nothing; it closes standard input and counts the processes",
    fix: "End the process when standard input ends, and what it has started with it; a wrapper such as a shell script must pass it on.",
    run: (subject) => examineEnd(subject, "input-closed", "its standard input was closed"),
  },
  {
    id: "ends-with-client",
    area: "lifecycle",
    title: "The server ends, with all its processes, when the client that started it dies",
    level: "should",
    section,
    transport: "stdio",
    atOneRevision: true,
    sends:
      "nothing; it closes all pipes at once, as the system does for a client that dies, and counts the processes",
    fix: "End the process when standard input ends or standard output breaks, and what it has started with it.",
    run: (subject) => examineEnd(subject, "client-died", "its client had died"),
  },
];
