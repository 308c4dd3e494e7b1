/** A setting that takes effect at once. */
import { SwitchButton, SwitchField, type SwitchFieldProps } from "react-aria-components";
import { cx } from "../cx.ts";
import fieldStyles from "./Field.module.css";
import { FieldHelp, type FieldWords } from "./Field.tsx";
import styles from "./Toggle.module.css";

export interface SwitchProps
  extends Pick<FieldWords, "label" | "description">,
    Omit<SwitchFieldProps, "children" | "className" | "style" | "aria-label"> {
  readonly className?: string | undefined;
}

/** A switch with its label beside it. */
export function Switch(props: SwitchProps) {
  const { label, description, className, ...rest } = props;
  return (
    <SwitchField {...rest} className={cx(fieldStyles.field, styles.field, styles.wide, className)}>
      <SwitchButton className={cx(styles.toggle)}>
        <span aria-hidden="true" className={styles.track} />
        {label}
      </SwitchButton>
      <FieldHelp description={description} />
    </SwitchField>
  );
}
