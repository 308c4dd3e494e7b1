/** Asks before the relay connects to an origin for this page for the first time. */
import { useStore } from "zustand";
import { ExactText } from "../../../../content/ExactText.tsx";
import { HostRemarks } from "../../../../content/HostRemarks.tsx";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { AlertDialog } from "../../../../ui/overlays/AlertDialog.tsx";
import styles from "./Questions.module.css";

export function ForwardQuestion({ origin }: { origin: string }) {
  const { forwarding, access } = useStores().relay;
  const { address } = useStore(access.state);
  return (
    <AlertDialog
      title="Connect through the relay?"
      confirmLabel="Allow"
      // The question opens without a user action, and a server's metadata may have named the origin.
      isGuarded
      isOpen
      onConfirm={() => forwarding.answer(origin, true)}
      onCancel={() => forwarding.answer(origin, false)}
    >
      <p className={styles.introduction}>
        The relay at {new URL(address).host} connects from its machine to{" "}
        <strong>
          <ExactText text={new URL(origin).host} />
        </strong>
        . It sends this page's requests, including headers and tokens:
      </p>
      <HostRemarks url={new URL(origin)} />
      <pre className={styles.exact}>
        <ExactText text={origin} />
      </pre>
      <p className={styles.more}>This applies to this tab until you close it.</p>
    </AlertDialog>
  );
}
