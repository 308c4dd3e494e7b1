/** Shows a problem: what is wrong, its likely cause, what to do, and the rule it violates. */
import { CircleX, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { AuthorizationProblem } from "../../../shared/protocol/failures/authorizationProblem.ts";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { authorizationProblemText } from "../messages/authorizationProblemMessages.ts";
import { sections } from "../messages/authorizationSections.ts";
import styles from "./ProblemNote.module.css";
import { SectionLink } from "./SectionLink.tsx";

const signs = {
  violation: { icon: CircleX, word: "Violation" },
  warning: { icon: TriangleAlert, word: "Warning" },
  note: { icon: Info, word: "Note" },
} as const;

export function ProblemNote({
  problem,
  actions,
}: {
  problem: AuthorizationProblem;
  actions?: ReactNode;
}) {
  const { what, why, next } = authorizationProblemText(problem);
  // A flow the user cancelled violates no rule.
  const isCancelled = problem.code === "cancelled";
  const severity = isCancelled ? "note" : problem.severity;
  const { icon: Icon, word } = signs[severity];
  return (
    <Row
      align="stretch"
      role={severity === "violation" ? "alert" : "note"}
      data-severity={severity}
      className={styles.problem}
    >
      <Icon role="img" aria-label={word} className={styles.icon} />
      <Stack gap={1} className={styles.words}>
        <Text as="p" weight="strong">
          {what}
        </Text>
        <p>{why}</p>
        {next.length > 0 && (
          <Stack as="ul" gap={1} className={styles.next}>
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Stack>
        )}
        {!isCancelled && (
          <Text as="p" size="small">
            <SectionLink section={sections[problem.section]} />
          </Text>
        )}
        {actions && (
          <Row wraps className={styles.actions}>
            {actions}
          </Row>
        )}
      </Stack>
    </Row>
  );
}
