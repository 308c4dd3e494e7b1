/** Compares a call's result with the one from before the server restarted. */
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import type { DoneRun } from "../../../stores/invocations/runs.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import styles from "./ResultPane.module.css";

/** @param props.done the newer one; nothing is drawn where it has none before it */
export function EarlierResult({ done }: { done: DoneRun }) {
  const before = done.before && textOf(done.before);
  const now = textOf(done);
  if (before === undefined || now === undefined) return null;
  const isSame = before === now;
  return (
    <section aria-label="Earlier result" className={styles.earlier}>
      <Disclosure
        key={done.seq}
        level={4}
        title={isSame ? "Before the restart: the same" : "Before the restart: different"}
        startsOpen={!isSame}
      >
        <JsonView text={before} label="Earlier result" pretty />
      </Disclosure>
    </section>
  );
}

/** The comparable part of a response; undefined if there is none. */
function textOf({ outcome }: DoneRun): string | undefined {
  switch (outcome.kind) {
    case "result":
      return textAt(outcome.answer.text, outcome.answer.path) ?? JSON.stringify(outcome.value);
    case "error":
      return textAt(outcome.answer.text, ["error"]) ?? JSON.stringify(outcome.error);
    default:
      return undefined;
  }
}
