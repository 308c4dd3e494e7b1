/** One call of the history with its arguments and its result. */
import { BookmarkPlus, GitCompare, Pin, PinOff, RotateCcw, Trash2 } from "lucide-react";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { formatMs } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { endText } from "../../messages/historyMessages.ts";
import { savedInText } from "../../messages/savedInText.ts";
import { savedCallOf } from "../../store/collections/openCall.ts";
import type { StoredCall } from "../../store/history/callHistory.ts";
import { openCall } from "../../store/history/runAgain.ts";
import { useSaveCall } from "../useSaveCall.ts";
import { timeText } from "./timeText.ts";

interface CallDetailProps {
  readonly call: StoredCall;
  /** Whether another call is to be selected, to be compared with this one. */
  readonly isCompared: boolean;
  readonly onCompare: () => void;
  readonly onPin: () => void;
  readonly onRemove: () => void;
}

export function CallDetail({ call, isCompared, onCompare, onPin, onRemove }: CallDetailProps) {
  const stores = useStores();
  const { savedIn, save } = useSaveCall();
  const { item, server, at, ms, end, argumentsText, resultText, isCut, isPinned } = call;
  return (
    <article aria-label="Earlier call" className={layout.article}>
      <h2 className={layout.title}>{escapeHidden(item.name)}</h2>
      <p className={layout.note}>
        {timeText(at)} · {endText[end].text} · {formatMs(ms)} · {escapeHidden(server)}
      </p>
      <div className={layout.actions}>
        <Button icon={RotateCcw} onPress={() => openCall(stores, call)}>
          Open with these arguments
        </Button>
        <Button icon={BookmarkPlus} onPress={() => save(savedCallOf(item, argumentsText))}>
          Save call
        </Button>
        <Button icon={GitCompare} onPress={onCompare} aria-pressed={isCompared}>
          {isCompared ? "Select the other call" : "Compare"}
        </Button>
        <Button icon={isPinned ? PinOff : Pin} onPress={onPin}>
          {isPinned ? "Unpin" : "Pin"}
        </Button>
        <Button icon={Trash2} variant="quiet" onPress={onRemove}>
          Delete
        </Button>
      </div>
      <p role="status" className={layout.note}>
        {savedIn && savedInText(savedIn)}
      </p>
      {argumentsText !== undefined && (
        <section>
          <h3 className={layout.heading}>Arguments</h3>
          <JsonView text={argumentsText} label="Earlier arguments" pretty maxHeight="30vh" />
        </section>
      )}
      {resultText && (
        <section>
          <h3 className={layout.heading}>Result</h3>
          <JsonView text={resultText} label="Earlier result" pretty maxHeight="50vh" />
        </section>
      )}
      {isCut && <p className={layout.note}>Only the beginning of the result is kept.</p>}
    </article>
  );
}
