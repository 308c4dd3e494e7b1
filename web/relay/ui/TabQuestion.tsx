/** Asks whether another tab may use the relay session of this one. */

import { AlertDialog } from "../../ui/overlays/AlertDialog.tsx";
import type { TabRequest } from "../store/tabs/tabOffers.ts";
import styles from "./RelayDialog.module.css";

interface TabQuestionProps {
  readonly request: TabRequest;
  readonly onAnswer: (isAllowed: boolean) => void;
}

export function TabQuestion({ request, onAnswer }: TabQuestionProps) {
  return (
    <AlertDialog
      title="Let another tab use the relay?"
      confirmLabel="Allow"
      cancelLabel="Do not allow"
      isOpen
      isGuarded
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <p>
        Another tab of this browser asks to use the relay at {new URL(request.address).host} as this
        one does. It could then start programs on your machine. Allow this only if you opened that
        tab yourself and it shows this code:
      </p>
      <p className={styles.code}>{request.code}</p>
    </AlertDialog>
  );
}
