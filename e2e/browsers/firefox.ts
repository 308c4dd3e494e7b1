/**
 * Starts Firefox and controls it over WebDriver BiDi, which it implements without a driver program.
 * @see https://w3c.github.io/webdriver-bidi/
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { freePort, startProcess } from "../servers/process.ts";
import type { Browser, Tab } from "./browser.ts";

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

type Send = <Result>(method: string, params: object) => Promise<Result>;

/** Starts the program without a visible window. */
export async function startFirefox(program: string): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), "firefox-"));
  const port = await freePort();
  const firefox = await startProcess({
    command: program,
    args: ["--headless", "--no-remote", "--profile", home, `--remote-debugging-port=${port}`],
    env: { HOME: home, MOZ_HEADLESS_WIDTH: "1440", MOZ_HEADLESS_HEIGHT: "900" },
    port,
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
  await once(socket, "open");
  const send = createSend(socket);
  const { capabilities } = await send<{
    readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
  }>("session.new", { capabilities: {} });
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async tabs() {
      const { contexts } = await send<{
        readonly contexts: readonly { readonly context: string }[];
      }>("browsingContext.getTree", { maxDepth: 0 });
      return contexts.map(({ context }) => tabOf(send, context));
    },
    async openTab() {
      const created = await send<{ readonly context: string }>("browsingContext.create", {
        type: "tab",
      });
      return tabOf(send, created.context);
    },
    async close() {
      socket.terminate();
      await firefox.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function tabOf(send: Send, context: string): Tab {
  return {
    id: context,
    navigate: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    reload: () => send("browsingContext.reload", { context, wait: "complete" }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await send<{
        readonly result?: { readonly value?: string };
        readonly exceptionDetails?: { readonly text: string };
      }>("script.evaluate", {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    perform: (actions) => send("input.performActions", { context, actions }),
  };
}

/** Sends commands; the reply to each has its id. */
function createSend(socket: WebSocket): Send {
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  socket.on("message", (data) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  socket.on("close", () => {
    for (const settle of waiting.values()) settle({ error: "the browser has ended" });
  });
  return async <Result>(method: string, params: object) => {
    const id = ++lastId;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await replied;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  };
}
