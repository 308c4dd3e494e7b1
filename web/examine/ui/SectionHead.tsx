/** The head of a section of Examine: which section it is, and what can be done in it. */
import type { ReactNode } from "react";
import { Row } from "../../ui/primitives/Layout.tsx";
import styles from "./Examine.module.css";

interface SectionHeadProps {
  /** The choice of what is examined. */
  readonly sections: ReactNode;
  readonly children?: ReactNode;
}

export function SectionHead({ sections, children }: SectionHeadProps) {
  return (
    <Row wraps className={styles.head}>
      {sections}
      {children}
    </Row>
  );
}
