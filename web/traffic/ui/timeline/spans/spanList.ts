/** The spans of the rows that pass the filter, read again only where a row changed. */
import type { Entry } from "../../../../../shared/log/entry.ts";
import type { LogIndex } from "../../messages/logIndex.ts";
import type { Rows } from "../../messages/rowList.ts";
import { isGroup, type RowItem } from "../../messages/tree/rowGroup.ts";
import { itemSpans, type Span } from "./spans.ts";

export interface SpanList {
  /**
   * Reads the rows; those that did not change since the last call take next to no time.
   * @param isDue whether to stop here; the next call continues
   * @returns whether all rows were read
   */
  read(rows: Pick<Rows, "top">, isDue: () => boolean): boolean;
  /** How many rows the last call had read. */
  done(): number;
  /** Of all rows; the same object while nothing changed. */
  spans(): readonly Span[];
  /** Whether the rows have something of an HTTP exchange. */
  hasExchange(exchangeId: string): boolean;
}

interface ReadItem {
  readonly item: RowItem;
  readonly version: number;
  /** Whether something of it goes on, which can end without a change of the row. */
  readonly isOpen: boolean;
  readonly spans: readonly Span[];
  readonly exchangeIds: ReadonlySet<string>;
}

/** Rows between two reads of the clock. */
const rowsPerLook = 16;

/** @param index has read the log at least up to the newest row */
export function createSpanList(index: LogIndex): SpanList {
  let items: ReadItem[] = [];
  /** Finds rows that moved. */
  const known = new WeakMap<RowItem, ReadItem>();
  let next = 0;
  /** The rows with which the reading began that is not at its end. */
  let begun: Pick<Rows, "top"> | undefined;
  let isChanged = true;
  let spans: readonly Span[] = [];
  let exchangeIds = new Set<string>();

  const readItem = (item: RowItem, at: number) => {
    const version = versionOf(item, index);
    const before = items[at]?.item === item ? items[at] : known.get(item);
    if (before && before.version === version && !before.isOpen) {
      if (items[at] === before) return;
      items[at] = before;
    } else {
      const own = itemSpans(item, index);
      const isOpen = own.some(({ end }) => end === undefined);
      const made = { item, version, isOpen, spans: own, exchangeIds: exchangesIn(item) };
      items[at] = made;
      known.set(item, made);
    }
    isChanged = true;
  };

  return {
    read(rows, isDue) {
      const { top } = rows;
      begun ??= rows;
      while (next < top.length) {
        readItem(top[next] as RowItem, next);
        next++;
        if (next % rowsPerLook === 0 && isDue()) return false;
        // the rows before may have changed since then
        if (next === top.length && begun !== rows) {
          begun = rows;
          next = 0;
        }
      }
      if (items.length > top.length) {
        items = items.slice(0, top.length);
        isChanged = true;
      }
      begun = undefined;
      next = 0;
      return true;
    },
    done: () => next,
    spans() {
      if (!isChanged) return spans;
      isChanged = false;
      const all: Span[] = [];
      exchangeIds = new Set();
      for (const { spans: own, exchangeIds: ids } of items) {
        for (const span of own) all.push(span);
        for (const id of ids) exchangeIds.add(id);
      }
      spans = all;
      return spans;
    },
    hasExchange: (exchangeId) => exchangeIds.has(exchangeId),
  };
}

/** Grows with each change of what a row shows. */
function versionOf(item: RowItem, index: LogIndex): number {
  if (isGroup(item)) return item.version;
  return item.kind === "connection" && index.ready(item.connectionId) ? 1 : 0;
}

const noIds: ReadonlySet<string> = new Set();

/** The exchanges of which a row has something that the server sent. */
function exchangesIn(item: RowItem): ReadonlySet<string> {
  if (!isGroup(item)) return isReceived(item) ? new Set([item.exchangeId]) : noIds;
  const ids = new Set<string>();
  const add = (one: RowItem) => {
    const entry = isGroup(one) ? one.head : one;
    if (isReceived(entry) || (isGroup(one) && one.isHeadShown && hasExchangeId(entry))) {
      ids.add(entry.exchangeId);
    }
    if (isGroup(one)) one.parts.forEach(add);
  };
  add(item);
  return ids.size > 0 ? ids : noIds;
}

type OfExchange = Entry & { readonly exchangeId: string };

const hasExchangeId = (entry: Entry): entry is OfExchange => entry.exchangeId !== undefined;
const isReceived = (entry: Entry): entry is OfExchange =>
  entry.direction === "in" && hasExchangeId(entry);
