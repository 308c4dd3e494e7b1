/** Lists the findings of one message: what is wrong, where, and the rule's section. */
import type { Finding } from "../../../../shared/lint/finding.ts";
import { findingText } from "../../../../shared/messages/findingText.ts";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { SeveritySign } from "../messages/row/FindingsMark.tsx";
import styles from "./FindingList.module.css";

/** @param props.findings at least one */
export function FindingList(props: { findings: readonly Finding[] }) {
  return (
    <ul aria-label="Findings" className={styles.findings}>
      {props.findings.map(({ code, evidence, pointer, severity, specUrl }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
        <li key={at} className={styles.finding}>
          <SeveritySign severity={severity} />
          <p>
            <VisuallyHidden>{`${severity}: `}</VisuallyHidden>
            {findingText({ code, evidence })}{" "}
            {pointer && <code className={styles.place}>{pointer}</code>}{" "}
            <a href={specUrl} target="_blank" rel="noreferrer" title={code}>
              {linkErrorText(specUrl)}
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

function linkErrorText(url: string): string {
  return url.includes("modelcontextprotocol.io") ? "Specification" : new URL(url).hostname;
}
