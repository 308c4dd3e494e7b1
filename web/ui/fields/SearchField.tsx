/** A search field that filters a list. */
import { Search, X } from "lucide-react";
import { Fragment, type Ref, type UIEvent } from "react";
import {
  Button as AriaButton,
  SearchField as AriaSearchField,
  Input,
  type InputProps,
  type SearchFieldProps as Props,
} from "react-aria-components";
import { cx } from "../cx.ts";
import fieldStyles from "./Field.module.css";
import { FieldLabel } from "./Field.tsx";
import styles from "./SearchField.module.css";

interface SearchFieldProps extends Omit<Props, "children" | "className" | "style" | "aria-label"> {
  /** Accessible name, and the default placeholder. */
  readonly label: string;
  readonly placeholder?: string;
  readonly isMono?: boolean;
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** For a field that suggests something. */
  readonly inputProps?: Omit<InputProps, "className" | "style">;
  /** Parts of the value that are drawn as tokens, in their order. */
  readonly tokens?: readonly TextPart[];
}

/** A part of a text; offsets are UTF-16 code units. */
interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Has no visible label; Escape and the clear button empty it. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, isMono, className, inputRef, inputProps, tokens, ...rest } = props;
  const hasTokens = tokens !== undefined && tokens.length > 0;
  return (
    <AriaSearchField {...rest} className={cx(styles.search, className)}>
      {({ isEmpty }) => (
        <>
          <FieldLabel label={label} hideLabel />
          <Search aria-hidden="true" className={styles.icon} />
          {hasTokens && <Tokens text={rest.value ?? ""} parts={tokens} isMono={isMono} />}
          <Input
            {...inputProps}
            {...(inputRef && { ref: inputRef })}
            {...(hasTokens && { onScroll: scrollTokens })}
            data-tokens={hasTokens || undefined}
            placeholder={placeholder ?? label}
            className={cx(fieldStyles.input, styles.input, isMono && fieldStyles.mono)}
            autoComplete="off"
            spellCheck="false"
          />
          {!isEmpty && (
            <AriaButton
              aria-label={`Clear ${label}`}
              className={cx(fieldStyles.inside, styles.clear)}
            >
              <X aria-hidden="true" />
            </AriaButton>
          )}
        </>
      )}
    </AriaSearchField>
  );
}

interface TokensProps {
  readonly text: string;
  readonly parts: readonly TextPart[];
  readonly isMono: boolean | undefined;
}

/**
 * The grounds of tokens, behind the text of the field: the text itself stays one that is edited and
 * read as such.
 */
function Tokens({ text, parts, isMono }: TokensProps) {
  return (
    <span
      aria-hidden="true"
      ref={alignTokens}
      className={cx(fieldStyles.input, styles.tokens, isMono && fieldStyles.mono)}
    >
      {parts.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(parts[at - 1]?.end ?? 0, start)}
          <mark className={styles.token}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(parts.at(-1)?.end ?? 0)}
    </span>
  );
}

/** Keeps the grounds below their words in a field that is narrower than its text. */
function scrollTokens({ currentTarget }: UIEvent<HTMLInputElement>) {
  const tokens = currentTarget.previousElementSibling;
  if (tokens) tokens.scrollLeft = currentTarget.scrollLeft;
}

function alignTokens(tokens: HTMLElement | null) {
  const field = tokens?.nextElementSibling;
  if (tokens && field) tokens.scrollLeft = field.scrollLeft;
}
