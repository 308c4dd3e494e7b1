/** A pending sampling request in full: the conversation, its editor and the answer. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { selectionOf } from "../../calls/store/drafts.ts";
import { RequestCard } from "../../content/RequestCard.tsx";
import { causeOf } from "../../inbox/store/causeOf.ts";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { AnswerDetails } from "./answer/AnswerDetails.tsx";
import { AnswerForm } from "./answer/AnswerForm.tsx";
import { SendAnswer, sendAnswer } from "./answer/SendAnswer.tsx";
import { useAnswer } from "./answer/useAnswer.ts";
import { GeneratePanel } from "./generate/lazyGenerate.tsx";
import { RequestPanel } from "./request/RequestPanel.tsx";
import { parseParams, receivedText } from "./request/readRequest.ts";
import { useNewScratch } from "./scratch/useNewScratch.ts";
import { useRevision } from "./useRevision.ts";

export function PendingRequest({ item }: { readonly item: InboxItem }) {
  const { sampling, invocations } = useStores();
  const { answerDrafts } = sampling;
  const received = useMemo(() => receivedText(item), [item]);
  const edited = useStore(answerDrafts, (drafts) => drafts.get(item.key)?.requestText);
  const revision = useRevision(item);
  // the answer is for the server, which knows only its own request
  const params = useMemo(() => parseParams(received), [received]);
  const state = useAnswer(item.key, params, revision);
  const newScratch = useNewScratch();
  const cause = useStore(invocations.runs, (calls) => causeOf(calls, item));
  const setText = (requestText: string | undefined) =>
    answerDrafts.change(item.key, { requestText });
  const text = edited ?? received;
  return (
    <RequestCard
      title="Sampling request"
      item={item}
      onSubmit={() => sendAnswer({ item, state })}
      reply={<AnswerForm id={item.key} state={state} revision={revision} />}
      cause={cause === undefined ? undefined : selectionOf(cause).name}
      actions={
        <>
          <SendAnswer item={item} state={state} />
          <Button
            size="small"
            variant="quiet"
            data-aside
            onPress={() => newScratch({ text, revision })}
          >
            Copy as scratch request
          </Button>
        </>
      }
    >
      <RequestPanel
        id={item.key}
        text={text}
        revision={revision}
        onChange={setText}
        onReset={edited === undefined ? undefined : () => setText(undefined)}
      />
      {!item.ended && (
        <GeneratePanel request={{ text, revision }} subject={{ kind: "request", key: item.key }} />
      )}
      <AnswerDetails id={item.key} state={state} params={params} revision={revision} />
    </RequestCard>
  );
}
