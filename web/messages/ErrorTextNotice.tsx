/** Renders an error message as a notice: what happened, why, what to do. */
import type { ReactNode } from "react";
import { Notice } from "../ui/Notice.tsx";
import styles from "./ErrorTextNotice.module.css";
import type { ErrorText } from "./errorText.ts";

export function ErrorTextNotice(props: {
  text: ErrorText;
  actions?: ReactNode;
  severity?: "warning" | "error";
}) {
  const { what, why, quote, next } = props.text;
  return (
    <Notice severity={props.severity ?? "error"} title={what} actions={props.actions}>
      {why && <p className={styles.why}>{why}</p>}
      {quote && <pre className={styles.quote}>{quote}</pre>}
      {next.length > 1 ? (
        <ol className={styles.next}>
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : (
        <p className={styles.why}>{next}</p>
      )}
    </Notice>
  );
}
