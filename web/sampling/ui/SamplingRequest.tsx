/** A sampling request of a server: the conversation, its editor and the answer. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { latest } from "../../../shared/protocol/revisions.ts";
import { selectionOf } from "../../calls/store/drafts.ts";
import { RequestCard } from "../../content/RequestCard.tsx";
import { causeOf } from "../../inbox/store/causeOf.ts";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { AnswerDetails } from "./answer/AnswerDetails.tsx";
import { AnswerForm } from "./answer/AnswerForm.tsx";
import { SendAnswer, sendAnswer } from "./answer/SendAnswer.tsx";
import { useAnswer } from "./answer/useAnswer.ts";
import { Conversation } from "./conversation/Conversation.tsx";
import { GeneratePanel } from "./generate/lazyGenerate.tsx";
import { RequestPanel } from "./request/RequestPanel.tsx";
import { parseParams, readRequest, receivedText } from "./request/readRequest.ts";
import { useNewScratch } from "./scratch/useNewScratch.ts";

interface SamplingRequestProps {
  readonly item: InboxItem;
  /** Whether it stands beside the call that caused it, with its last message only. */
  readonly isCompact?: boolean;
}

export function SamplingRequest({ item, isCompact = false }: SamplingRequestProps) {
  const { sampling, calls, view } = useStores();
  const { answerDrafts } = sampling;
  const { key } = item;
  const received = useMemo(() => receivedText(item), [item]);
  const edited = useStore(answerDrafts, (drafts) => drafts.get(key)?.requestText);
  const revision = useRevision(item);
  // the answer is for the server, which knows only its own request
  const params = useMemo(() => parseParams(received), [received]);
  const state = useAnswer(key, params, revision);
  const newScratch = useNewScratch();
  const cause = useStore(calls.runs, (calls) => causeOf(calls, item));
  const setText = (requestText: string | undefined) => answerDrafts.change(key, { requestText });
  const text = isCompact ? received : (edited ?? received);
  return (
    <RequestCard
      title="Sampling request"
      item={item}
      onSubmit={() => sendAnswer({ item, state })}
      reply={<AnswerForm id={key} state={state} revision={revision} />}
      cause={isCompact || cause === undefined ? undefined : selectionOf(cause).name}
      actions={
        <>
          <SendAnswer item={item} state={state} />
          {isCompact ? (
            <Button
              size="small"
              variant="quiet"
              data-aside
              onPress={() => view.openSampling({ kind: "request", key })}
            >
              Open in Sampling
            </Button>
          ) : (
            <Button
              size="small"
              variant="quiet"
              data-aside
              onPress={() => newScratch({ text, revision })}
            >
              Copy as scratch request
            </Button>
          )}
        </>
      }
    >
      {isCompact ? (
        <Conversation request={readRequest(params ?? {})} isCompact />
      ) : (
        <RequestPanel
          id={key}
          text={text}
          revision={revision}
          onChange={setText}
          onReset={edited === undefined ? undefined : () => setText(undefined)}
        />
      )}
      {!item.ended && (
        <GeneratePanel
          request={{ text, revision }}
          subject={{ kind: "request", key }}
          isCompact={isCompact}
        />
      )}
      <AnswerDetails id={key} state={state} params={params} revision={revision} />
    </RequestCard>
  );
}

/** The revision of the item's connection; the newest with a handshake if that is closed. */
function useRevision({ serverId }: InboxItem): string {
  const connection = useStore(
    useStores().servers.all,
    (state) => state.open.get(serverId)?.connection,
  );
  if (!connection) return latest.legacy;
  // it does not change while a request of the connection waits
  const state = connection.state.getState();
  return connectedView({ connection, state })?.client.agreement.revision ?? latest.legacy;
}
