/** The buttons that answer a pending sampling request. */
import { useStore } from "zustand";
import { defaultRuleLimit } from "../../../../shared/client/input/answerRule.ts";
import { declinedText } from "../../../../shared/client/input/applyRule.ts";
import { selectionOf } from "../../../calls/store/drafts.ts";
import { causeOf } from "../../../inbox/store/causeOf.ts";
import type { InboxItem } from "../../../inbox/store/inbox.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { AnswerState } from "./useAnswer.ts";

interface SendAnswerProps {
  readonly item: InboxItem;
  readonly state: AnswerState;
}

/**
 * Sends the answer, unless it is an empty text, would break the message around it, or the request
 * has ended.
 */
export function sendAnswer({ item, state }: SendAnswerProps): void {
  if (!state.isEmpty) sendAsIs({ item, state });
}

function sendAsIs({ item, state }: SendAnswerProps): void {
  if (state.errorText !== undefined || item.ended) return;
  item.answer({ kind: "result", text: state.text });
}

export function SendAnswer({ item, state }: SendAnswerProps) {
  const { inbox, calls, view, newId } = useStores();
  const cause = useStore(calls.runs, (calls) => causeOf(calls, item));
  const addRule = () => {
    const name = cause === undefined ? undefined : selectionOf(cause).name;
    const rule = {
      id: newId(),
      name: `Answer ${name ?? item.server}`.slice(0, 200),
      match: {
        method: "sampling/createMessage",
        ...(name !== undefined && { item: name }),
      },
      answer: { kind: "result", text: state.text },
      delayMs: 0,
      limit: defaultRuleLimit,
    } as const;
    inbox.rules.add([rule]);
    view.showSampling("rules");
  };
  const isUnsendable = state.errorText !== undefined || state.isEmpty;
  return (
    <>
      <Button
        variant={state.fits ? "primary" : "default"}
        isDisabled={isUnsendable}
        onPress={() => sendAnswer({ item, state })}
      >
        {state.fits ? "Send response" : "Send anyway"}
      </Button>
      <Button onPress={() => item.answer({ kind: "error", text: declinedText })}>Decline</Button>
      {state.isEmpty && (
        <Button size="small" variant="quiet" onPress={() => sendAsIs({ item, state })}>
          Send an empty text
        </Button>
      )}
      {!isUnsendable && (
        <Button size="small" variant="quiet" onPress={addRule}>
          Answer like this from now on
        </Button>
      )}
    </>
  );
}
