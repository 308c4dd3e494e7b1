/** Words for assistive technology only. */
import type { ReactNode } from "react";
import styles from "./VisuallyHidden.module.css";

/** @param props.role such as `status`, for words that are announced when they change */
export function VisuallyHidden(props: { children: ReactNode; role?: "status" | "alert" }) {
  return (
    <span className={styles.hidden} {...(props.role && { role: props.role })}>
      {props.children}
    </span>
  );
}
