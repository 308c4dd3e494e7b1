// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareQuery } from "../../../../shared/core/text/fuzzyMatch.ts";
import { readItem } from "../../store/catalog/items.ts";
import { useRankedItems } from "./useRankedItems.ts";

const tools = (count: number) =>
  Array.from({ length: count }, (_, at) => readItem("tool", { name: `tool-${at}` }));

/** Renders the hook, and keeps everything that it returned. */
function rank(count: number) {
  const all = tools(count);
  const shown: string[] = [];
  const { rerender, result } = renderHook(
    ({ words }) => {
      const ranked = useRankedItems(all, words);
      shown.push(`${ranked.words.join(" ")}: ${ranked.items.length}`);
      return ranked;
    },
    { initialProps: { words: prepareQuery("") } },
  );
  const filter = (query: string) => act(() => rerender({ words: prepareQuery(query) }));
  return { filter, shown, result };
}

test("thousands of items are ranked when they are drawn, and drawn once", () => {
  const { filter, shown, result } = rank(2_000);
  filter("tool-1999");
  expect(shown).toEqual([": 2000", "tool-1999: 1"]);
  expect(result.current.items[0]?.name).toBe("tool-1999");
});

// letters in order match, too: 38 names have these
test("while a very long list is ranked, the earlier result is shown with its own words", async () => {
  const { filter, shown } = rank(20_000);
  filter("tool-1999");
  await waitFor(() => expect(shown.at(-1)).toBe("tool-1999: 38"));
  filter("tool-19999");
  await waitFor(() => expect(shown.at(-1)).toBe("tool-19999: 1"));
  expect([...new Set(shown)]).toEqual([": 20000", "tool-1999: 38", "tool-19999: 1"]);
});

test("a filter after an earlier one that was cleared begins with the whole list", async () => {
  const { filter, shown } = rank(20_000);
  filter("tool-1999");
  await waitFor(() => expect(shown.at(-1)).toBe("tool-1999: 38"));
  filter("");
  expect(shown.at(-1)).toBe(": 20000");
  shown.length = 0;
  filter("tool-7777");
  await waitFor(() => expect(shown.at(-1)).toBe("tool-7777: 2"));
  expect(shown).not.toContain("tool-1999: 38");
});
