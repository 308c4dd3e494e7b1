/** Lists the messages that show a cause; each leads to its row in Traffic. */

import { useEffect, useState } from "react";
import { decodeText } from "../../../shared/core/bytes.ts";
import { importantLine } from "../../../shared/core/text/errorOutput.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { Entry } from "../../../shared/log/entry.ts";
import { entryAt } from "../../../shared/log/eventLog.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./DiagnosisPanel.module.css";

/** Entries that are listed; a search over many addresses has more. */
const maximumEntries = 8;
/** Bytes of output that are searched for the line that matters. */
const maximumBytes = 10_000;

export function FindingEvidence({ seqs }: { seqs: readonly number[] }) {
  const { traffic } = useStores();
  const snapshot = traffic.log.snapshot();
  const known = seqs
    .map((seq) => entryAt(snapshot, seq))
    .filter((entry) => entry !== undefined)
    .slice(0, maximumEntries);
  if (known.length === 0) return null;
  return (
    <ul aria-label="Evidence" className={styles.evidence}>
      {known.map((entry) => (
        <li key={entry.seq}>
          <EvidenceLine entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function EvidenceLine({ entry }: { entry: Entry }) {
  const { traffic, view } = useStores();
  const [body, setBody] = useState("");
  const head = headText(entry);
  useEffect(() => {
    let isCurrent = true;
    if (head !== undefined) return;
    traffic.log.read(entry.seq).then(
      (bytes) => {
        const text = decodeText(bytes.subarray(0, maximumBytes));
        if (isCurrent) setBody(importantLine(text) ?? "");
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [traffic.log, entry.seq, head]);
  const arrow = entry.direction === "out" ? "→" : entry.direction === "in" ? "←" : "·";
  return (
    <Button variant="quiet" size="small" onPress={() => view.showEntry(entry.seq)}>
      <span className={styles.line}>
        {arrow} {head ?? escapeHidden(body)}
      </span>
    </Button>
  );
}

function headText(entry: Entry): string | undefined {
  switch (entry.kind) {
    case "http-request":
      return `${entry.http.method} ${entry.http.url}`;
    case "http-response":
      return `${entry.http.status} ${escapeHidden(entry.http.statusText)}`.trim();
    case "http-end":
      return `the exchange is ${entry.outcome}`;
    case "process":
      return entry.event.kind === "exited"
        ? `exited with code ${entry.event.code}`
        : entry.event.kind;
    default:
      return undefined;
  }
}
