/** A switch for a setting that takes effect immediately. */
import { SwitchButton, SwitchField, type SwitchFieldProps } from "react-aria-components";
import { cx } from "../cx.ts";
import fieldStyles from "./Field.module.css";
import { FieldHelp, type FieldTextProps } from "./Field.tsx";
import nativeControl from "./nativeControl.module.css";
import styles from "./Toggle.module.css";

interface SwitchProps
  extends Pick<FieldTextProps, "label" | "description">,
    Omit<SwitchFieldProps, "children" | "className" | "style" | "aria-label"> {
  readonly className?: string | undefined;
}

/** The label is beside the switch. */
export function Switch(props: SwitchProps) {
  const { label, description, className, ...rest } = props;
  return (
    <SwitchField {...rest} className={cx(fieldStyles.field, styles.field, styles.wide, className)}>
      <SwitchButton className={cx(nativeControl.cover, styles.toggle)}>
        <span aria-hidden="true" className={styles.track} />
        {label}
      </SwitchButton>
      <FieldHelp description={description} />
    </SwitchField>
  );
}
