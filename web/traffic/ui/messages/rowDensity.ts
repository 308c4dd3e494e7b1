/** Counts the rows of a session over its time. */

import { groupRow } from "./groupRows.ts";
import type { LogIndex } from "./logIndex.ts";
import type { Rows } from "./rowList.ts";
import { isGroup, type RowItem, timeOf } from "./rowTree.ts";

interface DensitySlot {
  readonly count: number;
  /** The worst that a row of the slot is. */
  readonly kind: "plain" | "you" | "failed";
  readonly first: RowItem | undefined;
}

const slotCount = 72;

/** The most rows that are looked at; of more, rows at equal distances stand for the others. */
const maxLooked = 600;

/** @returns one slot per equal part of the session's time; none without rows */
export function densityOf({ top }: Pick<Rows, "top">, index: LogIndex): readonly DensitySlot[] {
  if (top.length === 0) return [];
  const zero = index.zero();
  const span = Math.max(1, index.end() - zero);
  const slots: { -readonly [K in keyof DensitySlot]: DensitySlot[K] }[] = Array.from(
    { length: slotCount },
    () => ({ count: 0, kind: "plain", first: undefined }),
  );
  const stride = Math.ceil(top.length / maxLooked);
  for (let at = 0; at < top.length; at += stride) {
    const item = top[at] as RowItem;
    const place = Math.floor(((timeOf(item) - zero) / span) * slotCount);
    const slot = slots[Math.max(0, Math.min(slotCount - 1, place))];
    if (!slot) continue;
    slot.count += stride;
    slot.first ??= item;
    const kind = kindOf(item, index);
    if (kind === "failed" || slot.kind === "plain") slot.kind = kind;
  }
  return slots;
}

function kindOf(item: RowItem, index: LogIndex): DensitySlot["kind"] {
  if (!isGroup(item) || item.kind === "run") return "plain";
  const { tone, waitsFor } = groupRow(item, index);
  if (tone === "violation" || tone === "warning") return "failed";
  const asks = item.parts.some((part) => isGroup(part) && part.head.direction === "in");
  return asks || waitsFor === "answer" ? "you" : "plain";
}
