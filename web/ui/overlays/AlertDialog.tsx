/** A question that must be answered before the work goes on. */
import { type ReactNode, useId } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import styles from "./Dialog.module.css";
import { useFreshPress } from "./GuardedButton.tsx";
import { useArmed } from "./useArmed.ts";
import { useSeenEnd } from "./useSeenEnd.ts";

export interface AlertDialogProps {
  /** The question: its heading and its accessible name. */
  readonly title: string;
  /** What the answer is about, in full; the dialog's accessible description. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isOpen: boolean;
  readonly isDanger?: boolean;
  /** `small` unless told. */
  readonly size?: "small" | "medium";
  /**
   * For what the person did not write themselves: focus starts on Cancel, and the question can be
   * confirmed once its end was in view, and the page in front for a second without a key pressed.
   */
  readonly isGuarded: boolean;
  readonly onConfirm: () => void;
  /** The button, or Escape. */
  readonly onCancel: () => void;
}

/** An alertdialog; a press outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onCancel();
      }}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal, styles[props.size ?? "small"])}>
        <Question {...props} />
      </Modal>
    </ModalOverlay>
  );
}

function Question(props: AlertDialogProps) {
  const { title, children, confirmLabel, cancelLabel = "Cancel", isDanger, isGuarded } = props;
  const descriptionId = useId();
  const reasonId = useId();
  const isArmed = useArmed(isGuarded);
  const { endRef, hasSeenEnd } = useSeenEnd(isGuarded);
  const confirm = useFreshPress(props.onConfirm);
  const isReady = isArmed && hasSeenEnd;
  return (
    <AriaDialog role="alertdialog" aria-describedby={descriptionId} className={cx(styles.dialog)}>
      <header className={styles.header}>
        <Heading slot="title" className={cx(styles.title)}>
          {title}
        </Heading>
      </header>
      <div className={styles.body} {...(!hasSeenEnd && { tabIndex: 0 })}>
        <div id={descriptionId}>{children}</div>
        {isGuarded && <div ref={endRef} className={styles.end} />}
      </div>
      <footer className={styles.footer}>
        {isGuarded && (
          <p id={reasonId} className={styles.reason}>
            {hasSeenEnd
              ? !isArmed && `${confirmLabel} is available in a moment.`
              : `Scroll to the end to see all of it. Then ${confirmLabel} is available.`}
          </p>
        )}
        <Button autoFocus={isGuarded} onPress={props.onCancel}>
          {cancelLabel}
        </Button>
        <Button
          {...confirm}
          autoFocus={!isGuarded}
          variant={isDanger ? "danger" : "primary"}
          isUnavailable={!isReady}
          {...(!isReady && { "aria-describedby": reasonId })}
        >
          {confirmLabel}
        </Button>
      </footer>
    </AriaDialog>
  );
}
