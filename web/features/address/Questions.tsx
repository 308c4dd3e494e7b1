/** Asks before a process is started or a link's server is contacted, and for what a configured one needs. */
import { formatCommandLine } from "../../../shared/share/commandLine.ts";
import type { StdioTarget, Target } from "../../../shared/share/target.ts";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import type { Question } from "../../session/workspace.ts";
import { AlertDialog } from "../../ui/AlertDialog.tsx";
import { InputsQuestion } from "./InputsQuestion.tsx";
import styles from "./Questions.module.css";

export function Questions({ question }: { question: Question }) {
  const runtime = useRuntime();
  if (question.kind === "inputs") return <InputsQuestion server={question.server} />;
  const starts = question.kind === "start";
  return (
    <AlertDialog
      title={starts ? "Start command?" : "Connect?"}
      confirmLabel={starts ? "Start" : "Connect"}
      initialFocus="confirm"
      isOpen
      onConfirm={() => runtime.answerQuestion(true)}
      onCancel={() => runtime.answerQuestion(false)}
    >
      {question.kind === "start" ? (
        <StartQuestion target={question.target} />
      ) : (
        <ConnectQuestion target={question.target} />
      )}
    </AlertDialog>
  );
}

function StartQuestion({ target }: { target: StdioTarget }) {
  const names = Object.keys(target.env ?? {});
  return (
    <>
      <p>The relay starts this program on your machine, with your rights:</p>
      <pre className={styles.exact}>{formatCommandLine(target.command, target.args)}</pre>
      <p className={styles.more}>
        Directory: {target.cwd ? <code>{target.cwd}</code> : "where the relay was started"}.{" "}
        {names.length > 0 ? (
          <>
            Environment: <code>{names.join(", ")}</code>.
          </>
        ) : (
          "Environment: nothing of yours beyond PATH and the like."
        )}
      </p>
    </>
  );
}

function ConnectQuestion({ target }: { target: Target }) {
  if (target.kind !== "http") return null;
  return (
    <>
      <p>
        The address came from a link. Connecting sends requests to{" "}
        <strong>{new URL(target.url).host}</strong>:
      </p>
      <pre className={styles.exact}>{target.url}</pre>
    </>
  );
}
