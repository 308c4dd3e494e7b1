/** Shows whether a model answered a test. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { jsonText, textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { formatMs } from "../../../messages/quantities.ts";
import { useModelStores } from "../../hooks/useModelStores.ts";
import { ModelFailureNotice } from "../generate/ModelFailureNotice.tsx";
import { blocksOf } from "../request/readRequest.ts";
import styles from "./Models.module.css";
import type { ModelTest } from "./useModelTest.ts";

interface TestResultProps {
  readonly test: ModelTest;
  /** Tests again through the relay; absent if the route cannot be changed here. */
  readonly onRelay?: (() => void) | undefined;
}

export function TestResult({ test, onRelay }: TestResultProps) {
  const { models } = useModelStores();
  if (test.kind === "idle") return null;
  if (test.kind === "running") return <p role="status">Testing…</p>;
  const { outcome } = test.end;
  if (outcome.kind === "failed") {
    const reroute = () => {
      models.change({ ...test.model, route: "relay" });
      onRelay?.();
    };
    return (
      <ModelFailureNotice
        model={test.model}
        end={test.end}
        failure={outcome.failure}
        onRelay={onRelay && reroute}
      />
    );
  }
  const text = textOfResult(outcome.reply).trim().slice(0, 200);
  return (
    <p role="status" className={styles.good}>
      Answered in {formatMs(outcome.elapsedMs)} as {textOfJson(outcome.reply.model)}
      {text && `: “${text}”`}
    </p>
  );
}

/** The texts of a result, and its other blocks as JSON text. */
function textOfResult(result: unknown): string {
  return blocksOf(getOwn(result, "content"))
    .map((block) => {
      const text = getOwn(block, "text");
      return getOwn(block, "type") === "text" && typeof text === "string" ? text : jsonText(block);
    })
    .join("\n");
}
