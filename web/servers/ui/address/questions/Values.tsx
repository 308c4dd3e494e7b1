/** Lists variables or headers: only values that the user typed or that the relay's environment has are hidden. */
import { type ShownText, uncovered } from "../../../../../shared/core/text/shownText.ts";
import { ExactList } from "../../../../content/ExactList.tsx";
import { ExactText } from "../../../../content/ExactText.tsx";
import type { ApprovedServer } from "../../../store/configured/configuredApprovals.ts";
import type { ShownValue } from "../../../store/valueOrigins.ts";
import styles from "./Questions.module.css";

/** The differences from the definition that was approved last. */
export interface ServerDefinitionChange {
  readonly before: ApprovedServer | undefined;
  /** Variables or headers with other values. */
  readonly variables: readonly string[];
  /** The URL as its author wrote it. */
  readonly url?: string;
}

interface ValuesProps {
  readonly values: readonly ShownValue[];
  /** Between a name and its value. */
  readonly separator: string;
  /** What is listed, in the plural. */
  readonly noun: string;
  /** The text for an empty list. */
  readonly none: string;
  readonly change?: ServerDefinitionChange | undefined;
  readonly isRevealed: boolean;
}

export function Values(props: ValuesProps) {
  const { values, separator, noun, none, change, isRevealed } = props;
  const before = change?.before?.names;
  const names = new Set(values.map(([name]) => name));
  const gone = before?.filter((name) => !names.has(name)) ?? [];
  if (values.length === 0 && gone.length === 0) return none;
  const textOf = (value: string, pieces: ShownText | undefined): ShownText => {
    if (isRevealed) return pieces ? uncovered(pieces) : [value];
    return pieces ?? [{ value, placeholder: "••••••••", isHidden: true }];
  };
  return (
    <ExactList
      noun={noun}
      className={styles.variables}
      items={[
        ...values.map(([name, value, pieces], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one question keep their order
          <li key={index} className={styles.exactly}>
            <ExactText text={name} />
            {separator}
            <ExactText text={textOf(value, pieces)} />
            {change?.variables.includes(name) && (
              <span className={styles.changed}>{before?.includes(name) ? " changed" : " new"}</span>
            )}{" "}
          </li>
        )),
        ...gone.map((name) => (
          <li key={`gone ${name}`} className={styles.exactly}>
            <del>
              <ExactText text={name} />
            </del>
            <span className={styles.changed}> removed</span>{" "}
          </li>
        )),
      ]}
    />
  );
}
