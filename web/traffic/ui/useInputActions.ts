/** Provides actions that copy a logged request for input, or its answer, to Sampling. */
import { useMemo } from "react";
import { defaultRuleLimit } from "../../../shared/client/input/answerRule.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { maskBytes, spansOf } from "../../../shared/log/mask.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { latest } from "../../../shared/protocol/revisions.ts";
import { requestKind } from "../../messages/requestMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { answersIn, mayHoldInput, samplingIn } from "./inputMessages.ts";
import type { Loaded } from "./useLoaded.ts";

interface InputActions {
  /** Copies the sampling requests of the message into the playground; undefined without any. */
  readonly copyToSampling: (() => void) | undefined;
  /** Creates a rule from each answer in the message; undefined without any. */
  readonly answerLikeThis: (() => void) | undefined;
}

const none: InputActions = { copyToSampling: undefined, answerLikeThis: undefined };

/**
 * Secrets stay masked in what is copied, because scratch requests and rules are stored.
 * @param method of the request that the message answers, if it is an answer
 */
export function useInputActions(
  { entry, bytes }: Loaded,
  method: string | undefined,
): InputActions {
  const { newId, sampling, inbox, view } = useStores();
  const found = useMemo(() => {
    if (entry.kind !== "message" || !mayHoldInput(entry)) return undefined;
    return find(entry, bytes, method);
  }, [entry, bytes, method]);
  if (!found) return none;
  const { params, answers, revision } = found;
  const copyToSampling = () => {
    const copies = params.map((text) => ({ id: newId(), name: "", revision, text }));
    sampling.scratch.add(copies);
    view.openSampling(copies[0] && { kind: "scratch", id: copies[0].id });
  };
  const answerLikeThis = () => {
    inbox.rules.add(
      answers.map(({ method: asked, answer }) => ({
        id: newId(),
        name: `Recorded answer (${requestKind(asked).toLowerCase()})`,
        match: { method: asked },
        answer,
        delayMs: 0,
        limit: defaultRuleLimit,
      })),
    );
    view.showSampling("rules");
  };
  return {
    copyToSampling: params.length > 0 ? copyToSampling : undefined,
    answerLikeThis: answers.length > 0 ? answerLikeThis : undefined,
  };
}

function find(entry: MessageEntry, bytes: Uint8Array, method: string | undefined) {
  const text = messageText(entry.carrier, maskBytes(bytes, spansOf(entry.secrets, "body")));
  const isModern = entry.heads[0]?.kind !== "request";
  return {
    params: samplingIn(entry, text),
    answers: answersIn(entry, method, text),
    // from 2026-07-28 sampling requests are in results
    revision: isModern ? latest.modern : latest.legacy,
  };
}
