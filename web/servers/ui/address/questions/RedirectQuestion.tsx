/** Asks before the user's headers are sent to where a server redirects, which the browser hides. */
import type { HiddenRedirect } from "../../../../../shared/transport/http/followRedirects.ts";
import { ExactText } from "../../../../content/ExactText.tsx";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { AlertDialog } from "../../../../ui/overlays/AlertDialog.tsx";
import styles from "./Questions.module.css";

export function RedirectQuestion({ redirect }: { redirect: HiddenRedirect }) {
  const { redirectConsents } = useStores().connections;
  return (
    <AlertDialog
      title="Send your headers where the server redirects?"
      confirmLabel="Follow with headers"
      // the server decides where it redirects
      isGuarded
      isOpen
      onConfirm={() => redirectConsents.answer(redirect, true)}
      onCancel={() => redirectConsents.answer(redirect, false)}
    >
      <p className={styles.introduction}>
        This address answers with a redirect. The browser does not say where it leads. Every host
        that it leads to gets the headers that you entered:
      </p>
      <dl className={styles.facts}>
        <dt>Address</dt>
        <dd className={styles.exactly}>
          <ExactText text={redirect.url} />
        </dd>
        <dt>Headers</dt>
        <dd className={styles.exactly}>
          <ExactText text={redirect.headers.join(", ")} />
        </dd>
      </dl>
      <p className={styles.more}>
        If you know the final address, cancel and enter that. This applies to this page until you
        close it.
      </p>
    </AlertDialog>
  );
}
