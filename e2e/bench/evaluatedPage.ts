/**
 * Opens a browser page that is controlled by evaluating expressions only. Playwright would receive
 * every WebSocket frame of its pages, which costs more than receiving the frames in the page.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";

export interface EvaluatedPage {
  /**
   * @param expression JavaScript; a promise is awaited
   * @returns its value, which must be JSON
   * @throws {Error} if the expression throws
   */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly targetId?: string;
    readonly sessionId?: string;
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: unknown;
  };
}

/**
 * @param executablePath Chromium
 * @param url the page to open
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
export async function openEvaluatedPage(
  executablePath: string,
  args: readonly string[],
  url: string,
): Promise<EvaluatedPage> {
  const profile = await mkdtemp(join(tmpdir(), "bench-profile-"));
  const browser = spawn(
    executablePath,
    [...args, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let endpoint = "";
  for await (const line of createInterface(browser.stderr)) {
    endpoint = /^DevTools listening on (\S+)/.exec(line)?.[1] ?? "";
    if (endpoint) break;
  }
  browser.stderr.resume();
  const socket = new WebSocket(endpoint);
  await once(socket, "open");
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data) => {
    const answer = JSON.parse(`${data}`) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });

  let lastId = 0;
  const ask = async (method: string, params: object, sessionId?: string) => {
    const id = ++lastId;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { error, result } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };

  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  const evaluate = async (expression: string) => {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await ask("Runtime.evaluate", params, sessionId);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result?.value;
  };
  await ask("Page.navigate", { url }, sessionId);
  while (
    (await evaluate("document.readyState + location.origin")) !== `complete${new URL(url).origin}`
  ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    evaluate,
    async close() {
      browser.kill();
      await once(browser, "exit");
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
