/** Reveals and masks secrets. */
import { Eye, EyeOff } from "lucide-react";
import { Button } from "../../ui/Button.tsx";

export function RevealButton(props: {
  isRevealed: boolean;
  onChange: (isRevealed: boolean) => void;
}) {
  const { isRevealed, onChange } = props;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isRevealed ? EyeOff : Eye}
      onPress={() => onChange(!isRevealed)}
    >
      {isRevealed ? "Hide secrets" : "Reveal secrets"}
    </Button>
  );
}
