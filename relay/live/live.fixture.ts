/** Owns and watches live sessions over HTTP, as pages do. */
import { createParser } from "eventsource-parser";
import { onTestFinished } from "vitest";

export const id = "abcdefghijklmnopqrstuv";

/** Sends requests of an owner, and opens streams. */
export function liveClient(url: string, origin: string) {
  const at = (path: string) => `${url}/api/live/${path}`;
  const headers = (token?: string) => ({
    Origin: origin,
    ...(token && { Authorization: `Bearer ${token}` }),
  });
  const start = (name = id) => fetch(at(name), { method: "PUT", headers: headers() });
  return {
    start,
    /** Starts a session and returns its token. */
    async own(name = id): Promise<string> {
      return ((await (await start(name)).json()) as { ownerToken: string }).ownerToken;
    },
    add: (token: string, number: number, body: string | Uint8Array<ArrayBuffer>, name = id) =>
      fetch(at(`${name}/${number}`), { method: "POST", headers: headers(token), body }),
    end: (token: string, name = id) =>
      fetch(at(name), { method: "DELETE", headers: headers(token) }),
    /** Opens the stream of a viewer, or of the owner. */
    follow: (path: string, token?: string) => followStream(at(path), headers(token)),
  };
}

/** Reads an event stream in the background; `events` are `name data` or `name#id data`. */
async function followStream(url: string, headers: Record<string, string>) {
  const control = new AbortController();
  onTestFinished(() => control.abort());
  const response = await fetch(url, { headers, signal: control.signal });
  const events: string[] = [];
  const parser = createParser({
    onEvent({ event, id: number, data }) {
      const text = event === "chunk" ? Buffer.from(data, "base64").toString() : data;
      events.push(`${event}${number === undefined ? "" : `#${number}`} ${text}`);
    },
  });
  const { status } = response;
  let isOpen = status === 200;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? [])
      parser.feed(decoder.decode(bytes, { stream: true }));
  })()
    .catch(() => {})
    .finally(() => {
      isOpen = false;
    });
  return {
    status,
    response,
    events,
    isOpen: () => isOpen,
    closed: reading,
    close: () => control.abort(),
  };
}
