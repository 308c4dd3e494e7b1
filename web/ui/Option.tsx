/** One option of a Select or a ComboBox. */
import { Check } from "lucide-react";
import { ListBoxItem, Text } from "react-aria-components";
import { cx } from "./cx.ts";
import popupStyles from "./Popup.module.css";
import type { Choice } from "./Select.tsx";

/** Its accessible name is the label; the description is the option's description. */
export function Option(props: { choice: Choice<string> }) {
  const { id, label, description, isDisabled = false } = props.choice;
  return (
    <ListBoxItem id={id} textValue={label} isDisabled={isDisabled} className={cx(popupStyles.item)}>
      {({ isSelected }) => (
        <>
          <span className={popupStyles.mark}>{isSelected && <Check aria-hidden="true" />}</span>
          <span className={popupStyles.words}>
            <Text slot="label" className={popupStyles.label}>
              {label}
            </Text>
            {description && (
              <Text slot="description" className={popupStyles.description}>
                {description}
              </Text>
            )}
          </span>
        </>
      )}
    </ListBoxItem>
  );
}
