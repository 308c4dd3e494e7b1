import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { createManualClock } from "../../../shared/core/manualClock.fixture.ts";
import type { MockServer } from "../../../shared/recording/mockServer/mockServer.ts";
import { until } from "../../relay.fixture.ts";
import { serveStdio } from "./serveStdio.ts";

/** Sends the texts for each frame, and keeps the frames. */
function scripted(...texts: readonly string[]) {
  return scriptedWithin(undefined, ...texts);
}

function scriptedWithin(maxLine: number | undefined, ...texts: readonly string[]) {
  const frames: string[] = [];
  const mock: MockServer = {
    answers: 1,
    receive(text, send) {
      frames.push(text);
      for (const each of texts) send(each);
      return () => {};
    },
  };
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: "utf8" })];
  const clock = createManualClock();
  const end = serveStdio(mock, { input, output }, clock, maxLine);
  let written = "";
  output.on("data", (text) => {
    written += text;
  });
  return { input, clock, frames, end, written: () => written };
}

const note = '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}';
const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';

test("an answer after notifications is written later, so that clients handle these first", async () => {
  const { input, clock, end, written } = scripted(note, note, answer, note, answer);
  input.write("{}\n");
  await until(() => written() === `${note}\n${note}\n`);
  clock.advance(49);
  await new Promise(setImmediate);
  expect(written()).toBe(`${note}\n${note}\n`);
  clock.advance(1);
  await until(() => written() === `${note}\n${note}\n${answer}\n${note}\n`);
  clock.advance(50);
  await until(() => written().endsWith(`${note}\n${answer}\n`));
  input.end();
  await end;
});

test("messages are lines: nothing but a line feed ends one, and recorded line breaks are left out", async () => {
  const { input, frames, end, written } = scripted('{\n  "id": 1,\n  "result": "\u2028"\n}');
  const frame = '{"a":"\u2028\u2029\u0085ä"}';
  const bytes = Buffer.from(`${frame}\n\n${frame}\r\n{"last":1}`);
  for (let at = 0; at < bytes.length; at += 5) input.write(bytes.subarray(at, at + 5));
  input.end();
  await end;
  expect(frames).toEqual([frame, `${frame}\r`, '{"last":1}']);
  expect(written()).toBe('{"id":1,"result":"\u2028"}\n'.repeat(3));
});

test("of a line without an end no more is kept than may be received", async () => {
  const { input, frames, end } = scriptedWithin(10);
  const chunk = Buffer.alloc(1024 * 1024, "x");
  for (let count = 0; count < 3; count++) {
    if (!input.write(chunk)) await once(input, "drain");
  }
  input.end(`\n{"id":1}\n0123456789\n`);
  await end;
  expect(frames).toEqual(["x".repeat(11), '{"id":1}', "0123456789"]);
});

test("while the client reads nothing, its requests wait, and what it gets later is whole", async () => {
  const large = `{"jsonrpc":"2.0","id":1,"result":"${"x".repeat(1024 * 1024)}"}`;
  let received = 0;
  const server = {
    receive(_frame: string, send: (text: string) => void) {
      received += 1;
      // answers of programs come later
      queueMicrotask(() => send(large));
      return () => {};
    },
  };
  const output = new PassThrough();
  const input = Readable.from(Array.from({ length: 40 }, () => "{}\n"));
  const end = serveStdio(server, { input, output }, createManualClock());
  await until(() => received > 8);
  const before = received;
  let bytes = 0;
  output.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
  });
  await end;
  await until(() => bytes === 40 * (large.length + 1));
  expect(before).toBeLessThan(20);
});

test("a client that has closed the output gets nothing more, and no request waits", async () => {
  const server = {
    receive(_frame: string, send: (text: string) => void) {
      send("x".repeat(20 * 1024 * 1024));
      output.destroy();
      return () => {};
    },
  };
  const [input, output] = [new PassThrough(), new PassThrough()];
  const end = serveStdio(server, { input, output }, createManualClock());
  input.write("{}\n{}\n");
  await end;
});
