import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { type CheckReply, type CheckWorker, createChecker } from "./checker.ts";

const started: Worker[] = [];

/** Runs the real worker file in a thread, with the interface of a page's Worker. */
function createWorker(): CheckWorker {
  const file = JSON.stringify(new URL("./validateWorker.ts", import.meta.url).href);
  const thread = new Worker(
    `const { parentPort } = require("node:worker_threads");
     globalThis.self = { postMessage: (reply) => parentPort.postMessage(reply) };
     const loaded = import(${file});
     parentPort.on("message", (data) => loaded.then(() => self.onmessage({ data })));`,
    { eval: true },
  );
  started.push(thread);
  const worker: CheckWorker = {
    postMessage: (request) => thread.postMessage(request),
    terminate: () => void thread.terminate(),
    onmessage: null,
    onerror: null,
  };
  thread.on("message", (data: CheckReply) =>
    worker.onmessage?.(new MessageEvent("message", { data })),
  );
  thread.on("error", () => worker.onerror?.(undefined as unknown as ErrorEvent));
  thread.unref();
  return worker;
}

describe("createChecker", () => {
  it("stops a pattern that never terminates, and continues with a new worker", async () => {
    const checker = createChecker({ createWorker, timeLimit: 2000 });
    const evil = JSON.stringify({ properties: { a: { pattern: "^(a+)+$" } } });
    const plain = JSON.stringify({ properties: { a: { type: "integer" } } });
    const count = started.length;
    const [first, stuck, after] = await Promise.all([
      checker.check(plain, '{"a": 9007199254740993}'),
      checker.check(evil, JSON.stringify({ a: `${"a".repeat(40)}!` })),
      checker.check(plain, '{"a": 1.5}'),
    ]);
    expect(first).toMatchObject({ kind: "checked", problems: [] });
    expect(stuck).toEqual({ kind: "unchecked", reason: { code: "timeout", limitMs: 2000 } });
    expect(after).toMatchObject({ kind: "checked", problems: [{ pointer: "/a" }] });
    expect(started.length - count).toBe(2);
    for (const thread of started) await thread.terminate();
  });

  it("skips aborted checks", async () => {
    const checker = createChecker({ createWorker, timeLimit: 2000 });
    const unwanted = checker.check("{}", "{}");
    const aborted = checker.check("{}", "{", AbortSignal.abort());
    const wanted = await checker.check("{}", "[");
    expect(await unwanted).toMatchObject({ kind: "checked" });
    expect(wanted).toMatchObject({ kind: "unreadable" });
    expect(await Promise.race([aborted, Promise.resolve("open")])).toBe("open");
    for (const thread of started) await thread.terminate();
  });
});
