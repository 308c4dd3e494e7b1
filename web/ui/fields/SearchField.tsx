/** A search field that filters a list. */
import { Search, X } from "lucide-react";
import type { Ref } from "react";
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
}

/** Has no visible label; Escape and the clear button empty it. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, isMono, className, inputRef, inputProps, ...rest } = props;
  return (
    <AriaSearchField {...rest} className={cx(styles.search, className)}>
      {({ isEmpty }) => (
        <>
          <FieldLabel label={label} hideLabel />
          <Search aria-hidden="true" className={styles.icon} />
          <Input
            {...inputProps}
            {...(inputRef && { ref: inputRef })}
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
