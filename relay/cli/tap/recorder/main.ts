/**
 * The process that records a tap: reads copies of what passes from its standard input, and writes
 * them to a file. It ends after the copies do.
 */
import { constants, setPriority } from "node:os";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { platform } from "../../../platform.ts";
import { signalGroup } from "../../../processes/processGroup.ts";
import { createCopyReader } from "../copies.ts";
import { createOrders } from "./orders.ts";
import {
  createHttpRecorder,
  createStdioRecorder,
  type Fact,
  type TapRecorder,
} from "./tapRecorders.ts";

/** Bytes that wait in this process, so that the tap need not keep them. */
const maxWaitingBytes = 64 * 1024 * 1024;
/** Milliseconds of work after which more is read. */
const sliceMs = 8;

async function record(): Promise<void> {
  const reader = createCopyReader(process.stdin, maxWaitingBytes);
  const orders = createOrders(process.stdout);
  /** The processes of the server that run. */
  const pids = new Set<number>();
  let recorder: TapRecorder | undefined;
  let since = performance.now();
  for (;;) {
    const copy = reader.next() ?? (await reader.wait());
    if (copy === "end") break;
    const fact = copy.kind === "fact" ? (JSON.parse(`${copy.bytes}`) as Fact) : undefined;
    if (fact?.kind === "tap") {
      if (fact.pid !== undefined) pids.add(fact.pid);
      const create = fact.server.kind === "http" ? createHttpRecorder : createStdioRecorder;
      recorder ??= create(fact, copy.at, orders);
    } else if (fact?.kind === "process-started") pids.add(fact.pid);
    else if (fact?.kind === "process-ended") pids.delete(fact.pid);
    else if (fact?.kind === "exited") pids.clear();
    recorder?.take(copy, fact);
    // answers are read asynchronously, and are logged in their order
    if (copy.exchange === 0 && performance.now() - since < sliceMs) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
  // without the tap, for example after SIGKILL, its server would go on
  for (const pid of pids) endProcess(pid);
  await recorder?.end();
}

function endProcess(pid: number): void {
  // one that was started with others of its own
  if (platform.hasProcessGroups && signalGroup(pid, "SIGKILL")) return;
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
