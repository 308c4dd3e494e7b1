/** Explains why a rule's model left a request to the user. */
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useModelStores } from "../../../stores/useModelStores.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { unansweredText } from "../../messages/limitMessages.ts";
import type { GenerationTarget } from "../../store/generations.ts";
import { ModelFailureNotice } from "./ModelFailureNotice.tsx";

export function UnansweredNotice({ subject }: { readonly subject: GenerationTarget }) {
  const { requests, view } = useStores();
  const { answers, models } = useModelStores();
  const items = useStore(requests.inbox);
  const item =
    subject.kind === "request" ? items.find(({ key }) => key === subject.key) : undefined;
  const why = item && answers.whyUnanswered(item.input);
  if (!why) return null;
  const { title, text } = unansweredText(why);
  const model =
    why.kind === "failed"
      ? models.getState().models.find(({ name }) => name === why.model)
      : undefined;
  return (
    <>
      <Notice
        severity="warning"
        title={title}
        isLive={false}
        actions={
          why.kind === "limit" && (
            <Button size="small" onPress={() => view.showSampling("models")}>
              Show limits
            </Button>
          )
        }
      >
        {text}
      </Notice>
      {why.kind === "failed" && model && why.end.outcome.kind === "failed" && (
        <ModelFailureNotice model={model} end={why.end} failure={why.end.outcome.failure} />
      )}
    </>
  );
}
