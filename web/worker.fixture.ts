/** Runs the page's workers in threads of Node, where there is no browser. */
import { Worker as NodeWorker } from "node:worker_threads";
import { vi } from "vitest";

/** Vitest names modules by their path from here. */
const projectFolder = import.meta.url.replace(/\/web\/[^/]*$/, "");

/** Runs a worker's own file in a thread of Node. */
class ThreadWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  readonly #thread: NodeWorker;
  constructor(url: URL | string) {
    const file = `${projectFolder}${new URL(url).pathname}`;
    const script = `
      const { parentPort } = require("node:worker_threads");
      globalThis.self = globalThis;
      self.postMessage = (data) => parentPort.postMessage(data);
      import(${JSON.stringify(file)}).then(
        () => parentPort.on("message", (data) => self.onmessage({ data })),
      );`;
    this.#thread = new NodeWorker(script, { eval: true });
    this.#thread.unref();
    this.#thread.on("message", (data) => this.onmessage?.({ data }));
    this.#thread.on("error", (error) => this.onerror?.({ message: String(error) }));
  }
  postMessage(data: unknown) {
    this.#thread.postMessage(data);
  }
  terminate() {
    void this.#thread.terminate();
  }
}

vi.stubGlobal("Worker", ThreadWorker);
