/** Compares two answers for a component. */
import { useEffect, useMemo, useState } from "react";
import type { Comparison } from "../../../../shared/recording/replay/compareAnswers.ts";
import { compare } from "../../store/replay/compare.ts";
import type { ComparedAnswers } from "../../store/replay/compareWorker.ts";

/** @returns undefined while a worker compares them */
export function useComparison({
  recorded,
  fresh,
  rulesText,
}: ComparedAnswers): Comparison | undefined {
  const answers = useMemo(() => ({ recorded, fresh, rulesText }), [recorded, fresh, rulesText]);
  const [compared, setCompared] = useState<{ of: ComparedAnswers; comparison: Comparison }>();

  useEffect(() => {
    const controller = new AbortController();
    void compare(answers, controller.signal).then((comparison) => {
      if (!controller.signal.aborted) setCompared({ of: answers, comparison });
    });
    return () => controller.abort();
  }, [answers]);

  return compared?.of === answers ? compared.comparison : undefined;
}
