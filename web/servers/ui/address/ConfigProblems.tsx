/** Lists problems in the configuration files that the relay was started with. */
import { useState } from "react";
import { useStore } from "zustand";
import { configProblemText } from "../../../../shared/messages/configProblemText.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import styles from "./ConfigProblems.module.css";

/** Shown until it is dismissed or the problems are fixed; new problems show it again. */
export function ConfigProblems() {
  const { configured } = useStores().servers;
  const problems = useStore(configured.state, (state) => state.problems);
  const [dismissed, setDismissed] = useState("");
  const text = JSON.stringify(problems);
  if (problems.length === 0 || text === dismissed) return null;
  const files = new Set(problems.map(({ source }) => source));
  return (
    <Notice
      severity="warning"
      title={
        files.size === 1 ? `${[...files][0]} has a problem` : `${files.size} files have problems`
      }
      onDismiss={() => setDismissed(text)}
    >
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={JSON.stringify(problem)}>
            {files.size > 1 && `${problem.source}: `}
            {problem.line !== undefined && `Line ${problem.line}, column ${problem.column}: `}
            {configProblemText(problem)}
          </li>
        ))}
      </ul>
      It is read again when it is saved; the other servers can be used.
    </Notice>
  );
}
