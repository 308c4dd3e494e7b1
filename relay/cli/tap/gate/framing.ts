/** How messages are framed in a stream: a line of a pipe, or an event of an HTTP response. */
import { messageText } from "../../../../shared/log/messageText.ts";

export interface Framing {
  /** Where the first frame ends in these bytes, behind its last one; 0 if none does. */
  endOf(bytes: Buffer): number;
  /** Whether bytes end a frame. */
  isEnd(tail: Buffer): boolean;
  /** The text of the message in a frame; undefined if it has none. */
  textIn(frame: Buffer): string | undefined;
  /**
   * The frame with another text.
   * @param isCut whether nothing ends the frame
   */
  encode(text: string, frame: Buffer, isCut?: boolean): Buffer;
}

export const lineFraming: Framing = {
  endOf: (bytes) => bytes.indexOf(0x0a) + 1,
  isEnd: (tail) => tail.at(-1) === 0x0a,
  textIn: (frame) => messageIn(`${frame}`),
  encode: (text, _, isCut) => Buffer.from(isCut ? text : `${text}\n`),
};

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export const eventFraming: Framing = {
  // byte by byte, so that many small events do not take quadratic time
  endOf(bytes) {
    for (let at = 1; at < bytes.length; at++) {
      const [last, before] = [bytes[at], bytes[at - 1]];
      const isDouble = last === before && (last === 0x0a || last === 0x0d);
      const isCrLf = last === 0x0a && before === 0x0d && at >= 3;
      if (isDouble || (isCrLf && bytes[at - 2] === 0x0a && bytes[at - 3] === 0x0d)) return at + 1;
    }
    return 0;
  },
  isEnd: (tail) => /(?:\r\n\r\n|\n\n|\r\r)$/.test(tail.toString("latin1")),
  textIn: (frame) => messageIn(messageText("sse", frame)),
  encode(text, frame, isCut) {
    const others = `${frame}`
      .split(/\r\n|\n|\r/)
      .filter((line) => line && !/^data(:|$)/.test(line));
    return Buffer.from([...others, `data: ${text}`, ...(isCut ? [] : ["", ""])].join("\n"));
  },
};

/** What is no JSON object or list is passed on as it is. */
function messageIn(text: string): string | undefined {
  const trimmed = text.trim();
  return /^[[{]/.test(trimmed) ? trimmed : undefined;
}

/** Bytes of an event that is read; longer ones are left out. */
const maxEventBytes = 1024 * 1024;

/** Reads the frames of a stream of events that are not too long. */
export function createFrameReader(onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = eventFraming.endOf(rest); end > 0; end = eventFraming.endOf(rest)) {
      onFrame(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    if (rest.byteLength > maxEventBytes) rest = rest.subarray(-4);
  };
}
