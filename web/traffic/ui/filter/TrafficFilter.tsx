/** The field with the filter of Traffic, which completes its words and says what is wrong with it. */

import { type KeyboardEvent, memo, useId, useMemo, useRef, useState } from "react";
import { Popover } from "react-aria-components";
import { readFilter } from "../../../../shared/log/filter.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import popupStyles from "../../../ui/overlays/Popup.module.css";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { filterProblemText, filterWords } from "../../messages/filterMessages.ts";
import toolbar from "../toolbar.module.css";
import { FilterHelp } from "./FilterHelp.tsx";
import type { FilterCounts } from "./filterCounts.ts";
import { type FilterSuggestion, suggestForFilter } from "./filterSuggestions.ts";
import { completeWords } from "./filterTokens.ts";
import styles from "./TrafficFilter.module.css";

interface Props {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Counts what the log has for each word; called when the list opens. */
  readonly count: () => FilterCounts;
}

const nothing: FilterCounts = new Map();

/** Memoized, so that it does not render with each message. */
export const TrafficFilter = memo(({ value, onChange, count }: Props) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Where the caret is while the list is wanted. */
  const [caret, setCaret] = useState<number>();
  const [counts, setCounts] = useState(nothing);
  const [active, setActive] = useState(-1);
  const [hasFocus, setFocus] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const problem = useMemo(() => readFilter(value).problem, [value]);
  const problemText = problem && filterProblemText(problem, value);
  const { range, options } = useMemo(
    () => suggestForFilter(value, caret ?? value.length, counts),
    [value, caret, counts],
  );
  const tokens = useMemo(
    () => completeWords(value, hasFocus ? (caret ?? value.length) : undefined),
    [value, caret, hasFocus],
  );
  const isOpen = caret !== undefined && options.length > 0;
  const optionId = (at: number) => `${id}-${at}`;

  const open = (at: number) => {
    if (caret === undefined) setCounts(count());
    setCaret(at);
    setActive(-1);
  };
  const close = () => {
    setCaret(undefined);
    setActive(-1);
  };
  const type = (text: string) => {
    onChange(text);
    if (text === "") close();
    else open(input.current?.selectionStart ?? text.length);
  };
  const choose = ({ text }: FilterSuggestion) => {
    const isWhole = !text.endsWith(":");
    const after = value.slice(range.end);
    const rest = isWhole ? after.trimStart() : after;
    const put = `${value.slice(0, range.start)}${text}${isWhole ? " " : ""}`;
    onChange(put + rest);
    if (isWhole) close();
    else open(put.length);
    // the field has its new text only after it is drawn
    requestAnimationFrame(() => input.current?.setSelectionRange(put.length, put.length));
  };
  const move = (by: 1 | -1) =>
    setActive((at) =>
      at < 0 ? (by > 0 ? 0 : options.length - 1) : (at + by + options.length) % options.length,
    );

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = isOpen ? options[active] : undefined;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isArrow && isOpen) move(event.key === "ArrowDown" ? 1 : -1);
    else if (isArrow && event.key === "ArrowDown") {
      open(event.currentTarget.selectionStart ?? value.length);
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen && !event.shiftKey) {
      choose(chosen);
    } else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <SearchField
        value={value}
        onChange={type}
        label="Filter traffic"
        placeholder="Filter"
        isMono
        tokens={tokens}
        className={toolbar.search}
        inputRef={input}
        inputProps={{
          "aria-autocomplete": "list",
          "aria-controls": isOpen ? id : undefined,
          "aria-activedescendant": isOpen && active >= 0 ? optionId(active) : undefined,
          "aria-invalid": problem ? true : undefined,
          "aria-describedby": problem ? `${id}-problem` : undefined,
          // before the field itself, which empties it for Escape
          onKeyDownCapture: press,
          onFocus: () => setFocus(true),
          onBlur: () => {
            setFocus(false);
            close();
          },
        }}
      />
      {showsHelp && (
        <FilterHelp filter={value} onFilter={onChange} onClose={() => setShowsHelp(false)} />
      )}
      <VisuallyHidden id={`${id}-problem`}>{problemText}</VisuallyHidden>
      <VisuallyHidden role="status">
        {isOpen && formatCount(options.length, "suggestion")}
      </VisuallyHidden>
      <Popover
        triggerRef={input}
        isOpen={isOpen || (hasFocus && problem !== undefined)}
        isNonModal
        placement="bottom start"
        offset={4}
        className={cx(popupStyles.popup, styles.popup)}
      >
        {isOpen ? (
          <>
            <div id={id} role="listbox" aria-label="Words of the filter" className={styles.list}>
              {options.map((option, at) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                <div
                  key={option.text}
                  id={optionId(at)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  className={styles.option}
                  // the field keeps the focus
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  <Text isMono>{option.text}</Text>
                  <Text tone="muted" isCut>
                    {option.meaning}
                  </Text>
                  <Text tone="muted" isNumeric>
                    {option.count?.toLocaleString("en")}
                  </Text>
                </div>
              ))}
            </div>
            <Row className={styles.foot}>
              <Text size="small" tone="muted">
                ↑↓ choose · Tab completes · - leaves out
              </Text>
              <Button
                size="small"
                variant="quiet"
                excludeFromTabOrder
                // the field keeps the focus, so that the list stays until it is pressed
                preventFocusOnPress
                onPress={() => {
                  close();
                  setShowsHelp(true);
                }}
              >
                {`All ${filterWords.length} words`}
              </Button>
            </Row>
          </>
        ) : (
          <Text as="p" tone="warning" size="small" className={styles.problem}>
            {problemText}
          </Text>
        )}
      </Popover>
    </>
  );
});
