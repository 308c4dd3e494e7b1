/** A radio group. */
import { RadioGroup as AriaRadioGroup, Radio } from "react-aria-components";
import { cx } from "../cx.ts";
import chipStyles from "./Chip.module.css";
import type { Choice } from "./choice.ts";
import fieldStyles from "./Field.module.css";
import { FieldHelp, FieldLabel, type FieldTextProps, hasError } from "./Field.tsx";
import nativeControl from "./nativeControl.module.css";
import styles from "./RadioGroup.module.css";
import toggleStyles from "./Toggle.module.css";

/** The classes of the group and of each choice. */
const looks = {
  list: [styles.list, toggleStyles.toggle],
  segments: [styles.segments, styles.segment],
  chips: [styles.chips, chipStyles.chip],
} as const;

interface RadioGroupProps<Id extends string> extends FieldTextProps {
  readonly choices: readonly Choice<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  /** `segments` shows one row of joined buttons, `chips` rows of separate ones, `list` a column of radio buttons. */
  readonly look?: keyof typeof looks;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly className?: string | undefined;
}

/** The arrow keys change the selection. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const {
    label,
    hideLabel,
    description,
    errorMessage,
    choices,
    value,
    onChange,
    look = "list",
  } = props;
  const isList = look === "list";
  const [group, one] = looks[look];
  return (
    <AriaRadioGroup
      value={value}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice.id === id);
        if (chosen) onChange(chosen.id);
      }}
      orientation={isList ? "vertical" : "horizontal"}
      isDisabled={props.isDisabled ?? false}
      isRequired={props.isRequired ?? false}
      validationBehavior="aria"
      isInvalid={hasError(errorMessage)}
      className={cx(fieldStyles.field, props.className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={props.isRequired} />
      <div className={group}>
        {choices.map((choice) => (
          <Radio
            key={choice.id}
            value={choice.id}
            isDisabled={choice.isDisabled ?? false}
            className={cx(nativeControl.cover, one)}
          >
            {isList && <span aria-hidden="true" className={toggleStyles.dot} />}
            {choice.label}
          </Radio>
        ))}
      </div>
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaRadioGroup>
  );
}
