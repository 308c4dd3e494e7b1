/** Stores what models generate for a request, while it streams and afterwards. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Delta } from "../../../shared/models/model.ts";
import type { Inbox } from "../../inbox/store/inbox.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { SamplingTarget } from "../../view/viewStore.ts";
import type { AnswerDrafts, ModelAnswer } from "./answerDrafts.ts";
import type { ConfiguredModel } from "./models.ts";
import type { GenerationEnd, RunModel } from "./runModel.ts";
import type { ScratchStore } from "./scratch.ts";

/**
 * The request that an answer is generated for: one that waits for the user, or one that the user
 * wrote.
 */
export type GenerationTarget = SamplingTarget;

/** A block of a reply that streams. */
export type StreamedBlock = Delta;

export interface Generation {
  readonly id: string;
  /** The model as configured when the generation started. */
  readonly model: ConfiguredModel;
  /** Milliseconds on the tab's clock. */
  readonly startedAt: number;
  readonly blocks: readonly StreamedBlock[];
  /** The provider's request in the log. */
  readonly seq?: number;
  /** Undefined while it runs. */
  readonly end?: GenerationEnd;
}

type GenerationsState = ReadonlyMap<string, readonly Generation[]>;

export interface Generations extends ReadableStore<GenerationsState> {
  /**
   * Generates one answer per model; earlier ones of the subject are stopped and removed. A single
   * answer to a server becomes the draft of the user's answer; one of several does when the user
   * chooses it.
   * @param params of `sampling/createMessage`
   * @param models one may occur several times
   */
  generate(
    subject: GenerationTarget,
    params: unknown,
    revision: string,
    models: readonly ConfiguredModel[],
  ): void;
  /** Stops a generation; the received part is kept. */
  stop(id: string): void;
}

interface GenerationsOptions {
  readonly run: RunModel;
  readonly inbox: Inbox;
  readonly scratch: Pick<ScratchStore, "subscribe">;
  readonly answerDrafts: Pick<AnswerDrafts, "offer" | "withdraw">;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Milliseconds between drawings of a reply that streams. */
const drawMs = 50;

/** The key of the draft of the answer to a server; undefined if the user wrote the request. */
export function draftKey(subject: GenerationTarget): string | undefined {
  return subject.kind === "request" ? subject.key : undefined;
}

export function subjectKey(subject: GenerationTarget): string {
  return subject.kind === "request" ? `request ${subject.key}` : `scratch ${subject.id}`;
}

export function createGenerations(options: GenerationsOptions): Generations {
  const { run, inbox, scratch, answerDrafts, clock, newId } = options;
  const store = createStore<GenerationsState>(() => new Map());
  const controls = new Map<string, AbortController>();
  /** The subject of a generation. */
  const subjects = new Map<string, GenerationTarget>();

  const change = (at: string, id: string, part: Partial<Generation>) =>
    store.setState((all) => {
      const own = all.get(at);
      if (!own?.some((one) => one.id === id)) return all;
      return new Map(all).set(
        at,
        own.map((one) => (one.id === id ? { ...one, ...part } : one)),
      );
    }, true);

  /** The entry of the server's request that an answer is generated for. */
  const requestOf = (at: string): number | undefined => {
    const subject = subjects.get(at);
    if (subject?.kind !== "request") return undefined;
    return inbox.getState().find(({ key }) => key === subject.key)?.input.seq;
  };

  const start = async (
    at: string,
    generation: Generation,
    params: unknown,
    revision: string,
  ): Promise<ModelAnswer | undefined> => {
    const { id, model } = generation;
    const control = new AbortController();
    controls.set(id, control);
    const blocks: StreamedBlock[] = [];
    let isDue = false;
    const draw = () => {
      isDue = false;
      change(at, id, { blocks: [...blocks] });
    };
    const end = await run(model, params, {
      initiator: { kind: "user" },
      answers: requestOf(at),
      revision,
      signal: control.signal,
      onRequest: (seq) => change(at, id, { seq }),
      onDelta(delta) {
        appendDelta(blocks, delta);
        if (isDue) return;
        isDue = true;
        clock.after(drawMs, draw);
      },
    });
    controls.delete(id);
    change(at, id, { blocks: [...blocks], end });
    const isShown =
      store
        .getState()
        .get(at)
        ?.some((one) => one.id === id) ?? false;
    return isShown && end.outcome.kind === "reply"
      ? modelAnswer(generation, end.outcome.reply)
      : undefined;
  };

  const stopAll = (at: string) => {
    for (const { id } of store.getState().get(at) ?? []) controls.get(id)?.abort();
  };
  const drop = (at: string) => {
    stopAll(at);
    subjects.delete(at);
    store.setState((all) => {
      const rest = new Map(all);
      rest.delete(at);
      return rest;
    }, true);
  };

  // a request that is answered, withdrawn or deleted must not use further tokens
  inbox.subscribe((items) => {
    for (const [at, subject] of subjects) {
      if (subject.kind !== "request") continue;
      const item = items.find(({ key }) => key === subject.key);
      if (!item) drop(at);
      else if (item.ended) stopAll(at);
    }
  });
  scratch.subscribe((requests) => {
    for (const [at, subject] of subjects) {
      if (subject.kind === "scratch" && !requests.some(({ id }) => id === subject.id)) drop(at);
    }
  });

  return {
    ...toReadable(store),
    generate(subject, params, revision, models) {
      const at = subjectKey(subject);
      drop(at);
      subjects.set(at, subject);
      const generations = models.map(
        (model): Generation => ({ id: newId(), model, startedAt: clock.now(), blocks: [] }),
      );
      store.setState((all) => new Map(all).set(at, generations), true);
      const draft = draftKey(subject);
      const started = generations.map((generation) => start(at, generation, params, revision));
      if (draft === undefined) return;
      answerDrafts.withdraw(draft);
      const [only, second] = started;
      if (only && !second) void only.then((answer) => answer && answerDrafts.offer(draft, answer));
    },
    stop: (id) => controls.get(id)?.abort(),
  };
}

/** A result of a generation as the draft of the user's answer. */
export function modelAnswer({ id, model }: Generation, result: JsonObject): ModelAnswer {
  return { id, model: model.name, text: JSON.stringify(result, undefined, 2) };
}

/** Adds a piece to the block that it continues. */
export function appendDelta(blocks: StreamedBlock[], delta: Delta) {
  const at = blocks.findIndex(({ block, kind }) => block === delta.block && kind === delta.kind);
  const before = blocks[at];
  if (before) blocks[at] = { ...before, ...delta, text: before.text + delta.text };
  else blocks.push(delta);
}
