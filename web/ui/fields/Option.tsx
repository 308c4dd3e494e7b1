/** An option in the list of a Select or a ComboBox. */
import { Check } from "lucide-react";
import { ListBoxItem } from "react-aria-components";
import { cx } from "../cx.ts";
import popupStyles from "../overlays/Popup.module.css";
import { Stack } from "../primitives/Layout.tsx";
import type { Choice } from "./choice.ts";

/** The accessible name is the visible text: the label and the description. */
export function Option(props: { choice: Choice<string> }) {
  const { id, label, description, isDisabled = false } = props.choice;
  return (
    <ListBoxItem id={id} textValue={label} isDisabled={isDisabled} className={cx(popupStyles.item)}>
      {({ isSelected }) => (
        <>
          <span className={popupStyles.mark}>{isSelected && <Check aria-hidden="true" />}</span>
          <Stack as="span" gap={0} className={popupStyles.text}>
            <span className={popupStyles.label}>{label}</span>
            {description && <span className={popupStyles.description}>{description}</span>}
          </Stack>
        </>
      )}
    </ListBoxItem>
  );
}
