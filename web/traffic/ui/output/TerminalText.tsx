/** Renders a line with ANSI colours. */
import { type CSSProperties, useMemo } from "react";
import styles from "./TerminalText.module.css";
import { type StyledText, terminalRuns } from "./terminalColour.ts";

/** @param props.text with SGR sequences (colours, styles) and no other escape sequence */
export function TerminalText({ text }: { text: string }) {
  const runs = useMemo(() => terminalRuns(text), [text]);
  return runs.map((run, index) => {
    const key = `${index} ${run.text.length}`;
    return isPlain(run) ? (
      run.text
    ) : (
      <span
        key={key}
        className={styles.run}
        data-coloured={run.colour !== undefined || undefined}
        data-ground={run.ground !== undefined || undefined}
        data-bold={run.isBold || undefined}
        data-faint={run.isFaint || undefined}
        data-italic={run.isItalic || undefined}
        data-underlined={run.isUnderlined || undefined}
        style={{ "--run": run.colour, "--run-ground": run.ground } as CSSProperties}
      >
        {run.text}
      </span>
    );
  });
}

function isPlain(run: StyledText): boolean {
  const { text: _, ...look } = run;
  return !Object.values(look).some(Boolean);
}
