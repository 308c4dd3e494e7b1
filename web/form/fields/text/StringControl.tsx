/** Control for strings, kept verbatim: line breaks are allowed, and empty differs from absent. */
import { use, useCallback, useEffect, useRef, useState } from "react";
import type { StringField } from "../../../../shared/schema/plan/field.ts";
import { cx } from "../../../ui/cx.ts";
import { SuggestField } from "../../../ui/fields/SuggestField.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { type Complete, CompleteContext, type Suggestions } from "../../completion.ts";
import { useFormActions } from "../../formContext.ts";
import type { ControlProps } from "../controlProps.ts";
import styles from "../FieldRow.module.css";
import { fieldTextProps, placeholderOf } from "../fieldText.tsx";

export function StringControl(props: ControlProps<StringField>) {
  const { field } = props;
  const complete = use(CompleteContext);
  const isLong = field.multiline || (field.value ?? "").includes("\n");
  const isCompleted = complete !== undefined && field.path.length === 1 && !field.secret;
  // a field that a line break turns into one of several lines keeps the focus
  const wasLong = useRef(isLong);
  const takesFocus = isCompleted && isLong && !wasLong.current;
  useEffect(() => {
    wasLong.current = isLong;
  }, [isLong]);
  return isCompleted && !isLong ? (
    <CompletedText {...props} complete={complete} />
  ) : (
    <PlainText {...props} isLong={isLong} takesFocus={takesFocus} />
  );
}

interface PlainTextProps extends ControlProps<StringField> {
  readonly isLong: boolean;
  readonly takesFocus: boolean;
}

function PlainText({ field, errorText, isLong, takesFocus }: PlainTextProps) {
  const { set } = useFormActions();
  return (
    <TextArea
      {...fieldTextProps(field, errorText)}
      value={field.value ?? ""}
      onChange={(typed) => set(field.path, JSON.stringify(typed))}
      placeholder={placeholderOf(field)}
      rows={field.multiline ? 4 : 1}
      autoFocus={takesFocus}
      className={cx(!isLong && styles.oneLine, field.secret && styles.secret)}
      onKeyDown={(event) => {
        // one line until line breaks are typed with Shift+Enter or pasted
        if (event.key === "Enter" && !isLong && !event.shiftKey) event.preventDefault();
        event.continuePropagation();
      }}
    />
  );
}

/** The server completes it while the user types. */
function CompletedText(props: ControlProps<StringField> & { readonly complete: Complete }) {
  const { field, errorText, complete } = props;
  const { set } = useFormActions();
  const { found, ask } = useSuggestions(complete, String(field.path[0]));
  const value = field.value ?? "";
  return (
    <SuggestField
      {...fieldTextProps(field, errorText)}
      value={value}
      onChange={(typed) => {
        set(field.path, JSON.stringify(typed));
        ask(typed);
      }}
      suggestions={found.values}
      note={found.hasMore ? "The server has more; type on to narrow them." : undefined}
      onAsk={() => ask(value, true)}
      placeholder={placeholderOf(field)}
    />
  );
}

/** Milliseconds without a key press before the request is sent. */
const pauseMs = 200;

const none: Suggestions = { values: [], hasMore: false };

/** Asks for suggestions while the user types; only the newest answer is used. */
function useSuggestions(
  complete: Complete,
  name: string,
): { readonly found: Suggestions; readonly ask: (value: string, isNow?: boolean) => void } {
  const [found, setFound] = useState(none);
  const last = useRef(new AbortController());
  useEffect(() => () => last.current.abort(), []);
  const ask = useCallback(
    (value: string, isNow = false) => {
      last.current.abort();
      const controller = new AbortController();
      last.current = controller;
      const { signal } = controller;
      const timer = setTimeout(
        () => {
          void complete(name, value, signal)
            .catch(() => undefined)
            .then((answer) => {
              if (!signal.aborted) setFound(answer ?? none);
            });
        },
        isNow ? 0 : pauseMs,
      );
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    },
    [complete, name],
  );
  return { found, ask };
}
