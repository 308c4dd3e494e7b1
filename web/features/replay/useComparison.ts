/** Compares two answers for a component. */
import { useEffect, useMemo, useState } from "react";
import type { Comparison } from "../../../shared/recording/replay/compareAnswers.ts";
import { compareLater, compareNow } from "../../stores/replay/compare.ts";
import type { Answers } from "../../stores/replay/compareWorker.ts";

/** @returns undefined while a worker compares them */
export function useComparison({ recorded, fresh, rulesText }: Answers): Comparison | undefined {
  const answers = useMemo(() => ({ recorded, fresh, rulesText }), [recorded, fresh, rulesText]);
  const now = useMemo(() => compareNow(answers), [answers]);
  const [later, setLater] = useState<{ of: Answers; comparison: Comparison }>();
  const isLater = now === undefined;

  useEffect(() => {
    if (!isLater) return;
    let isWanted = true;
    void compareLater(answers).then((comparison) => {
      if (isWanted) setLater({ of: answers, comparison });
    });
    return () => {
      isWanted = false;
    };
  }, [isLater, answers]);

  return now ?? (later?.of === answers ? later.comparison : undefined);
}
