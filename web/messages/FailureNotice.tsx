/** Renders a failure as an error notice. */
import type { ReactNode } from "react";
import type { Failure } from "../../shared/core/failures/failure.ts";
import { Notice } from "../ui/Notice.tsx";
import styles from "./FailureNotice.module.css";
import { failureText } from "./failureMessages.ts";

export function FailureNotice(props: { failure: Failure; actions?: ReactNode }) {
  const { what, why, quote, next } = failureText(props.failure);
  return (
    <Notice severity="error" title={what} actions={props.actions}>
      <p className={styles.why}>{why}</p>
      {quote && <pre className={styles.quote}>{quote}</pre>}
      <ol className={styles.next}>
        {next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Notice>
  );
}

/** Renders the title of a failure as inline text. */
export function FailureTitle({ failure }: { failure: Failure }) {
  return failureText(failure).what;
}
