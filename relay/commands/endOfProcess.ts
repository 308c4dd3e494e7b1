/** How a process ended, told from the log: its pipe may break before its end is known. */
import { concatBytes, decodeText } from "../../shared/bytes.ts";
import { sleep, systemClock } from "../../shared/clock.ts";
import type { EventLog } from "../../shared/log/eventLog.ts";
import type { Failure } from "../../shared/transport/failure.ts";

/** Pieces of standard error that may hold a process's last line. */
const lastWords = 20;

/** Milliseconds that a process which hears no more has to end by itself. */
const endMs = 500;

/** How a process ended whose pipe broke first, if it does so soon. */
export async function endOfProcess(log: EventLog): Promise<Failure | undefined> {
  for (const deadline = systemClock.now() + endMs; systemClock.now() < deadline; ) {
    const { entries } = log.snapshot();
    const exit = entries.find((entry) => entry.kind === "process" && entry.event.kind === "exited");
    if (exit?.kind === "process" && exit.event.kind === "exited") {
      const { code: exitCode, signal } = exit.event;
      const errors = entries.filter(({ kind }) => kind === "stderr").slice(-lastWords);
      const stderr = await Promise.all(errors.map(({ seq }) => log.read(seq)));
      return { code: "exited", exitCode, signal, stderr: decodeText(concatBytes(stderr)) };
    }
    await sleep(systemClock, 10);
  }
  return undefined;
}
