/** What can be done with a message, at the foot of its details: at most four buttons, the rest in a menu. */
import {
  BookmarkPlus,
  ChevronDown,
  FlaskConical,
  ListPlus,
  RotateCcw,
  SquarePen,
} from "lucide-react";
import { useRef } from "react";
import { membersOf, parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import type { MessageEntry } from "../../../../shared/log/entry.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { useSaveCall } from "../../../calls/hooks/useSaveCall.ts";
import { savedInText } from "../../../calls/messages/savedInText.ts";
import { savedCallOf } from "../../../calls/store/collections/openCall.ts";
import { useSaveEvalCase } from "../../../chat/hooks/useSaveEvalCase.ts";
import { useMinWidth } from "../../../platform/useMinWidth.ts";
import type { Action } from "../../../ui/action.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyOutcome } from "../../../ui/CopyButton.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import type { Selection } from "../../../view/selection.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { useCompose } from "../useCompose.ts";
import { useCopyAs } from "../useCopyAs.ts";
import { useInputActions } from "../useInputActions.ts";
import type { Loaded } from "../useLoaded.ts";
import { useReplay } from "../useReplay.ts";
import styles from "./MessageDetail.module.css";

interface Props {
  readonly index: LogIndex;
  readonly first: Loaded;
  readonly response: Loaded | undefined;
  /** Whether the response is the message that is copied. */
  readonly isResponse: boolean;
}

/** Pixels from which three actions fit beside the menu for copying. */
const minWidth = 440;

/** Renders nothing where nothing can be done. */
export function DetailActions({ index, first, response, isResponse }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const isWide = useMinWidth(strip, minWidth);
  const { savedIn, actions } = useMessageActions(first, response, index);
  const { actionsOf, result, dismiss } = useCopyAs(index);
  const copies = actionsOf((isResponse ? response : first)?.entry ?? first.entry);
  const fits = isWide ? (actions.length > 3 ? 2 : 3) : 2;
  const shown = actions.slice(0, fits);
  const rest = actions.slice(fits);
  const inMenu = isWide ? rest : [...rest, ...copies];
  return (
    <div ref={strip} className={styles.actions}>
      {shown.map(({ id, label, icon, onAction }, at) => (
        <Button
          key={id}
          size="small"
          variant={at === 0 ? "default" : "quiet"}
          {...(icon && { icon })}
          onPress={onAction}
        >
          {label}
        </Button>
      ))}
      {isWide && copies.length > 0 && <ActionMenu label="Copy" actions={copies} />}
      {inMenu.length > 0 && <ActionMenu label="More" actions={inMenu} />}
      <Text as="span" size="small" tone="muted">
        <span role="status">
          {result?.kind === "copied" ? "Copied" : savedIn && savedInText(savedIn)}
        </span>
      </Text>
      <CopyOutcome
        anchor={strip}
        result={result?.kind === "refused" ? result : undefined}
        onDismiss={dismiss}
      />
    </div>
  );
}

function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  return (
    <Menu
      label={label}
      trigger={
        <Button size="small" variant="quiet" className={styles.menu}>
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      actions={actions}
    />
  );
}

/** All actions for a message except copying, the most frequent first. */
function useMessageActions(first: Loaded, response: Loaded | undefined, index: LogIndex) {
  const compose = useCompose();
  const replay = useReplay();
  const saveEvalCase = useSaveEvalCase();
  const { savedIn, save } = useSaveCall();
  const { entry, bytes } = first;
  const method = index.pair(entry.seq)?.method;
  const asked = useInputActions(first, undefined);
  const answered = useInputActions(response ?? first, response ? method : undefined);
  const message = entry.kind === "message" ? entry : undefined;
  const copyToSampling = asked.copyToSampling ?? answered.copyToSampling;
  const answerLikeThis = asked.answerLikeThis ?? answered.answerLikeThis;
  const again = message && replay(message);
  const call = message && callIn(message, bytes);
  const actions: Action[] = [
    ...when(again, { id: "again", label: "Send again", icon: RotateCcw }),
    ...when(copyToSampling, { id: "sampling", label: "Copy to Sampling", icon: FlaskConical }),
    ...when(answerLikeThis, {
      id: "rule",
      label: "Answer like this from now on",
      icon: ListPlus,
    }),
    ...when(message && (() => compose(message, bytes)), {
      id: "compose",
      label: "Edit in Composer",
      icon: SquarePen,
    }),
    ...when(call && (() => save(savedCallOf(call.item, call.argumentsText))), {
      id: "save",
      label: "Save call",
      icon: BookmarkPlus,
    }),
    ...when(
      call?.item.kind === "tool" && (() => saveEvalCase(call.item.name, call.argumentsText)),
      { id: "eval", label: "Save as eval case", icon: FlaskConical },
    ),
  ];
  return { savedIn, actions };
}

function when(
  act: (() => void) | undefined | false,
  action: Omit<Action, "onAction">,
): readonly Action[] {
  return act ? [{ ...action, onAction: act }] : [];
}

/** Requests that can be saved, with what they call and the member of their params that names it. */
const callables: Readonly<Record<string, readonly [kind: Selection["kind"], name: string]>> = {
  "tools/call": ["tool", "name"],
  "prompts/get": ["prompt", "name"],
  "resources/read": ["resource", "uri"],
};

/** The call that a message of the client makes. */
function callIn({ direction, batch, carrier, heads }: MessageEntry, bytes: Uint8Array) {
  const [head] = heads;
  const callable = head?.kind === "request" ? callables[head.method] : undefined;
  if (direction !== "out" || batch || !callable) return undefined;
  const [kind, member] = callable;
  const text = messageText(carrier, bytes);
  const name = membersOf(parseJsonObject(text)?.params)[member];
  if (typeof name !== "string") return undefined;
  const argumentsText = textAt(text, ["params", "arguments"]);
  return { item: { kind, name }, argumentsText };
}
