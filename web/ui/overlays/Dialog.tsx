/** A modal dialog. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "../Button.tsx";
import { cx } from "../cx.ts";
import styles from "./Dialog.module.css";

interface DialogProps {
  /** Heading and accessible name. */
  readonly title: string;
  readonly isOpen: boolean;
  /** Called with `false` on Escape, on the close button and on a press outside. */
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  /** Buttons in the footer, the most important one last. */
  readonly footer?: ReactNode;
  readonly size?: "small" | "medium" | "large";
}

/** Moves the focus into the dialog when it opens, and back when it closes. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onOpenChange, children, footer, size = "medium" } = props;
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal, styles[size])}>
        <AriaDialog className={cx(styles.dialog)}>
          <header className={styles.header}>
            <Heading slot="title" className={cx(styles.title)}>
              {title}
            </Heading>
            <IconButton label="Close" icon={X} onPress={() => onOpenChange(false)} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
