/** Text for assistive technology only. */
import type { ReactNode } from "react";
import styles from "./VisuallyHidden.module.css";

/** @param props.role live region role, for text that is announced when it changes */
export function VisuallyHidden(props: {
  children: ReactNode;
  role?: "status" | "alert";
  id?: string;
}) {
  return (
    <span id={props.id} className={styles.hidden} {...(props.role && { role: props.role })}>
      {props.children}
    </span>
  );
}
