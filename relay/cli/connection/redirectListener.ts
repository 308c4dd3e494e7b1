/** Receives the redirect of an authorization server on loopback. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RedirectListener {
  readonly redirectUri: string;
  /** The parameters of the next redirect; undefined once the signal is aborted. */
  next(signal: AbortSignal): Promise<URLSearchParams | undefined>;
  close(): Promise<void>;
}

/** Tried first, so that a client that is registered with its redirect URI can be used again. */
const preferredPort = 6279;

const page = `<!doctype html><meta charset="utf-8"><title>MCP Playground</title>
<p>You can close this window and return to the terminal.</p>
`;

/** @see https://www.rfc-editor.org/rfc/rfc8252#section-7.3 */
export async function listenForRedirect(): Promise<RedirectListener> {
  let receive: (parameters: URLSearchParams) => void = () => {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const isRedirect = request.method === "GET" && pathname === "/callback";
    response.writeHead(isRedirect ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
      connection: "close",
    });
    response.end(isRedirect ? page : "");
    if (isRedirect) receive(searchParams);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen(preferredPort).catch(() => listen(0));
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    next: (signal) =>
      new Promise((resolve) => {
        receive = resolve;
        signal.addEventListener("abort", () => resolve(undefined), { once: true });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
