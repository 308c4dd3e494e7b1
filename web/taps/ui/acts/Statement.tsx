/** One sentence about the client of a tap, with the rows of Traffic that prove it. */
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ActStatement } from "../../../../shared/messages/clientActText.ts";
import type { CauseStatement } from "../../../../shared/messages/clients/silenceCauseText.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { type State, StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./ClientActs.module.css";

export interface StatementProps {
  readonly statement: ActStatement;
  /** Renders rows of Traffic by their numbers. */
  readonly renderEvidence: (seqs: readonly number[]) => ReactNode;
}

const glyphs: Readonly<Record<ActStatement["state"], State>> = {
  failed: "failed",
  warning: "warning",
  open: "running",
  ok: "ok",
  "not-seen": "not-applicable",
};

/** A failed one shows its rows at once; the others on request. */
export function Statement(props: StatementProps) {
  const { state, sentence, detail, seqs, causes = [] } = props.statement;
  const [isOpen, setOpen] = useState<boolean>();
  const shown = isOpen ?? state === "failed";
  return (
    <li className={styles.statement}>
      <div className={styles.line}>
        <StateGlyph state={glyphs[state]} label={state === "ok" ? "done" : state} />
        <Stack gap={1} className={styles.words}>
          <Text weight={state === "failed" ? "strong" : "medium"}>{sentence}</Text>
        </Stack>
        <Text size="small" tone="muted" isNumeric>
          {detail}
        </Text>
        {seqs.length > 0 && (
          <button
            type="button"
            aria-expanded={shown}
            aria-label={`Evidence: ${sentence}`}
            className={styles.toggle}
            onClick={() => setOpen(!shown)}
          >
            {formatCount(seqs.length, "row")}
            <ChevronRight aria-hidden="true" className={styles.chevron} />
          </button>
        )}
      </div>
      {causes.length > 0 && <KnownCauses causes={causes} />}
      {shown && seqs.length > 0 && (
        <div className={styles.evidence}>{props.renderEvidence(seqs)}</div>
      )}
    </li>
  );
}

/** Known causes of what a client has not done, with links to the threads that report them. */
function KnownCauses({ causes }: { readonly causes: readonly CauseStatement[] }) {
  return (
    <ul aria-label="Known causes" className={styles.causes}>
      {causes.map(({ sentence, sources }) => (
        <Text key={`${sentence} ${sources[0]?.url}`} as="li" size="small" tone="muted">
          {sentence}{" "}
          {sources.map(({ title, url, date }, index) => (
            <span key={url}>
              {index > 0 && ", "}
              <a href={url} target="_blank" rel="noreferrer" title={`${title}, ${date}`}>
                {title}
              </a>
            </span>
          ))}
        </Text>
      ))}
    </ul>
  );
}
