/** Serves a mock server over stdio. */
import type { Clock } from "../../../shared/core/clock.ts";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { onOneLine } from "../../../shared/core/json/stringLiterals.ts";
import type { MockServer } from "../../../shared/recording/mockServer/mockServer.ts";

interface StdioStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Milliseconds between a notification and a response. The official SDK handles the messages of one
 * chunk in one go and a notification one step later: its progress listener is then gone.
 */
const pauseMs = 50;

/** Characters of a line, where no other limit is given. */
const longestLine = 64 * 1024 * 1024;

/** Characters of messages that may wait for the output; beyond them, no input is read. */
const maxWaiting = 8 * 1024 * 1024;

/**
 * Answers the messages of the input, one per line, until it ends, or the output is closed. While a
 * client does not read, its requests wait.
 * @param maxLine characters of a line; of a longer one, one more is received
 */
export async function serveStdio(
  mock: Pick<MockServer, "receive">,
  { input, output }: StdioStreams,
  clock: Pick<Clock, "after">,
  maxLine = longestLine,
): Promise<void> {
  const queue: string[] = [];
  /** Characters in the queue. */
  let waiting = 0;
  let followsNotification = false;
  /** Whether a pause is not over, or the output takes nothing more. */
  let isPaused = false;
  let isClosed = false;
  let resumeInput = () => {};

  const resume = () => {
    isPaused = false;
    writeNext();
  };
  const writeNext = () => {
    for (let text = queue[0]; text !== undefined && !isPaused; text = queue[0]) {
      const { method, id } = parseJsonObject(text) ?? {};
      if (followsNotification && method === undefined) {
        isPaused = true;
        followsNotification = false;
        clock.after(pauseMs, resume);
        return;
      }
      queue.shift();
      waiting -= text.length;
      followsNotification = method !== undefined && id === undefined;
      if (output.write(`${onOneLine(text)}\n`)) continue;
      isPaused = true;
      output.once("drain", resume);
    }
    if (waiting <= maxWaiting) resumeInput();
  };
  output.once("close", () => {
    isClosed = true;
    resumeInput();
  });

  for await (const line of linesOf(input, maxLine)) {
    if (line.trim() === "") continue;
    mock.receive(line, (text) => {
      if (isClosed) return;
      queue.push(text);
      waiting += text.length;
      writeNext();
    });
    if (waiting > maxWaiting && !isClosed) {
      await new Promise<void>((resolve) => {
        resumeInput = resolve;
      });
    }
    if (isClosed) return;
  }
}

/** The lines of a stream; only a line feed ends one, because JSON may contain other line ends. */
async function* linesOf(input: NodeJS.ReadableStream, maxLine: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  let room = maxLine + 1;
  const add = (text: string) => {
    if (room === 0 || text === "") return;
    begun.push(text.slice(0, room));
    room -= Math.min(text.length, room);
  };
  for await (const chunk of input) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const [first = "", ...more] = text.split("\n");
    add(first);
    for (const next of more) {
      yield begun.join("");
      [begun, room] = [[], maxLine + 1];
      add(next);
    }
  }
  yield begun.join("");
}
