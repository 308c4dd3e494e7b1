/**
 * A server behind a tap that is started anew while its client stays: requests wait, the handshake is
 * repeated with the new process, and what differs is announced.
 */
import { PassThrough, Writable } from "node:stream";
import { type JsonObject, membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { putText } from "../../../../shared/core/json/putText.ts";
import { errorMessage } from "../../../../shared/core/text/errorMessage.ts";
import { idKey } from "../../../../shared/log/entry.ts";
import { createAnswerWait } from "./answerWait.ts";
import { changeNotices } from "./changeNotices.ts";
import { createHeldLines } from "./heldLines.ts";
import { compareLists, listServer, type ServerLists } from "./listServer.ts";
import { createOwnRequests } from "./ownRequests.ts";
import {
  defaultRestartLimits,
  type Replaced,
  type RestartableOptions,
  type RestartableServer,
} from "./restartOptions.ts";
import {
  answeredIn,
  changed,
  isForFormer,
  isSilent,
  keepEarly,
  remember,
  type ServerGeneration,
  serverEndText,
  startFailure,
  withClientIds,
} from "./serverGeneration.ts";
import { createLineSplitter, createServerProcess, type ServerEnd } from "./serverProcess.ts";
import {
  createTappedSession,
  listenMethod,
  type OpenRequest,
  readLine,
  type SessionLine,
  type TappedSession,
} from "./tappedSession.ts";

/** The code of an error that the tap answers with. @see https://www.jsonrpc.org/specification#error_object */
const tapErrorCode = -32000;

export function createRestartableServer(options: RestartableOptions): RestartableServer {
  const { start, build, tell, note, onProcess, onRestart, onDown } = options;
  const limits = { ...defaultRestartLimits, ...options.limits };
  const session = createTappedSession();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const own = createOwnRequests(session, note);
  let generations = 0;
  const listeners: ((end: Pick<ServerEnd, "code" | "signal">) => void)[] = [];
  /** Ids of the server's requests that the client has seen, by id key. */
  const knownIds = new Set<string>();
  /** Requests of a former process: their answers go nowhere. */
  const abandoned = new Set<string>();
  /** Called when a request of the client has been answered. */
  const answers = createAnswerWait();
  let lists: ServerLists | undefined;
  const held = createHeldLines(limits);
  let state: "running" | "restarting" | "closing" = "running";
  let isWantedAgain = false;
  let current = open();

  stdout.on("drain", () => current.process.hold(false));

  function open(): ServerGeneration {
    const number = ++generations;
    const child = start();
    const generation: ServerGeneration = {
      number,
      own: new Map(),
      renamed: new Map(),
      original: new Map(),
      silent: new Set(),
      early: [],
      earlyBytes: 0,
      process: createServerProcess({
        child,
        onLine: (line) => fromServer(generation, line),
        onErrors: (bytes) => void stderr.write(bytes),
        onEnd: (end) => ended(generation, end),
      }),
    };
    if (child.pid !== undefined) onProcess(child.pid, "started");
    return generation;
  }

  function ended(generation: ServerGeneration, end: ServerEnd) {
    const { pid } = generation.process;
    if (pid !== undefined) onProcess(pid, "ended");
    for (const answer of generation.own.values()) answer(undefined);
    generation.own.clear();
    if (generation !== current) return;
    if (state === "closing") return finish(end);
    answers.answered();
    if (state === "restarting") return;
    const reason = serverEndText(end);
    refuseOpen(reason);
    onDown(reason);
  }

  function finish({ code, signal }: Pick<ServerEnd, "code" | "signal">) {
    stdout.end();
    stderr.end();
    for (const listener of listeners.splice(0)) listener({ code, signal });
  }

  // -- from the server

  function fromServer(generation: ServerGeneration, line: SessionLine) {
    const [first, ...others] = line.messages;
    const answered = answeredIn(line);
    const answer = answered === undefined ? undefined : generation.own.get(idKey(answered));
    if (first && answered !== undefined && answer) {
      generation.own.delete(idKey(answered));
      note("in", line.text, { action: "for-tap" });
      return answer(first.head.kind === "result" ? membersOf(first.value.result) : undefined);
    }
    if (first && others.length === 0 && isSilent(generation, first.value)) {
      return note("in", line.text, { action: "for-tap" });
    }
    if (generation.number > current.number) {
      return keepEarly(generation, line, limits);
    }
    // a former process has nothing to say to the client any more
    if (generation !== current) return;
    const passed = withClientIds(generation, line, knownIds);
    session.received(passed);
    for (const { head } of passed.messages) {
      if (head.kind === "request") remember(knownIds, idKey(head.id));
      if (head.kind === "notification" && head.method.endsWith("/list_changed")) lists = undefined;
    }
    if (passed !== line) tell(passed.text, { action: "edited", original: line.text });
    else if (!stdout.write(line.bytes)) generation.process.hold(true);
    answers.answered();
  }

  // -- from the client

  const lines = createLineSplitter();
  const stdin = new Writable({
    write(chunk: Buffer, _, done) {
      void passAll(lines.push(chunk)).then(() => done());
    },
    final(done) {
      const rest = lines.rest();
      if (rest) void current.process.send(rest);
      done();
      close();
    },
  });

  async function passAll(all: readonly Buffer[]) {
    for (const line of all) await route(readLine(line));
  }

  async function route(line: SessionLine) {
    if (isForNobody(line)) return;
    if (state === "restarting" && !isForFormer(line, session.requests)) return hold(line);
    await pass(line);
  }

  /** Whether it answers a request of a process that has gone. */
  function isForNobody(line: SessionLine): boolean {
    const answered = answeredIn(line);
    return answered !== undefined && abandoned.delete(idKey(answered));
  }

  async function pass(line: SessionLine) {
    session.sent(line);
    if (current.process.end) {
      const reason = serverEndText(current.process.end);
      // an initialize is repeated with the next process
      for (const request of requestsIn(line)) {
        if (request.method !== "initialize") refuse(request, reason);
      }
      return;
    }
    const answered = answeredIn(line);
    const original = answered === undefined ? undefined : current.original.get(idKey(answered));
    if (answered !== undefined) current.original.delete(idKey(answered));
    const sent = original === undefined ? line : changed(line, ["id"], original);
    await current.process.send(sent.bytes);
  }

  function hold(line: SessionLine): void {
    if (held.add(line)) return;
    refuseLine(line, "The server is being restarted, and too many messages wait.");
  }

  function refuseLine(line: SessionLine, reason: string): void {
    session.sent(line);
    for (const request of requestsIn(line)) refuse(request, reason);
  }

  /** Answers what waits for a restart that nobody waits for any more. */
  function refuseHeld() {
    for (const line of held.take()) {
      refuseLine(line, "The session ended while the server was being restarted.");
    }
  }

  /** The requests of a line that was just sent. */
  const requestsIn = ({ messages }: SessionLine): ReadonlySet<OpenRequest> =>
    new Set(
      messages.flatMap(({ head }) =>
        head.kind === "request" ? (session.requests.get(idKey(head.id)) ?? []) : [],
      ),
    );

  async function release() {
    // more may come meanwhile
    for (let lines = held.take(); lines.length > 0; lines = held.take()) {
      for (const line of lines) await pass(line);
    }
  }

  function close() {
    if (state === "closing") return;
    state = "closing";
    refuseHeld();
    const { end } = current.process;
    if (end) return finish(end);
    current.process.close();
  }

  // -- in the tap's own name

  const tellOwn = (message: JsonObject) => tell(JSON.stringify(message), { action: "of-tap" });

  const notify = (method: string, params?: JsonObject) =>
    tellOwn({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });

  function refuse(request: OpenRequest, reason: string) {
    session.answered(request);
    const lines = current.process.lastErrors();
    const data = lines === "" ? undefined : { stderr: lines };
    const error = { code: tapErrorCode, message: `mcp-playground tap: ${reason}`, data };
    tellOwn({ jsonrpc: "2.0", id: request.id, error });
  }

  /** What the former process was asked, except what is asked again. */
  const runningCalls = () =>
    [...session.requests.values()].filter(
      ({ method }) => method !== listenMethod && method !== "initialize",
    );

  function refuseOpen(reason: string) {
    for (const request of runningCalls()) refuse(request, reason);
  }

  const listsOf = (generation: ServerGeneration) =>
    listServer(
      (method, params) => own.ask(generation, own.textOf(method, params), limits.listMs),
      session.capabilities,
    );

  // -- restart

  async function restart() {
    if (state !== "running") {
      isWantedAgain = state === "restarting";
      return;
    }
    state = "restarting";
    const started = performance.now();
    const outcome = await replace();
    if ((state as string) === "closing") return;
    const isRunning = !current.process.end;
    if (outcome.failure !== undefined) {
      if (!isRunning) refuseOpen(outcome.failure);
      onRestart({ kind: "failed", reason: outcome.failure, isRunning });
    }
    await release();
    if ((state as string) === "closing") return;
    state = "running";
    if (outcome.failure === undefined) {
      const { changes } = outcome;
      for (const { method, params } of changeNotices(changes, session)) notify(method, params);
      const { pid } = current.process;
      onRestart({ kind: "restarted", pid, ms: performance.now() - started, changes });
    }
    if (isWantedAgain) {
      isWantedAgain = false;
      void restart();
    }
  }

  async function replace(): Promise<Replaced> {
    const problem = await build?.();
    if (problem !== undefined) return { failure: problem };
    if ((state as string) === "closing") return { failure: "" };
    const former = current;
    const next = open();
    const outcome = await prepare(former, next).catch((error: unknown) => ({
      failure: errorMessage(error),
    }));
    if (outcome.failure !== undefined || (state as string) === "closing") {
      next.process.stop();
      return { failure: outcome.failure ?? "" };
    }
    takeOver(next);
    former.process.stop();
    return outcome;
  }

  /** Brings the new process to where the client and the former one are. */
  async function prepare(former: ServerGeneration, next: ServerGeneration): Promise<Replaced> {
    let greeted: TappedSession["hello"];
    do {
      greeted = session.hello;
      const failure = await greet(next);
      if (failure !== undefined) return { failure };
      await answers.until(
        () => former.process.end !== undefined || runningCalls().length === 0,
        limits.drainMs,
      );
      // the former process may have answered initialize meanwhile
    } while (session.hello !== greeted);
    const hasSession = session.hello !== undefined || session.meta !== undefined;
    const before = lists ?? (hasSession && !former.process.end ? await listsOf(former) : undefined);
    const now = hasSession ? await listsOf(next) : undefined;
    if (next.process.end) return { failure: serverEndText(next.process.end, next) };
    const changes = before && now ? compareLists(before, now) : [];
    lists = now;
    return { changes };
  }

  /** Repeats the handshake. @returns why it failed, if it did */
  async function greet(next: ServerGeneration): Promise<string | undefined> {
    const { hello, initialized } = session;
    if (hello) {
      const text = (id: string) => putText(hello.text, ["id"], JSON.stringify(id));
      const result = await own.ask(next, text, limits.startMs);
      if (!result) return startFailure(next, "The server did not answer initialize");
      if (initialized !== undefined) own.send(next, initialized);
      const { level, subscriptions } = session;
      if (level) void own.ask(next, own.textOf("logging/setLevel", level), limits.startMs);
      for (const params of subscriptions.values()) {
        void own.ask(next, own.textOf("resources/subscribe", params), limits.startMs);
      }
    } else if (session.meta) {
      const result = await own.ask(next, own.textOf("server/discover", {}), limits.startMs);
      if (!result) return startFailure(next, "The server did not answer server/discover");
    } else {
      // before the client has sent anything, a process that runs is all that can be asked for
      await new Promise(setImmediate);
    }
    return next.process.end ? serverEndText(next.process.end, next) : undefined;
  }

  /** From here on, the client talks to the new process. */
  function takeOver(next: ServerGeneration) {
    refuseOpen("The server was restarted while it worked on this request.");
    for (const [key, id] of session.asked) {
      remember(abandoned, key);
      notify("notifications/cancelled", { requestId: id, reason: "The server was restarted." });
    }
    session.forgetAsked();
    current = next;
    for (const line of next.early.splice(0)) fromServer(next, line);
    for (const { id, method, text } of session.requests.values()) {
      if (method === listenMethod) next.silent.add(idKey(id));
      own.send(next, text);
    }
  }

  return {
    stdin,
    stdout,
    stderr,
    kill(signal) {
      const { process } = current;
      state = "closing";
      refuseHeld();
      if (process.end) return finish({ code: process.end.code, signal });
      process.kill(signal);
    },
    restart: () => void restart(),
    onEnd: (listener) => void listeners.push(listener),
  };
}
