import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import type { EntryDraft } from "../../../../shared/log/entry.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";
import { createOutputBuffer, isOutput } from "./outputLines.ts";

function createScene() {
  const log = createEventLog({ now: () => 0 });
  const output = createOutputBuffer();
  const add = (draft: Record<string, unknown>, bytes: Uint8Array = new Uint8Array(0)) => {
    const entry = log.append(
      { connectionId: "c", exchangeId: undefined, direction: "in", ...draft } as EntryDraft,
      bytes,
    );
    if (isOutput(entry)) output.add(entry, bytes);
  };
  return {
    add,
    stderr: (text: string, connectionId = "c") =>
      add({ kind: "stderr", connectionId }, encodeText(text)),
    message(text: string, direction = "in") {
      const { heads, batch } = decodeMessages(text);
      add({ kind: "message", carrier: "stdio", direction, heads, batch }, encodeText(`${text}\n`));
    },
    texts: () => output.snapshot().lines.map(({ text }) => text),
    output,
  };
}

const streams: readonly (readonly [chunks: string[], lines: string[]])[] = [
  [["one\ntwo\n"], ["one", "two"]],
  [["one\r\ntwo"], ["one", "two"]],
  [
    ["o", "ne\nt", "wo", "\n"],
    ["one", "two"],
  ],
  [["\n\n"], ["", ""]],
  [
    ["a\n", "\n", "b"],
    ["a", "", "b"],
  ],
  [["\u001b[31mred\u001b[0m\n"], ["red"]],
  [["\u001b[3", "1mred\n"], ["red"]],
  [["\u001b]0;title\u0007a\u001b[2Kb\n"], ["ab"]],
];

test.each(streams)("stderr %j is split into %j", (chunks, lines) => {
  const { stderr, texts } = createScene();
  for (const chunk of chunks) stderr(chunk);
  expect(texts()).toEqual(lines);
});

test("a colour applies to the following lines until it is switched off", () => {
  const { stderr, output } = createScene();
  stderr("plain\n\u001b[31mred\nstill\u001b[0m not\nplain\n");
  expect(output.snapshot().lines.map(({ coloured }) => coloured)).toEqual([
    undefined,
    "\u001b[31mred",
    "\u001b[31mstill\u001b[0m not",
    undefined,
  ]);
});

test("lines that the server wrote are counted, a growing line once", () => {
  const { stderr, add, output } = createScene();
  stderr("one\ntw");
  stderr("o");
  add({ kind: "process", event: { kind: "exited", code: 3, signal: null } });
  expect(output.snapshot()).toMatchObject({ written: 2, length: 3 });
});

test("a character that is split between chunks is decoded", () => {
  const { add, texts } = createScene();
  const bytes = encodeText("ä€😀\n");
  for (const byte of bytes) add({ kind: "stderr" }, Uint8Array.of(byte));
  expect(texts()).toEqual(["ä€😀"]);
});

test("events and output of another server do not split a line", () => {
  const { stderr, add, texts } = createScene();
  stderr("begun");
  stderr("other", "d");
  add({ kind: "process", event: { kind: "exited", code: 3, signal: null } });
  stderr(" and ended\n");
  stderr(" too\n", "d");
  expect(texts()).toEqual(["begun and ended", "other too", "Process exited with code 3"]);
});

test("a long line is cut into rows", () => {
  const { stderr, texts } = createScene();
  stderr("x".repeat(6000));
  stderr(`${"x".repeat(6000)}\n`);
  expect(texts().map((text) => text.length)).toEqual([4000, 4000, 4000]);
});

test("log messages show level, logger and data, digit for digit", () => {
  const { message, output } = createScene();
  const params = '{"level":"error","logger":"db","data":{"id":12345678901234567890}}';
  message(`{"jsonrpc":"2.0","method":"notifications/message","params":${params}}`);
  message(
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"hi"}}',
  );
  message('{"jsonrpc":"2.0","method":"notifications/message"}');
  expect(output.snapshot().lines).toMatchObject([
    { text: '{"id":12345678901234567890}', source: "error db", tone: "violation" },
    { text: "hi", source: "info", tone: "plain" },
    { text: "", source: "" },
  ]);
});

test("each log message of a batch has a line", () => {
  const { message, texts } = createScene();
  const note = (data: string) =>
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${data}"}}`;
  message(`[${note("a")},{"jsonrpc":"2.0","method":"x"},${note("b")}]`);
  expect(texts()).toEqual(["a", "b"]);
});

test("a message with duplicate members is shown as it is", () => {
  const { message, texts } = createScene();
  const text = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":1,"data":2}}';
  message(text);
  expect(texts()).toEqual([text]);
});

test("other messages, and sent ones, have no line", () => {
  const { message, add, texts } = createScene();
  message('{"jsonrpc":"2.0","method":"notifications/progress"}');
  message('{"jsonrpc":"2.0","method":"notifications/message"}', "out");
  add({ kind: "http-end", direction: "none", outcome: "complete" });
  expect(texts()).toEqual([]);
});
