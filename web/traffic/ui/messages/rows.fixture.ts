/** A log of messages whose rows are read as texts. */
import { encodeText } from "../../../../shared/core/bytes.ts";
import type { Direction, EntryDraft, Initiator, TapChange } from "../../../../shared/log/entry.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import { parseFilter } from "../../../../shared/log/filter.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";
import { itemRow } from "./groupRows.ts";
import { createLogIndex } from "./logIndex.ts";
import { createRowList } from "./rowList.ts";
import { isGroup, type RowItem } from "./tree/rowGroup.ts";

/** A row as text, with the rows that it opens to. */
export type RowText = string | RowTexts;

/** The text of a group, then those of its parts. */
export interface RowTexts extends ReadonlyArray<RowText> {}

export interface MessageOptions {
  /** The HTTP exchange; without one the message is a line of stdio. */
  readonly exchangeId?: string;
  /** Milliseconds; one more than the last by default. */
  readonly at?: number;
  readonly connectionId?: string;
  readonly queued?: "connections";
  readonly initiator?: Initiator;
  readonly change?: TapChange;
}

export function createRowScene(filterText = "") {
  let now = 0;
  const log = createEventLog({ now: () => ++now });
  const index = createLogIndex();
  const list = createRowList(index, parseFilter(filterText));

  const append = (draft: object, { at, connectionId = "c", exchangeId }: MessageOptions = {}) =>
    log.append(
      { exchangeId, connectionId, direction: "none", ...draft } as unknown as EntryDraft,
      undefined,
      connectionId,
      at,
    );
  const message = (direction: Direction, body: object, options: MessageOptions = {}) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...body });
    const { heads, batch } = decodeMessages(text);
    const { exchangeId, connectionId = "c", at, queued, initiator, change } = options;
    const http = { method: "POST", url: "http://a.test/mcp", headers: [] };
    const isPost = exchangeId !== undefined && direction === "out";
    const draft = {
      kind: "message",
      carrier: exchangeId === undefined ? "stdio" : isPost ? "http" : "sse",
      direction,
      connectionId,
      exchangeId,
      heads,
      batch,
      ...(isPost ? { http } : {}),
      ...(queued ? { queued } : {}),
      ...(initiator ? { initiator } : {}),
      ...(change ? { change } : {}),
    };
    return log.append(draft as unknown as EntryDraft, encodeText(text), connectionId, at);
  };
  const rows = () => {
    index.update(log.snapshot());
    return list.update(log.snapshot());
  };
  const textOf = (item: RowItem): RowText => {
    const row = itemRow(item, index);
    const count = row && "count" in row && row.count !== undefined ? `×${row.count}` : "";
    const state = row?.state && `(${row.state.words})`;
    const parts = [row?.method, count, row?.subject, row?.summary, state].filter(Boolean);
    const text = parts.join(" ");
    return isGroup(item) && item.parts.length > 0 ? [text, ...item.parts.map(textOf)] : text;
  };
  return {
    log,
    index,
    append,
    out: (body: object, options?: MessageOptions) => message("out", body, options),
    received: (body: object, options?: MessageOptions) => message("in", body, options),
    rows,
    texts: () => rows().top.map(textOf),
  };
}
