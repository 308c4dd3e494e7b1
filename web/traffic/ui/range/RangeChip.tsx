/** Says that only a part of the time is shown, and shows all of it again when it is pressed. */
import { X } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { ChosenTime } from "../messages/rowsInRange.ts";
import { rangeText } from "./rangeText.ts";

interface Props {
  /** The time that is chosen in the timeline. */
  readonly range: ChosenTime | undefined;
  readonly onClear: () => void;
}

export function RangeChip({ range, onClear }: Props) {
  if (!range) return null;
  const text = rangeText(range, range.zero);
  return (
    <Button size="small" icon={X} aria-label={`${text}: show the whole time`} onPress={onClear}>
      {text}
    </Button>
  );
}
