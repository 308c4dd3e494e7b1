/** A button that confirms what others wrote: it can be pressed once there was time to see it. */
import { useId, useRef } from "react";
import { Button, type ButtonProps } from "../Button.tsx";
import { VisuallyHidden } from "../VisuallyHidden.tsx";
import { useArmed } from "./useArmed.ts";

export interface GuardedButtonProps
  extends Omit<ButtonProps, "onPress" | "onPressStart" | "isBusy" | "isUnavailable"> {
  readonly onPress: () => void;
}

/** Takes no press that began before it was armed. */
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

/** Handlers of a button that take a press only where the button was available when it began. */
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
