/** Answers a sampling request beside the call that caused it. */
import { useMemo } from "react";
import { useStores } from "../../hooks/StoresContext.tsx";
import type { InboxItem } from "../../stores/requests/inbox.ts";
import { Button } from "../../ui/Button.tsx";
import { RequestCard } from "./RequestCard.tsx";
import { AnswerDetails } from "./sampling/answer/AnswerDetails.tsx";
import { AnswerForm } from "./sampling/answer/AnswerForm.tsx";
import { SendAnswer, sendAnswer } from "./sampling/answer/SendAnswer.tsx";
import { useAnswer } from "./sampling/answer/useAnswer.ts";
import { Conversation } from "./sampling/conversation/Conversation.tsx";
import { GeneratePanel } from "./sampling/generate/lazyGenerate.tsx";
import { parseParams, readRequest, receivedText } from "./sampling/request/readRequest.ts";
import { useRevision } from "./sampling/useRevision.ts";

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
