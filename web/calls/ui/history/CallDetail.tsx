/** One call of the history with its arguments and its result. */
import {
  BookmarkPlus,
  FlaskConical,
  GitCompare,
  Pin,
  PinOff,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { fileName } from "../../../../shared/core/text/fileName.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useSaveEvalCase } from "../../../chat/hooks/useSaveEvalCase.ts";
import { BlockFrame } from "../../../content/blocks/BlockFrame.tsx";
import { JsonExplorer } from "../../../content/json/JsonExplorer.tsx";
import { initiatorText, isNotUser } from "../../../messages/InitiatorMark.tsx";
import { formatMs } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { useSaveCall } from "../../hooks/useSaveCall.ts";
import { endText } from "../../messages/historyMessages.ts";
import { savedInText } from "../../messages/savedInText.ts";
import { savedCallOf } from "../../store/collections/openCall.ts";
import type { StoredCall } from "../../store/history/callHistory.ts";
import { openCall } from "../../store/history/runAgain.ts";
import styles from "./HistoryView.module.css";
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
  const saveEvalCase = useSaveEvalCase();
  const { item, server, at, ms, end, argumentsText, resultText, isCut, isPinned, initiator } = call;
  return (
    <article aria-label="Earlier call" className={layout.article}>
      <Stack gap={0}>
        <Row gap={0} className={styles.title}>
          <Heading level={2} size="large" isMono isCut>
            {escapeHidden(item.name)}
          </Heading>
          <Button size="small" variant="quiet" icon={isPinned ? PinOff : Pin} onPress={onPin}>
            {isPinned ? "Unpin" : "Pin"}
          </Button>
          <Button size="small" variant="quiet" icon={Trash2} onPress={onRemove}>
            Delete
          </Button>
        </Row>
        <Row as="p">
          <StateGlyph state={endText[end].state} label={endText[end].text} />
          <Text size="large" weight="strong" isNumeric>
            {formatMs(ms)}
          </Text>
          <Text size="small" tone="muted" isCut>
            {timeText(at)}
            {isNotUser(initiator) && ` · called ${initiatorText(initiator)}`} ·{" "}
            {escapeHidden(server)}
          </Text>
        </Row>
      </Stack>
      <Row wraps>
        <Button variant="primary" icon={RotateCcw} onPress={() => openCall(stores, call)}>
          Open again
        </Button>
        <Button
          variant="quiet"
          icon={BookmarkPlus}
          onPress={() =>
            save(savedCallOf(item, argumentsText), { resultText: isCut ? undefined : resultText })
          }
        >
          Save call
        </Button>
        {item.kind === "tool" && (
          <Button
            variant="quiet"
            icon={FlaskConical}
            onPress={() => saveEvalCase(item.name, argumentsText)}
          >
            Save as eval case
          </Button>
        )}
        <Button variant="quiet" icon={GitCompare} onPress={onCompare} aria-pressed={isCompared}>
          {isCompared ? "Select the other call" : "Compare"}
        </Button>
      </Row>
      <p role="status" className={layout.note}>
        {savedIn && savedInText(savedIn)}
      </p>
      {argumentsText !== undefined && <Json type="arguments" text={argumentsText} call={call} />}
      {resultText && <Json type="result" text={resultText} call={call} />}
      {isCut && <p className={layout.note}>Only the beginning of the result is kept.</p>}
    </article>
  );
}

interface JsonProps {
  readonly type: "arguments" | "result";
  readonly text: string;
  readonly call: StoredCall;
}

function Json({ type, text, call }: JsonProps) {
  const name = fileName(`${call.item.name}-${type}`, "application/json", "json");
  return (
    <BlockFrame type={type} label={`Earlier ${type}`} facts={[]} file={{ name, content: text }}>
      <JsonExplorer text={text} label={`Earlier ${type}`} />
    </BlockFrame>
  );
}
