/** Measures how long a filter of Traffic takes over 100,000 messages: until the first rows, and until all. */
import { encodeText } from "../../shared/core/bytes.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { parseFilter } from "../../shared/log/filter.ts";
import { classify } from "../../shared/protocol/jsonRpc.ts";
import { createLogIndex } from "../../web/traffic/ui/messages/logIndex.ts";
import { createRowList } from "../../web/traffic/ui/messages/rowList.ts";
import { createSteppedRowList } from "../../web/traffic/ui/messages/steppedRowList.ts";
import { type Figure, round } from "./figure.ts";

const calls = 50_000;
const filters = ["tool7", "tool:tool7 or is:problem", "/tool4[0-9]/", "text-that-is-not-there"];

export async function filteredTraffic(): Promise<Figure[]> {
  const log = callsOf(calls);
  const index = createLogIndex();
  index.update(log.snapshot());
  const figures: Figure[] = [];
  for (const text of filters) {
    const filter = parseFilter(text);
    const start = performance.now();
    const list = createSteppedRowList(
      (from) => createRowList(index, filter, undefined, from),
      () => performance.now(),
    );
    let longest = 0;
    list.update(log.snapshot());
    const first = performance.now() - start;
    const stop = list.subscribe(() => {});
    while (list.isBehind()) {
      const before = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - before);
    }
    stop();
    const name = `100,000 messages, ${text}`;
    const add = (what: string, value: number, goal: string) =>
      figures.push({ name: `${name}: ${what}`, value: round(value), unit: "ms", goal });
    add("newest rows", first, "<= 100");
    add("all rows", performance.now() - start, "usable");
    add("longest slice", longest, "<= 50");
  }
  return figures;
}

/** A log of calls and their answers; one of a hundred failed. */
function callsOf(count: number) {
  let now = 0;
  const log = createEventLog({ now: () => ++now });
  const facts = {
    carrier: "stdio",
    batch: false,
    connectionId: "c",
    exchangeId: undefined,
  } as const;
  const append = (direction: "in" | "out", body: object) => {
    const message = { jsonrpc: "2.0", ...body };
    log.append(
      { kind: "message", direction, heads: [classify(message)], ...facts },
      encodeText(JSON.stringify(message)),
    );
  };
  for (let id = 0; id < count; id++) {
    const content = [{ type: "text", text: `answer ${id}` }];
    append("out", { id, method: "tools/call", params: { name: `tool${id % 50}` } });
    append("in", { id, result: { content, isError: id % 100 === 0 } });
  }
  return log;
}
