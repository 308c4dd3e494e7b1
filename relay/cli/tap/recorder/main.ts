/**
 * The process that records a tap: reads copies of what passes from its standard input, and writes
 * them to a file. It ends after the copies do.
 */
import { constants, setPriority } from "node:os";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { createCopyReader } from "../copies.ts";
import { createTapSession, type Fact } from "./tapSession.ts";

/** Bytes that wait in this process, so that the tap need not keep them. */
const maxWaitingBytes = 64 * 1024 * 1024;
/** Milliseconds of work after which more is read. */
const sliceMs = 8;

async function record(): Promise<void> {
  const reader = createCopyReader(process.stdin, maxWaitingBytes);
  let pid: number | undefined;
  let session: ReturnType<typeof createTapSession> | undefined;
  let since = performance.now();
  for (;;) {
    const copy = reader.next() ?? (await reader.wait());
    if (copy === "end") break;
    const fact = copy.kind === "fact" ? (JSON.parse(`${copy.bytes}`) as Fact) : undefined;
    if (fact?.kind === "tap") {
      pid = fact.pid;
      session ??= createTapSession(fact, copy.at);
    } else if (fact?.kind === "exited") pid = undefined;
    session?.take(copy, fact);
    if (performance.now() - since < sliceMs) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
  // without the tap, for example after SIGKILL, its server would go on
  if (pid !== undefined) endProcess(pid);
  await session?.end();
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended
  }
}

try {
  // recording takes no time from the client and the server
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // a system that does not allow it
}
await record();
