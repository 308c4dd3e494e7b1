/**
 * A server over HTTP behind a tap that is started anew while its clients stay: requests wait, each
 * session is greeted again, streams go on, and what differs is announced.
 */
import type { ChildProcess } from "node:child_process";
import type { IncomingMessage } from "node:http";
import type { TapChange } from "../../../../shared/log/entry.ts";
import type { Forwarder, ServerSwitch, TappedRequest } from "../httpForwarder.ts";
import { readBody } from "../readBody.ts";
import { createAnswerWait } from "../restart/answerWait.ts";
import { compareLists, listServer, type ServerLists } from "../restart/listServer.ts";
import { defaultRestartLimits, type RestartableOptions } from "../restart/restartOptions.ts";
import { serverEndText } from "../restart/serverGeneration.ts";
import { readLine, type SessionLine } from "../restart/tappedSession.ts";
import { announce, tellUntold } from "./announcements.ts";
import { createClientSessions } from "./clientSessions.ts";
import { createHttpServerProcess, type HttpServerProcess, isTaken } from "./httpServer.ts";
import { feed, lastingStream, type OpenExchange, reopen, trackExchange } from "./openExchanges.ts";
import { createOwnExchanges } from "./ownExchanges.ts";

/** The code of an error that the tap answers with. @see https://www.jsonrpc.org/specification#error_object */
const tapErrorCode = -32000;

/** Milliseconds in which a process that broke a connection is seen to have ended. */
const endMs = 1000;

interface HttpRestartOptions
  extends Pick<
    RestartableOptions,
    "start" | "build" | "onProcess" | "onRestart" | "onDown" | "limits"
  > {
  readonly url: URL;
  readonly forwarder: Forwarder;
  /** Passes a request with a whole body on, as the rules of a page say. */
  readonly pass: (exchange: TappedRequest, body: Buffer) => void;
  /** Sends a message on the event stream of an exchange. */
  readonly insert: (exchange: TappedRequest, text: string, change: TapChange) => void;
  readonly onOutput: (bytes: Buffer) => void;
}

export interface RestartableHttp {
  readonly serverSwitch: ServerSwitch;
  /** Starts the first process. */
  begin(options: HttpRestartOptions): void;
  /** Passes a request of a client on, now or after the restart. */
  pass(exchange: TappedRequest): Promise<void>;
  restart(): void;
  /** Ends the process. */
  end(): Promise<void>;
}

type Phase = "running" | "draining" | "switching" | "down" | "closing";

export function createRestartableHttp(): RestartableHttp {
  const sessions = createClientSessions();
  const open = new Map<number, OpenExchange>();
  let options: HttpRestartOptions;
  let limits = defaultRestartLimits;
  let own: ReturnType<typeof createOwnExchanges>;
  let current: HttpServerProcess | undefined;
  let phase: Phase = "switching";
  /** Resolves when requests pass again, or are refused. */
  let ready = Promise.withResolvers<void>();
  let held = 0;
  let heldBytes = 0;
  let downReason = "";
  let isWantedAgain = false;
  const answers = createAnswerWait();

  const isBusy = () =>
    [...open.values()].some((each) => !each.isListening && each.waiting.size > 0);

  const setPhase = (next: Phase) => {
    phase = next;
    if (next === "running" || next === "down" || next === "closing") ready.resolve();
    else if (next === "draining") ready = Promise.withResolvers();
  };

  // -- the process

  function start(): HttpServerProcess {
    let child: ChildProcess | undefined = options.start();
    const { pid } = child;
    const started = createHttpServerProcess(child, options.url, options.onOutput, () => {
      if (pid !== undefined) options.onProcess(pid, "ended");
      child = undefined;
      if (current === started && phase === "running") down(endText(started));
    });
    if (pid !== undefined) options.onProcess(pid, "started");
    return started;
  }

  const endText = ({ process }: HttpServerProcess) => {
    if (!process.end) return "The server does not take connections.";
    const last = process.lastErrors().split("\n").at(-1);
    return `${serverEndText(process.end)}${last ? ` ${last}` : ""}`;
  };

  function down(reason: string) {
    downReason = reason;
    setPhase("down");
    for (const each of open.values()) if (!each.isListening) refuse(each, reason);
    options.onDown(reason);
  }

  // -- answers in the server's place

  function errorText(
    line: SessionLine | undefined,
    ids: Iterable<string | number>,
    reason: string,
  ) {
    const lines = current?.process.lastErrors() ?? "";
    const data = lines === "" ? {} : { data: { stderr: lines } };
    const error = { code: tapErrorCode, message: `mcp-playground tap: ${reason}`, ...data };
    const answers = [...ids].map((id) => ({ jsonrpc: "2.0", id, error }));
    const isBatch = line?.text.startsWith("[");
    return { texts: answers.map((each) => JSON.stringify(each)), isBatch };
  }

  /** Answers the requests of an exchange with an error, and ends it. */
  function refuse(each: OpenExchange, reason: string, isNoted = true) {
    const { exchange, waiting, stream, body, line } = each;
    const { texts, isBatch } = errorText(line, waiting.values(), reason);
    waiting.clear();
    open.delete(exchange.number);
    exchange.detach();
    if (exchange.response.destroyed || exchange.response.writableEnded) return;
    if (body && !isNoted) exchange.noteBody(body);
    if (stream) {
      for (const text of texts) options.insert(exchange, text, { action: "of-tap" });
      stream.end();
    } else if (exchange.response.headersSent) exchange.abort();
    else if (texts.length === 0) {
      exchange.respond(503, [["Content-Type", "text/plain"]], `${reason}\n`);
    } else {
      const text = isBatch ? `[${texts.join()}]` : (texts[0] ?? "");
      exchange.note("in", text, { action: "of-tap" });
      exchange.respond(200, [["Content-Type", "application/json"]], text);
    }
    answers.answered();
  }

  /** The process that fed a stream has left it. */
  function left(each: OpenExchange, isComplete: boolean) {
    const { stream, isListening, exchange } = each;
    each.isBroken = true;
    if (exchange.response.destroyed) return;
    if (isListening && phase !== "running") return;
    if (isComplete || (!isListening && each.waiting.size === 0)) {
      open.delete(exchange.number);
      stream?.end();
      return answers.answered();
    }
    // whether the process has ended is seen a little later
    const timer = setTimeout(() => {
      if (!each.isBroken || !open.has(exchange.number) || phase !== "running") return;
      if (isListening) {
        open.delete(exchange.number);
        exchange.abort();
      } else refuse(each, "The server broke the connection.");
    }, endMs);
    timer.unref();
  }

  const serverSwitch: ServerSwitch = {
    toServer: sessions.toServer,
    toClient: sessions.toClient,
    onAnswer(exchange, answer) {
      sessions.answered(exchange.received, answer);
      const each = open.get(exchange.number);
      if (!each) return answer;
      if (!(answer.headers["content-type"] ?? "").startsWith("text/event-stream")) {
        answer.once("close", () => answeredBy(each));
        return answer;
      }
      const stream = lastingStream(answer);
      each.stream = stream;
      feed(each, answer, false, (isComplete) => left(each, isComplete));
      const session = exchange.method === "GET" ? sessions.of(exchange.received) : undefined;
      // once the stream passes messages on
      if (session) setImmediate(tellUntold, exchange, session, options.insert);
      return stream as IncomingMessage;
    },
    onFailure(exchange, reason) {
      const each = open.get(exchange.number);
      if (!each || exchange.response.headersSent) return false;
      // whether the process has ended is seen a little later
      const timer = setTimeout(() => {
        if (open.has(exchange.number)) refuse(each, reasonNow(reason));
      }, endMs);
      timer.unref();
      return true;
    },
  };

  const answeredBy = (each: OpenExchange) => {
    each.waiting.clear();
    open.delete(each.exchange.number);
    answers.answered();
  };

  const reasonNow = (reason: string) => {
    if (phase === "down") return downReason;
    return phase === "running" ? reason : restartedText;
  };

  // -- from the client

  async function pass(exchange: TappedRequest): Promise<void> {
    const { method, received, response } = exchange;
    const read =
      method === "POST"
        ? await readBody(received, (_added, size) => size <= limits.heldBytes)
        : undefined;
    const line = read?.isWhole ? readLine(read.body) : undefined;
    const isForNobody = () => {
      if (!read || !line || !sessions.isForNobody(received, line)) return false;
      exchange.noteBody(read.body);
      exchange.respond(202, [], "");
      return true;
    };
    if (isForNobody()) return;
    const each = trackExchange(exchange, read?.isWhole ? read.body : undefined, line, (id) =>
      sessions.asked(received, id),
    );
    const isHeld = phase === "switching" || (phase === "draining" && !isForCurrent(line));
    if (isHeld && !(await hold(each, read?.body.byteLength ?? 0))) return;
    if (response.destroyed) return;
    // the process that asked may have gone meanwhile
    if (isHeld && isForNobody()) return;
    if (phase === "down" || phase === "closing") return refuse(each, downReason, false);
    if (line) sessions.sent(received, line);
    if (each.isListening || each.waiting.size > 0) {
      open.set(exchange.number, each);
      response.once("close", () => {
        if (open.delete(exchange.number)) answers.answered();
      });
    }
    if (read?.isWhole) options.pass(exchange, read.body);
    else exchange.forward(read?.body);
  }

  /** Whether a message belongs to what the process does that is about to end. */
  function isForCurrent(line: SessionLine | undefined): boolean {
    return (line?.messages ?? []).some(({ head }) => {
      if (head.kind === "result" || head.kind === "error") return true;
      return head.kind === "notification" && head.requestId !== undefined;
    });
  }

  /** @returns false for a request that was refused, because too many wait */
  async function hold(each: OpenExchange, bytes: number): Promise<boolean> {
    if (held >= limits.heldMessages || heldBytes + bytes > limits.heldBytes) {
      refuse(each, "The server is being restarted, and too many messages wait.", false);
      return false;
    }
    held++;
    heldBytes += bytes;
    await ready.promise;
    held--;
    heldBytes -= bytes;
    return true;
  }

  // -- restart

  const restartedText = "The server was restarted while it worked on this request.";

  async function restart(): Promise<void> {
    if (phase === "closing") return;
    if (phase === "draining" || phase === "switching") {
      isWantedAgain = true;
      return;
    }
    const wasRunning = phase === "running";
    setPhase("draining");
    const started = performance.now();
    const problem = await options.build?.();
    if ((phase as Phase) === "closing") return;
    if (problem !== undefined) {
      const isRunning = current !== undefined && !current.process.end;
      if (!isRunning) downReason = problem;
      setPhase(isRunning ? "running" : "down");
      options.onRestart({ kind: "failed", reason: problem, isRunning });
    } else await replace(wasRunning, started);
    again();
  }

  function again(): void {
    if (!isWantedAgain) return;
    isWantedAgain = false;
    void restart();
  }

  async function replace(wasRunning: boolean, started: number): Promise<void> {
    if (wasRunning)
      await answers.until(() => !isBusy() || current?.process.end !== undefined, limits.drainMs);
    const before = wasRunning && current && !current.process.end ? await lists() : undefined;
    setPhase("switching");
    for (const each of [...open.values()]) if (!each.isListening) refuse(each, restartedText);
    sessions.abandon();
    await current?.end();
    // what it has asked until its end
    sessions.abandon();
    if ((phase as Phase) === "closing") return;
    const failure = await startNext();
    if ((phase as Phase) === "closing") return;
    if (failure !== undefined) {
      downReason = failure;
      setPhase("down");
      return options.onRestart({ kind: "failed", reason: failure, isRunning: false });
    }
    for (const session of sessions.all()) {
      // its client gets 404, and begins another one
      if (!(await own.greet(session, limits.startMs))) sessions.forget(session.id);
    }
    const streams = [...open.values()].filter(({ isListening }) => isListening);
    for (const each of streams) resume(each);
    const now = before && (await lists());
    const changes = before && now ? compareLists(before, now) : [];
    if ((phase as Phase) === "closing") return;
    setPhase("running");
    announce(sessions, { streams: [...open.values()], changes, insert: options.insert });
    const pid = current?.process.pid;
    options.onRestart({ kind: "restarted", pid, ms: performance.now() - started, changes });
  }

  async function startNext(): Promise<string | undefined> {
    current = undefined;
    const { url } = options;
    if (await isTaken(url)) return `Another process takes connections at ${url.host}.`;
    if (phase === "closing") return downReason;
    current = start();
    return (await current.isReady(limits.startMs)) ? undefined : endText(current);
  }

  async function lists(): Promise<ServerLists | undefined> {
    const newest = sessions.newest();
    if (!newest) return undefined;
    return listServer(
      (method, params) => own.request(newest, method, params, limits.listMs),
      undefined,
    );
  }

  function resume(each: OpenExchange): void {
    if (!each.stream) return;
    reopen(each, options.forwarder.again(each.exchange, each.body), (isComplete) =>
      left(each, isComplete),
    );
  }

  return {
    serverSwitch,
    begin(given) {
      options = given;
      limits = { ...defaultRestartLimits, ...given.limits };
      own = createOwnExchanges(given.forwarder, sessions);
      void startNext().then((failure) => {
        if (phase === "closing") return;
        if (failure !== undefined) return down(failure);
        setPhase("running");
        again();
      });
    },
    pass,
    restart: () => void restart(),
    async end() {
      downReason = "The tap has ended.";
      setPhase("closing");
      await current?.end();
    },
  };
}
