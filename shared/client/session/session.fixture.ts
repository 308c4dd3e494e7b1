/** A session over an in-memory transport, with a manual clock and a readable log. */

import { createManualClock, type ManualClock } from "../../core/manualClock.fixture.ts";
import { createEventLog, type EventLog } from "../../log/eventLog.ts";
import { createRecorder } from "../../log/recorder.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { AnswerInput, ServerInput } from "../input/serverInput.ts";
import { createMemoryTransport, type MemoryTransport } from "../memoryTransport.fixture.ts";
import type { ReceivedTasks } from "../tasks/receivedTasks.ts";
import type { TimeLimits } from "./pendingRequests.ts";
import { createSession, type Session } from "./session.ts";

export interface SessionSetUp {
  readonly session: Session;
  readonly transport: MemoryTransport;
  readonly log: EventLog;
  readonly clock: ManualClock;
  /** Requests from the server. */
  readonly asked: readonly ServerInput[];
  /** Notifications from the server: method and params. */
  readonly handleNotification: readonly (readonly [method: string, params: unknown])[];
  /** The reported reasons for losing the channel. */
  readonly closedBy: readonly Failure[];
  /** The texts of all sent frames. */
  sentTexts(): string[];
}

export async function setUpSession(
  options: {
    readonly style?: "pipe" | "exchanges";
    readonly limits?: TimeLimits;
    readonly answerInput?: AnswerInput;
    readonly tasks?: ReceivedTasks;
  } = {},
): Promise<SessionSetUp> {
  const { style, limits = { timeoutMs: 0, maximumMs: 0 }, answerInput, tasks } = options;
  const clock = createManualClock();
  const log = createEventLog({ now: clock.now });
  const transport = createMemoryTransport(createRecorder(log, "connection"), style);
  const asked: ServerInput[] = [];
  const handleNotification: (readonly [string, unknown])[] = [];
  const closedBy: Failure[] = [];
  const session = createSession({
    transport,
    clock,
    limits: () => limits,
    tasks,
    answerInput(input) {
      asked.push(input);
      return answerInput?.(input);
    },
    onNotification: (method, params) => handleNotification.push([method, params]),
    onClosed: (failure) => closedBy.push(failure),
  });
  await session.open();
  const sentTexts = () => transport.sent.map(({ text }) => text);
  return { session, transport, log, clock, asked, handleNotification, closedBy, sentTexts };
}
