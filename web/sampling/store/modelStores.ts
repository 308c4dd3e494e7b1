/** Creates the stores that answer sampling requests with models; loaded on demand. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { FailureError } from "../../../shared/protocol/failures/failureError.ts";
import { latest } from "../../../shared/protocol/revisions.ts";
import type { Inbox } from "../../inbox/store/inbox.ts";
import {
  type EncryptedStoreOptions,
  encryptedStoreOfPage,
} from "../../platform/storage/storesOfPage.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import type { Forwarding } from "../../relay/store/forwarding.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { isReached } from "../../signIn/store/routedFetch.ts";
import { createModelAnswers, type ModelAnswers } from "./answerByModel.ts";
import type { AnswerDrafts } from "./answerDrafts.ts";
import { createGenerations, type Generations } from "./generations.ts";
import { createModelKeys, type ModelKeys } from "./modelKeys.ts";
import { createModelsStore, type ModelsStore } from "./models.ts";
import { createModelRunner, type ModelRunner, type RunnerOptions } from "./runModel.ts";
import type { ScratchStore } from "./scratch.ts";
import { createLimits, type LimitsStore } from "./spendingLimits.ts";

export interface ModelStores {
  readonly models: ModelsStore;
  readonly keys: ModelKeys;
  readonly limits: LimitsStore;
  readonly generations: Generations;
  readonly answers: ModelAnswers;
  /** For requests outside of any subject, as to test a model. */
  readonly runner: ModelRunner;
  /** Whether the browser has a built-in language model. */
  readonly hasLanguageModel: () => boolean;
}

export interface ModelStoresOptions
  extends EncryptedStoreOptions,
    Pick<RunnerOptions, "languageModel"> {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly storage: TextStorage;
  readonly inbox: Inbox;
  readonly scratch: Pick<ScratchStore, "subscribe">;
  readonly answerDrafts: AnswerDrafts;
  readonly log: EventLog;
  readonly servers: Servers;
  readonly relay: RelayAccess;
  readonly forwarding: Forwarding;
}

export function createModelStores(options: ModelStoresOptions): ModelStores {
  const { clock, newId, fetch, log, servers, relay, forwarding, languageModel } = options;
  const models = createModelsStore(options.storage);
  const keys = createModelKeys(async () => encryptedStoreOfPage(options));
  const limits = createLimits();
  const runner = createModelRunner({
    clock,
    newId,
    keys,
    fetch,
    async relayFetch(input, init) {
      const link = await relay.link();
      if ("code" in link) throw new FailureError(link);
      return forwarding.fetch(input, init);
    },
    isReached: (url, signal) => isReached(fetch, url, signal),
    // requests to providers belong to no server's connection
    record: createRecorder(log, newId()),
    pageOrigin: new URL(options.base).origin,
    languageModel,
  });
  const { run } = runner;
  const revision = (serverId: string) => {
    const state = servers.getState().open.get(serverId)?.connection?.state.getState();
    return state?.kind === "connected" ? state.client.agreement.revision : latest.modern;
  };
  return {
    models,
    keys,
    limits,
    runner,
    generations: createGenerations({ ...options, run }),
    answers: createModelAnswers({ models, limits, run, revision }),
    hasLanguageModel: () => languageModel() !== undefined,
  };
}
