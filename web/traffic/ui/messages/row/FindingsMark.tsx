/** Shows how many findings a row has, with a shape for the most serious one. */
import { Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { Finding } from "../../../../../shared/lint/finding.ts";
import { formatCount } from "../../../../messages/quantities.ts";
import { VisuallyHidden } from "../../../../ui/VisuallyHidden.tsx";
import styles from "./FindingsMark.module.css";

type Severity = Finding["severity"];

const severities: readonly Severity[] = ["violation", "warning", "note"];
const signs = { violation: OctagonAlert, warning: TriangleAlert, note: Info } as const;

/** @param props.findings at least one */
export function FindingsMark(props: { findings: readonly Finding[] }) {
  const { findings } = props;
  const counts = severities.map(
    (severity) => findings.filter((finding) => finding.severity === severity).length,
  );
  const worst = severities[counts.findIndex((count) => count > 0)] ?? "note";
  const words = severities
    .map((severity, at) => [counts[at] ?? 0, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => formatCount(count, severity))
    .join(", ");
  return (
    <span className={styles.mark} data-severity={worst} title={words}>
      <SeveritySign severity={worst} />
      <span aria-hidden="true">{findings.length}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

/** The shape of a severity, hidden from assistive technology. */
export function SeveritySign(props: { severity: Severity }) {
  const Sign = signs[props.severity];
  return <Sign aria-hidden="true" className={styles.sign} data-severity={props.severity} />;
}
