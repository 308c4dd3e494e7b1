/** A letter in a colour that tells the rows of one server from those of others. */
import type { CSSProperties } from "react";
import styles from "./ServerBadge.module.css";

interface ServerBadgeProps {
  readonly text: string;
  /** From 1; six colours repeat. */
  readonly number: number;
  /** The name of the server. */
  readonly name: string;
}

const colours = 6;

export function ServerBadge({ text, number, name }: ServerBadgeProps) {
  const style: CSSProperties & { "--server": string } = {
    "--server": `var(--server-${((number - 1) % colours) + 1})`,
  };
  return (
    <span role="img" aria-label={name} title={name} className={styles.badge} style={style}>
      {text}
    </span>
  );
}
