/** The light of a server's condition, the same one in the header and in the explorer. */
import { missingStream, type ServerCondition } from "../store/connections/condition.ts";
import styles from "./ConditionLight.module.css";

interface ConditionLightProps {
  readonly condition: ServerCondition;
  /** Whether messages of a tap wait for the user. */
  readonly isWaiting?: boolean;
}

export function ConditionLight({ condition, isWaiting = false }: ConditionLightProps) {
  const hasNoStream = missingStream(condition) !== undefined;
  const isLive = condition.kind === "tap" && condition.isLive;
  return (
    <span
      aria-hidden="true"
      className={styles.light}
      data-kind={isLive ? "connected" : hasNoStream ? "reconnecting" : condition.kind}
      data-waiting={isWaiting || undefined}
    />
  );
}
