/** Compares a call's result with the one from before the server restarted or the resource changed. */
import { useResultDifference } from "../../../../content/useResultDifference.tsx";
import { useValueText } from "../../../../editor/useValueText.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { runTime } from "../../../messages/runMessages.ts";
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
  return <Difference done={done} earlier={earlier} before={before} now={now} />;
}

/** UTF-16 code units of a result that are compared. */
const maxLength = 500_000;

interface DifferenceProps {
  readonly done: DoneRun;
  readonly earlier: DoneRun;
  /** The texts of the two. */
  readonly before: string;
  readonly now: string;
}

function Difference({ done, earlier, before, now }: DifferenceProps) {
  const { clock } = useStores();
  const titles = [earlier, done].map((run) => runTime(run, clock.now())) as [string, string];
  const { control, difference } = useResultDifference(
    before.slice(0, maxLength),
    now.slice(0, maxLength),
    titles,
  );
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
        {control}
        {difference}
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
