/** A button that copies text to the clipboard and reports the result. */
import { Check, Copy } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Popover } from "react-aria-components";
import { Button, type ButtonProps } from "./Button.tsx";
import styles from "./CopyButton.module.css";
import { type CopyResult, copyText } from "./copyText.ts";
import { cx } from "./cx.ts";
import popupStyles from "./overlays/Popup.module.css";
import { VisuallyHidden } from "./VisuallyHidden.tsx";

const confirmationMs = 1600;

interface CopyButtonProps
  extends Pick<
    ButtonProps,
    "variant" | "size" | "className" | "isDisabled" | "isUnavailable" | "autoFocus"
  > {
  /** Text to copy; a function computes it only when the button is pressed; undefined if it cannot. */
  readonly text: string | (() => string | Promise<string | undefined>);
  /** Accessible name; default `Copy`. */
  readonly label?: string;
  /** Shows the word Copy, where the place says what is copied. */
  readonly isShort?: boolean;
}

/** Shows a check mark for a moment after copying; shows a failure in a popover until it is dismissed. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label = "Copy", isShort = false, ...rest } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  const [result, setResult] = useState<CopyResult>();

  useEffect(() => {
    if (result?.kind !== "copied") return;
    const timer = setTimeout(() => setResult(undefined), confirmationMs);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = async () => {
    const value = typeof text === "function" ? await text() : text;
    setResult(await copyText(value, navigator.clipboard));
  };
  const icon = result?.kind === "copied" ? Check : Copy;

  return (
    <span ref={anchor} className={styles.anchor}>
      <Button {...rest} icon={icon} onPress={copy} {...(isShort && { "aria-label": label })}>
        {isShort ? "Copy" : label}
      </Button>
      <CopyOutcome anchor={anchor} result={result} onDismiss={() => setResult(undefined)} />
    </span>
  );
}

interface CopyOutcomeProps {
  /** What the popover points to. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly result: CopyResult | undefined;
  readonly onDismiss: () => void;
}

/** Reports how copying ended: a status for screen readers, or a failure in a popover. */
export function CopyOutcome({ anchor, result, onDismiss }: CopyOutcomeProps) {
  return (
    <>
      <VisuallyHidden role="status">{result?.kind === "copied" ? "Copied" : ""}</VisuallyHidden>
      <Popover
        triggerRef={anchor}
        isNonModal
        isOpen={result?.kind === "refused"}
        onOpenChange={onDismiss}
        className={cx(popupStyles.popup, styles.refusal)}
      >
        <p role="alert">{result?.kind === "refused" && result.reason}</p>
      </Popover>
    </>
  );
}
