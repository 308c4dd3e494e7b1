/** A small label with a category, a state or a count. */
import type { ReactNode } from "react";
import styles from "./Badge.module.css";

export interface BadgeProps {
  /** `waiting` is a count of what waits for the user. */
  readonly tone?: "neutral" | "accent" | "waiting" | "out" | "in" | "warning" | "violation";
  readonly children: ReactNode;
}

/** The text carries the meaning; the colour only repeats it. */
export function Badge(props: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={props.tone ?? "neutral"}>
      {props.children}
    </span>
  );
}
