/** A checkbox field. */
import { Check, Minus } from "lucide-react";
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from "react-aria-components";
import { cx } from "../cx.ts";
import fieldStyles from "./Field.module.css";
import { FieldHelp, type FieldTextProps, hasError } from "./Field.tsx";
import nativeControl from "./nativeControl.module.css";
import styles from "./Toggle.module.css";

interface CheckboxProps
  extends Omit<FieldTextProps, "hideLabel">,
    Omit<CheckboxFieldProps, "children" | "className" | "style" | "aria-label"> {
  readonly className?: string | undefined;
}

/** The label is beside the box. */
export function Checkbox(props: CheckboxProps) {
  const { label, description, errorMessage, className, ...rest } = props;
  return (
    <CheckboxField
      validationBehavior="aria"
      isInvalid={hasError(errorMessage)}
      {...rest}
      className={cx(fieldStyles.field, styles.field, className)}
    >
      <CheckboxButton className={cx(nativeControl.cover, styles.toggle)}>
        {({ isSelected, isIndeterminate }) => (
          <>
            <span aria-hidden="true" className={styles.box}>
              {isIndeterminate ? <Minus /> : isSelected && <Check />}
            </span>
            {label}
          </>
        )}
      </CheckboxButton>
      <FieldHelp description={description} errorMessage={errorMessage} />
    </CheckboxField>
  );
}
