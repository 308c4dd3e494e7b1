/** Compares a call's result with the one from before the server restarted or the resource changed. */
import { JsonView } from "../../../../editor/JsonView.tsx";
import { useValueText } from "../../../../editor/useValueText.ts";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import type { DoneRun } from "../../../store/run.ts";
import styles from "./Outcome.module.css";

/** @param props.done the newer one; nothing is drawn where it has none before it */
export function EarlierResult({ done }: { done: DoneRun }) {
  return done.before && <Comparison done={done} earlier={done.before} />;
}

function Comparison({ done, earlier }: { done: DoneRun; earlier: DoneRun }) {
  const before = useComparable(earlier);
  const now = useComparable(done);
  if (before === undefined || now === undefined) return null;
  const isSame = before === now;
  const isRestarted =
    earlier.connectionId === undefined || earlier.connectionId !== done.connectionId;
  const time = isRestarted ? "Before the restart" : "Before";
  return (
    <section aria-label="Earlier result" className={styles.earlier}>
      <Disclosure
        key={done.seq}
        level={4}
        title={`${time}: ${isSame ? "the same" : "different"}`}
        startsOpen={!isSame}
      >
        <JsonView text={before} label="Earlier result" pretty />
      </Disclosure>
    </section>
  );
}

/** The comparable part of a response; undefined if there is none, or it is being looked for. */
function useComparable({ outcome }: DoneRun): string | undefined {
  const { text, paths, value } = comparableOf(outcome);
  return useValueText(text, paths, value);
}

function comparableOf(outcome: DoneRun["outcome"]) {
  switch (outcome.kind) {
    case "result":
      return { ...outcome.answer, paths: [outcome.answer.path], value: outcome.value };
    case "error":
      return { ...outcome.answer, paths: [["error"]], value: outcome.error };
    default:
      return { text: "", paths: [], value: undefined };
  }
}
