/** Lists the sampling requests that wait and those written without a server, beside the selected one. */
import { useStore } from "zustand";
import { useAllRequests } from "../../inbox/hooks/useRequests.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import styles from "./Playground.module.css";
import { SamplingRequest } from "./SamplingRequest.tsx";
import { SubjectList } from "./SubjectList.tsx";
import { ScratchEditor } from "./scratch/ScratchEditor.tsx";
import { useNewScratch } from "./scratch/useNewScratch.ts";
import { samplingSubjectOf } from "./subject.ts";

export function Playground() {
  const { sampling } = useStores();
  const target = useView((state) => state.samplingTarget);
  const pending = useAllRequests().filter(({ input }) => input.method === "sampling/createMessage");
  const scratch = useStore(sampling.scratch);
  const subject = samplingSubjectOf(target, pending, scratch);
  const newScratch = useNewScratch();
  return (
    <div className={styles.playground}>
      <SubjectList pending={pending} scratch={scratch} subject={subject} />
      <div className={styles.subject}>
        {subject?.kind === "request" && (
          <SamplingRequest key={subject.item.key} item={subject.item} />
        )}
        {subject?.kind === "scratch" && (
          <ScratchEditor key={subject.request.id} request={subject.request} />
        )}
        {!subject && (
          <EmptyState
            title="No sampling requests"
            actions={<Button onPress={() => newScratch()}>Write a request</Button>}
          >
            A request of a server appears here while it waits for an answer. You can also write one
            yourself; it needs no server.
          </EmptyState>
        )}
      </div>
    </div>
  );
}
