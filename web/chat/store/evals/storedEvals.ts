/** Stores eval suites and the results of their runs, encrypted, beside the conversations. */
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";
import type { EvalResult, SuiteDocument } from "./evalDocuments.ts";

/** Older results are removed. */
const maxResults = 100;

const suitePrefix = "suite ";
const resultPrefix = "eval ";

interface StoredEvals {
  read(): Promise<{
    readonly suites: readonly SuiteDocument[];
    /** Oldest first. */
    readonly results: readonly EvalResult[];
  }>;
  writeSuite(suite: SuiteDocument): void;
  writeResult(result: EvalResult): void;
  removeSuite(id: string, results: readonly EvalResult[]): void;
}

export function createStoredEvals(items: SealedItems): StoredEvals {
  const all = async <Value>(prefix: string): Promise<Value[]> => {
    const names = (await items.names()).filter((name) => name.startsWith(prefix));
    const values = await Promise.all(names.map((name) => items.read(name)));
    return values.filter((value) => value !== undefined) as Value[];
  };
  return {
    async read() {
      const suites = await all<SuiteDocument>(suitePrefix);
      const results = (await all<EvalResult>(resultPrefix)).sort((a, b) => a.at - b.at);
      const old = results.splice(0, Math.max(0, results.length - maxResults));
      for (const { id } of old) await items.remove(resultPrefix + id);
      return { suites, results };
    },
    writeSuite: (suite) => void items.write(suitePrefix + suite.id, suite),
    writeResult: (result) => void items.write(resultPrefix + result.id, result),
    removeSuite(id, results) {
      void items.remove(suitePrefix + id);
      for (const result of results) void items.remove(resultPrefix + result.id);
    },
  };
}
