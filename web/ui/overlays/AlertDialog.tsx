/** A confirmation dialog. */
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import styles from "./Dialog.module.css";
import { useFreshPress } from "./GuardedButton.tsx";
import { useArmed } from "./useArmed.ts";

interface AlertDialogProps {
  /** The question; heading and accessible name of the dialog. */
  readonly title: string;
  /** Everything that the user must know to decide; accessible description of the dialog. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isOpen: boolean;
  readonly isDanger?: boolean;
  /** Default `small`. */
  readonly size?: "small" | "medium";
  /**
   * For content that the user did not write: focus starts on Cancel, and the confirm button is
   * available once the end of the content was in view and the page was in front for a second
   * without a pressed key.
   */
  readonly isGuarded: boolean;
  readonly onConfirm: () => void;
  /** Called by the cancel button and by Escape. */
  readonly onCancel: () => void;
}

/** Has the role `alertdialog`; a press outside does not close it. */
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
              : `Scroll to the end. Then ${confirmLabel} is available.`}
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

/**
 * @param isWatched when false, nothing is observed and the end counts as seen
 * @returns a ref for an element at the end, and whether that element has been in view
 */
function useSeenEnd(isWatched: boolean): {
  readonly endRef: RefObject<HTMLDivElement | null>;
  readonly hasSeenEnd: boolean;
} {
  const endRef = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const end = endRef.current;
    if (!isWatched || !end) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { threshold: 1 },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [isWatched]);
  return { endRef, hasSeenEnd: !isWatched || isSeen };
}
