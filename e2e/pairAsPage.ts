/** Loads the relay's page, gets a session with a link's token and opens the socket, as the page does. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { WebSocket } from "ws";
import type { ConnectSocket } from "../shared/relay/client/browserSocket.ts";
import {
  pageLoadTiming,
  type SessionRequest,
  sessionPath,
} from "../shared/relay/client/relaySession.ts";
import { socketPath } from "../shared/relay/frames/frames.ts";
import { toLoopbackUrl } from "../shared/relay/page/pageHost.ts";

/** The headers with which a browser loads a document. */
export const documentHeaders = {
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Site": "none",
};

/** Sends a request to a page's URL; only browsers resolve names below `.localhost`. */
export async function requestAsBrowser(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { body, ...rest } = options;
  const { host } = new URL(url);
  const sent = request(toLoopbackUrl(url), {
    ...rest,
    headers: { ...rest.headers, Host: host },
    agent: false,
  });
  sent.end(body);
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", async (response) => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: await text(response) });
      });
    },
  );
}

/** Exchanges the token for a session. */
export async function openSession(origin: string, token: string): Promise<string> {
  const page = await requestAsBrowser(`${origin}/`, { headers: documentHeaders });
  const timing = `${page.headers["server-timing"] ?? ""}`;
  const [, pageLoad] = new RegExp(`^${pageLoadTiming};desc="([^"]+)"`).exec(timing) ?? [];
  const asked: SessionRequest = { token, pageLoad };
  const { body } = await requestAsBrowser(`${origin}/${sessionPath}`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  return (JSON.parse(body) as { session: string }).session;
}

/** Connects like a browser; `sockets` collects the sockets so that a test can terminate them. */
export function connectTo(origin: string, sockets: WebSocket[] = []): ConnectSocket {
  return (handlers) => {
    const url = new URL(socketPath, toLoopbackUrl(origin)).href.replace("http", "ws");
    const socket = new WebSocket(url, { origin, headers: { Host: new URL(origin).host } });
    sockets.push(socket);
    socket.on("open", handlers.opened);
    socket.on("message", (data: Buffer, isBinary) =>
      handlers.received(isBinary ? data : data.toString()),
    );
    socket.on("error", () => {});
    socket.on("close", (code, reason) => handlers.closed(code, reason.toString()));
    return { send: (frame) => socket.send(frame), close: (code) => socket.close(code) };
  };
}
