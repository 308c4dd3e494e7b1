/** A question that must be answered before the work goes on. */
import { type ReactNode, useId } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import styles from "./Dialog.module.css";

export interface AlertDialogProps {
  /** The question: its heading and its accessible name. */
  readonly title: string;
  /** What the answer is about, in full; the dialog's accessible description. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isOpen: boolean;
  readonly isDanger?: boolean;
  /** Where focus starts; on the button that does nothing unless told. */
  readonly initialFocus?: "confirm" | "cancel";
  readonly onConfirm: () => void;
  /** The button, or Escape. */
  readonly onCancel: () => void;
}

/** An alertdialog; a press outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = "Cancel",
    isDanger,
    initialFocus = "cancel",
  } = props;
  const descriptionId = useId();
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onCancel();
      }}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal, styles.small)}>
        <AriaDialog
          role="alertdialog"
          aria-describedby={descriptionId}
          className={cx(styles.dialog)}
        >
          <header className={styles.header}>
            <Heading slot="title" className={cx(styles.title)}>
              {title}
            </Heading>
          </header>
          <div id={descriptionId} className={styles.body}>
            {children}
          </div>
          <footer className={styles.footer}>
            <Button autoFocus={initialFocus === "cancel"} onPress={props.onCancel}>
              {cancelLabel}
            </Button>
            <Button
              autoFocus={initialFocus === "confirm"}
              variant={isDanger ? "danger" : "primary"}
              onPress={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
