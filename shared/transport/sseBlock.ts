/** Reads the fields of the blocks of an event stream. */

/** What one block said; a block of comments alone has neither data nor id. */
export interface SseBlock {
  /** The event's type; `message` where none was named. */
  readonly event: string;
  /** The data lines joined; undefined where the block has none. */
  readonly data: string | undefined;
  readonly id: string | undefined;
  /** Milliseconds the server asks to wait before reconnecting. */
  readonly retry: number | undefined;
  readonly comments: readonly string[];
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const noComments: readonly string[] = [];

/**
 * Makes a reader for the blocks of one stream, in order.
 * @returns a function from the text of a whole block, blank line included, to its fields
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createSseReader(): (text: string) => SseBlock {
  let isFirst = true;
  return (text) => {
    const begin = isFirst && text.startsWith("\u{feff}") ? 1 : 0;
    isFirst = false;
    return readFields(text, begin);
  };
}

function readFields(text: string, begin: number): SseBlock {
  const block: Writable<SseBlock> = {
    event: "message",
    data: undefined,
    id: undefined,
    retry: undefined,
    comments: noComments,
  };
  let isEnded = false;
  if (text.includes("\r")) {
    const lines = text.slice(begin).split(/\r\n|\r|\n/);
    // what follows the last line end was never ended
    lines.pop();
    for (const line of lines) readLine(line, block);
    isEnded = lines.at(-1) === "";
  } else {
    for (let end = text.indexOf("\n", begin); end >= 0; end = text.indexOf("\n", begin)) {
      isEnded = end === begin;
      if (!isEnded) readLine(text.slice(begin, end), block);
      begin = end + 1;
    }
  }
  if (!isEnded) block.data = block.id = undefined;
  return block;
}

function readLine(line: string, block: Writable<SseBlock>): void {
  const colon = line.indexOf(":");
  const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
  switch (colon < 0 ? line : line.slice(0, colon)) {
    case "data":
      block.data = block.data === undefined ? value : `${block.data}\n${value}`;
      break;
    case "event":
      block.event = value || "message";
      break;
    case "id":
      if (!value.includes("\0")) block.id = value;
      break;
    case "retry":
      if (/^\d+$/.test(value)) block.retry = Number.parseInt(value, 10);
      break;
    case "":
      // a blank line has no colon
      if (colon === 0) block.comments = [...block.comments, value];
  }
}
