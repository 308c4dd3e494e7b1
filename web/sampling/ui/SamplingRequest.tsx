/** Answers a sampling request beside the call that caused it. */
import { useMemo } from "react";
import { RequestCard } from "../../content/RequestCard.tsx";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { AnswerDetails } from "./answer/AnswerDetails.tsx";
import { AnswerForm } from "./answer/AnswerForm.tsx";
import { SendAnswer, sendAnswer } from "./answer/SendAnswer.tsx";
import { useAnswer } from "./answer/useAnswer.ts";
import { Conversation } from "./conversation/Conversation.tsx";
import { GeneratePanel } from "./generate/lazyGenerate.tsx";
import { parseParams, readRequest, receivedText } from "./request/readRequest.ts";
import { useRevision } from "./useRevision.ts";

/** Shows the last message only; the whole request is in the sampling playground. */
export function SamplingRequest({ item }: { readonly item: InboxItem }) {
  const { view } = useStores();
  const revision = useRevision(item);
  const received = useMemo(() => receivedText(item), [item]);
  const params = useMemo(() => parseParams(received), [received]);
  const request = useMemo(() => readRequest(params ?? {}), [params]);
  const state = useAnswer(item.key, params, revision);
  return (
    <RequestCard
      title="Sampling request"
      item={item}
      onSubmit={() => sendAnswer({ item, state })}
      reply={<AnswerForm id={item.key} state={state} revision={revision} />}
      actions={
        <>
          <SendAnswer item={item} state={state} />
          <Button
            size="small"
            variant="quiet"
            data-aside
            onPress={() => view.openSampling({ kind: "request", key: item.key })}
          >
            Open in Sampling
          </Button>
        </>
      }
    >
      <Conversation request={request} isCompact />
      {!item.ended && (
        <GeneratePanel
          request={{ text: received, revision }}
          subject={{ kind: "request", key: item.key }}
          isCompact
        />
      )}
      <AnswerDetails id={item.key} state={state} params={params} revision={revision} />
    </RequestCard>
  );
}
