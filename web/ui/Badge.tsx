/** A word or a number that says what kind of thing this is. */
import type { ReactNode } from "react";
import styles from "./Badge.module.css";

export interface BadgeProps {
  readonly tone?: "neutral" | "accent" | "out" | "in" | "warning" | "violation";
  readonly children: ReactNode;
}

/** Its words carry the meaning; its colour only repeats it. */
export function Badge(props: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={props.tone ?? "neutral"}>
      {props.children}
    </span>
  );
}
