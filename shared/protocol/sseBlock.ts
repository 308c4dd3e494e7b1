/** Parses the fields of server-sent event blocks. */

/** The fields of one block; a block of only comments has neither data nor id. */
export interface SseBlock {
  /** The event's type; `message` where it has none. */
  readonly event: string;
  /** The data lines joined; undefined if the block has none. */
  readonly data: string | undefined;
  readonly id: string | undefined;
  /** Milliseconds the server asks to wait before reconnecting. */
  readonly retry: number | undefined;
  readonly comments: readonly string[];
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const noComments: readonly string[] = [];

/** A block as a range of a text, with its blank line. */
export interface BlockText {
  readonly text: string;
  readonly begin: number;
  readonly end: number;
  /** Whether all lines are known to end in LF; where false, the text must hold only this block. */
  readonly isPlain: boolean;
}

/** Parses a text that holds one block. */
export function readSseBlock(text: string): SseBlock {
  return createSseReader()({ text, begin: 0, end: text.length, isPlain: false });
}

/**
 * Creates a parser for the blocks of one stream, in order.
 * @returns a function from the text of a block to its fields
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createSseReader(): (block: BlockText) => SseBlock {
  let isFirst = true;
  return (block) => {
    const begin =
      block.begin + (isFirst && block.text.charCodeAt(block.begin) === byteOrderMark ? 1 : 0);
    isFirst = false;
    return readFields(block, begin);
  };
}

const defaultEvent = "event: message";
const letterD = 100;
const letterE = 101;
const byteOrderMark = 0xfeff;

function readFields({ text, end, isPlain }: BlockText, begin: number): SseBlock {
  const block: Writable<SseBlock> = {
    event: "message",
    data: undefined,
    id: undefined,
    retry: undefined,
    comments: noComments,
  };
  let isEnded = false;
  if (!isPlain && text.includes("\r")) {
    const lines = text.slice(begin).split(/\r\n|\r|\n/);
    // text after the last line end is an incomplete line
    lines.pop();
    for (const line of lines) readLine(line, block);
    isEnded = lines.at(-1) === "";
  } else {
    while (begin < end) {
      const lineEnd = text.indexOf("\n", begin);
      if (lineEnd < 0) break;
      isEnded = lineEnd === begin;
      // fast paths: most lines are data, or name the default type
      const first = text.charCodeAt(begin);
      if (first === letterD && text.startsWith("data: ", begin)) {
        addData(text.slice(begin + 6, lineEnd), block);
      } else if (
        first === letterE &&
        lineEnd - begin === defaultEvent.length &&
        text.startsWith(defaultEvent, begin)
      ) {
        block.event = "message";
      } else if (!isEnded) {
        readLine(text.slice(begin, lineEnd), block);
      }
      begin = lineEnd + 1;
    }
  }
  if (!isEnded) block.data = block.id = undefined;
  return block;
}

function addData(value: string, block: Writable<SseBlock>): void {
  block.data = block.data === undefined ? value : `${block.data}\n${value}`;
}

function readLine(line: string, block: Writable<SseBlock>): void {
  const colon = line.indexOf(":");
  const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
  switch (colon < 0 ? line : line.slice(0, colon)) {
    case "data":
      addData(value, block);
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
      // a comment starts with a colon, a blank line has none
      if (colon === 0) block.comments = [...block.comments, value];
  }
}
