/** Receives the redirect of an authorization server on loopback. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RedirectListener {
  readonly redirectUri: string;
  /**
   * The parameters of the redirect that has this `state`; undefined once the signal is aborted. Every
   * program and web page can send requests here: what belongs to no request of ours is ignored.
   */
  next(state: string, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  close(): Promise<void>;
}

/** Tried first, so that a client that is registered with its redirect URI can be used again. */
const preferredPort = 6279;

const page = (text: string) =>
  `<!doctype html><meta charset="utf-8"><title>MCP Playground</title>\n<p>${text}</p>\n`;
const done = page("You can close this window and return to the terminal.");
const foreign = page(
  "This redirect has not the state of a sign-in that waits, so it was ignored. The terminal goes on waiting.",
);

/** @see https://www.rfc-editor.org/rfc/rfc8252#section-7.3 */
export async function listenForRedirect(): Promise<RedirectListener> {
  let waiting: { state: string; receive(parameters: URLSearchParams): void } | undefined;
  let host = "";
  const server = createServer((request, response) => {
    const answer = (status: number, body = "") => {
      response.writeHead(status, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'",
        "referrer-policy": "no-referrer",
        connection: "close",
      });
      response.end(body);
    };
    if (request.headers.host !== host) return answer(421);
    const url = URL.parse(request.url ?? "", `http://${host}`);
    if (request.method !== "GET" || url?.pathname !== "/callback") return answer(404);
    const states = url.searchParams.getAll("state");
    if (!waiting || !states.includes(waiting.state)) return answer(400, foreign);
    answer(200, done);
    waiting.receive(url.searchParams);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen(preferredPort).catch(() => listen(0));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    redirectUri: `http://${host}/callback`,
    next: (state, signal) =>
      new Promise((resolve) => {
        const settle = (parameters?: URLSearchParams) => {
          waiting = undefined;
          resolve(parameters);
        };
        waiting = { state, receive: settle };
        signal.addEventListener("abort", () => settle(), { once: true });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
