/** Sends requests to the HTTP interfaces of model providers, and reads their JSON and event streams. */
import { createParser } from "eventsource-parser";
import { chunksOf } from "../../core/body.ts";
import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { ProviderConnection } from "./provider.ts";

interface ProviderRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; without it, the request is a GET. */
  readonly body?: JsonObject;
}

/**
 * Sends a request and reads the JSON of its reply.
 * @throws {Error} what `fetch` throws, and for a reply that is not JSON
 */
export async function requestJson(
  connection: ProviderConnection,
  request: ProviderRequest,
): Promise<unknown> {
  return JSON.parse(await (await send(connection, request)).text());
}

/**
 * Sends a request and reads the events of its reply until the stream ends, also behind the event
 * that says that the reply is complete: a stream that is left early ends as a cancelled one.
 * @param onEvent called with the JSON of each event
 * @throws {Error} what `fetch` and `onEvent` throw, and for an event that is not JSON
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function requestEvents(
  connection: ProviderConnection,
  request: ProviderRequest,
  onEvent: (value: unknown) => void,
): Promise<void> {
  const { body } = await send(connection, request);
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent({ data }) {
      if (data !== "" && data !== endOfStream) onEvent(JSON.parse(data));
    },
  });
  for await (const chunk of chunksOf(body)) parser.feed(decoder.decode(chunk, { stream: true }));
}

/** The data of the last event of OpenAI's streams. */
const endOfStream = "[DONE]";

function send({ fetch, signal }: ProviderConnection, { url, headers, body }: ProviderRequest) {
  if (!body) return fetch(url, { headers, signal });
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  });
}
