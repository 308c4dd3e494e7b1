/** A button that confirms untrusted content; available only after the user had time to read it. */
import { useId, useRef } from "react";
import { Button, type ButtonProps } from "../Button.tsx";
import { VisuallyHidden } from "../VisuallyHidden.tsx";
import { useArmed } from "./useArmed.ts";

interface GuardedButtonProps
  extends Omit<ButtonProps, "onPress" | "onPressStart" | "isBusy" | "isUnavailable"> {
  readonly onPress: () => void;
}

/** Ignores presses that began before the button was available. */
export function GuardedButton({ onPress, ...rest }: GuardedButtonProps) {
  const isArmed = useArmed(true);
  const press = useFreshPress(onPress);
  const reasonId = useId();
  return (
    <>
      <Button
        {...rest}
        {...press}
        isUnavailable={!isArmed}
        {...(!isArmed && { "aria-describedby": reasonId })}
      />
      {!isArmed && (
        <VisuallyHidden>
          <span id={reasonId}>Available in a moment.</span>
        </VisuallyHidden>
      )}
    </>
  );
}

/** Returns press handlers that ignore a press that began while the button was unavailable. */
export function useFreshPress(onPress: () => void) {
  const hasBegun = useRef(false);
  return {
    onPressStart: () => {
      hasBegun.current = true;
    },
    onPress: () => {
      if (hasBegun.current) onPress();
      hasBegun.current = false;
    },
  };
}
