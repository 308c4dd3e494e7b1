/** The protocol violations of the misbehaving server, by tool name. */
import type { Reply } from "./reply.ts";

export interface Misbehaviour {
  readonly description: string;
  /** Responds to a call of the tool, in violation of the protocol. */
  act(reply: Reply): Promise<void> | void;
}

const json = { "content-type": "application/json" };
const sse = { "content-type": "text/event-stream" };
const page = "<!doctype html><title>Sign in</title><p>Please sign in first.</p>";

const content = (text: string) => `{"content":[{"type":"text","text":"${text}"}]}`;
const result = (id: string, text = "done") =>
  `{"jsonrpc":"2.0","id":${id},"result":${content(text)}}`;
const event = (data: string, end = "\n") => `data: ${data}${end}${end}`;
const ping = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
const notice = (method: string, params = "{}") =>
  `{"jsonrpc":"2.0","method":"notifications/${method}","params":${params}}`;
const progress = (token: string, value: number) =>
  notice("progress", `{"progressToken":${token},"progress":${value}}`);

/** Responds with this body. */
function body(
  text: (reply: Reply) => string | Uint8Array,
  headers: Readonly<Record<string, string>> = json,
  status = 200,
): Misbehaviour["act"] {
  return async (reply) => {
    reply.head(status, headers);
    await reply.write(text(reply));
    reply.end();
  };
}

/** Responds with a stream of these pieces, then ends it. */
function stream(pieces: (reply: Reply) => readonly (string | Uint8Array)[]): Misbehaviour["act"] {
  return async (reply) => {
    reply.head(200, sse);
    for (const piece of pieces(reply)) {
      await reply.write(piece);
      await reply.wait(5);
    }
    reply.end();
  };
}

/** A well-formed event stream with arbitrary data. */
const events = (texts: (reply: Reply) => readonly string[]) =>
  stream((reply) => texts(reply).map((text) => event(text)));

/** A stream with these line ends: two notifications and the response. */
const linesEndingWith = (end: string) =>
  stream(({ id }) => [
    `: a comment${end}event: message${end}id: ${end}${event(notice("message", '{"level":"info","data":"ä€😀"}'), end)}`,
    event(result(id), end),
  ]);

async function keepAlive(reply: Reply) {
  while (reply.isOpen()) {
    await reply.write(": still here\n\n");
    await reply.wait(50);
  }
}

const bytesOf = (text: string) => Buffer.from(text);
const mebibyte = 1024 * 1024;

/** Of two calls the first is answered after the second. */
function outOfOrder(): Misbehaviour["act"] {
  let waiting: (() => void) | undefined;
  return async (reply) => {
    if (waiting) {
      await body(({ id }) => result(id, "second"))(reply);
      waiting();
      waiting = undefined;
    } else {
      await new Promise<void>((resolve) => {
        waiting = resolve;
      });
      await body(({ id }) => result(id, "first"))(reply);
    }
  };
}

export const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  "behaves-well": {
    description: "Answers as it should.",
    act: body(({ id }) => result(id)),
  },
  "drops-mid-stream": {
    description: "Cuts the connection in the middle of an event.",
    async act(reply) {
      reply.head(200, sse);
      await reply.write(event(notice("message", '{"level":"info","data":1}')));
      await reply.write('data: {"jsonrpc":"2.0","id":');
      await reply.wait(30);
      reply.cut();
    },
  },
  "answers-twice": {
    description: "Sends two responses to one request.",
    act: events(({ id }) => [result(id, "first"), result(id, "second")]),
  },
  "answers-unknown-id": {
    description: "Answers a request that nobody made, then the one that was made.",
    act: events(({ id }) => [result("987654"), result(id)]),
  },
  "answers-with-text-id": {
    description: "Repeats the id as a string where it was a number.",
    act: body(({ id }) => result(`"${id}"`)),
  },
  "answers-out-of-order": {
    description: "Keeps the first call waiting until the second one has its answer: call it twice.",
    act: outOfOrder(),
  },
  "never-answers": {
    description: "Keeps the stream open and says nothing of use.",
    async act(reply) {
      reply.head(200, sse);
      await keepAlive(reply);
    },
  },
  "never-ends": {
    description: "Answers, and leaves the stream open.",
    async act(reply) {
      reply.head(200, sse);
      await reply.write(event(result(reply.id)));
      await keepAlive(reply);
    },
  },
  "sends-64-mib": {
    description: "Answers with a text of 64 MiB.",
    async act(reply) {
      reply.head(200, json);
      const chunk = "x".repeat(mebibyte);
      const [start, end] = result(reply.id, "|").split("|");
      await reply.write(start ?? "");
      for (let count = 0; count < 64; count++) await reply.write(chunk);
      await reply.write(end ?? "");
      reply.end();
    },
  },
  "large-and-wrong": {
    description: "Answers with 1 MiB of a result that is none of tools/call.",
    act: body(
      ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":{"content":"${"x".repeat(mebibyte)}"}}`,
    ),
  },
  "invalid-utf8": {
    description: "Has bytes in a text that are no UTF-8.",
    act: body(({ id }) => {
      const [start = "", end = ""] = result(id, "a|b").split("|");
      return Buffer.concat([bytesOf(start), Buffer.of(0xff, 0xe2, 0x82), bytesOf(end)]);
    }),
  },
  "byte-order-mark": {
    description: "Begins the JSON with a byte order mark.",
    act: body(({ id }) => `\u{feff}${result(id)}`),
  },
  "byte-order-mark-in-stream": {
    description: "Begins the event stream with a byte order mark.",
    act: stream(({ id }) => [`\u{feff}${event(result(id))}`]),
  },
  "line-ends-lf": { description: "Ends lines with LF.", act: linesEndingWith("\n") },
  "line-ends-cr": { description: "Ends lines with CR.", act: linesEndingWith("\r") },
  "line-ends-crlf": { description: "Ends lines with CR LF.", act: linesEndingWith("\r\n") },
  "splits-characters": {
    description: "Cuts the stream into single bytes, also within characters.",
    act: stream(({ id }) => {
      const bytes = bytesOf(event(result(id, "ä€😀"), "\r\n"));
      return [...bytes].map((byte) => Uint8Array.of(byte));
    }),
  },
  "html-with-200": {
    description: "Answers with a web page and the status 200.",
    act: body(() => page, { "content-type": "text/html; charset=utf-8" }),
  },
  redirects: {
    description: "Redirects to another address, method and body kept (307).",
    act: body(() => "", { location: "/elsewhere?key=secret" }, 307),
  },
  "redirects-to-get": {
    description: "Redirects in the way that makes a GET of a POST (302).",
    act: body(() => "", { location: "/elsewhere" }, 302),
  },
  "json-as-text": {
    description: "Sends JSON as text/plain.",
    act: body(({ id }) => result(id), { "content-type": "text/plain" }),
  },
  "stream-as-json": {
    description: "Sends an event stream as application/json.",
    act: body(({ id }) => event(result(id))),
  },
  "json-as-stream": {
    description: "Sends JSON as text/event-stream.",
    act: stream(({ id }) => [result(id)]),
  },
  "stream-without-answer": {
    description: "Ends the stream without a response.",
    act: events(() => [notice("message", '{"level":"info","data":1}')]),
  },
  "event-without-end": {
    description: "Ends the stream without the blank line that ends an event.",
    act: stream(({ id }) => [`data: ${result(id)}\n`]),
  },
  "broken-json": {
    description: "Answers with JSON that stops in the middle.",
    act: body(({ id }) => result(id).slice(0, -20)),
  },
  "wrong-version": {
    description: "Says that it speaks JSON-RPC 1.0.",
    act: body(({ id }) => result(id).replace('"2.0"', '"1.0"')),
  },
  "no-version": {
    description: "Does not say which JSON-RPC it speaks.",
    act: body(({ id }) => result(id).replace('"jsonrpc":"2.0",', "")),
  },
  "result-and-error": {
    description: "Answers with a result and an error at once.",
    act: body(({ id }) => result(id).replace(/}$/, ',"error":{"code":-1,"message":"no"}}')),
  },
  "null-id-result": {
    description: "Answers with the id null.",
    act: body(() => result("null")),
  },
  "null-id-error": {
    description: "Answers with an error that has the id null.",
    act: body(() => '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Oops"}}'),
  },
  "null-id-request": {
    description: "Asks with the id null before it answers.",
    act: events(({ id }) => [ping("null"), result(id)]),
  },
  "requests-reusing-ids": {
    description: "Asks twice with the same id before it answers.",
    act: events(({ id }) => [ping('"again"'), ping('"again"'), result(id)]),
  },
  "batch-in-stream": {
    description: "Sends a batch as one event.",
    act: events(({ id }) => [`[${notice("message", '{"level":"info","data":1}')},${result(id)}]`]),
  },
  "batch-as-json": {
    description: "Answers with a batch of one.",
    act: body(({ id }) => `[${result(id)}]`),
  },
  "only-accepts": {
    description: "Answers a request with 202 and no body.",
    act: body(() => "", {}, 202),
  },
  "accepts-with-body": {
    description: "Answers with 202 and a body all the same.",
    act: body(({ id }) => result(id), json, 202),
  },
  "empty-answer": {
    description: "Answers with 200 and an empty body.",
    act: body(() => ""),
  },
  "speaks-after-answer": {
    description: "Goes on in the stream after the response.",
    act: events(({ id }) => [result(id), notice("message", '{"level":"info","data":1}')]),
  },
  "progress-backwards": {
    description: "Reports progress that does not increase.",
    act: events(({ id, progressToken = '"none"' }) => [
      progress(progressToken, 2),
      progress(progressToken, 2),
      progress(progressToken, 1),
      result(id),
    ]),
  },
  "progress-for-nobody": {
    description: "Reports progress under a token that nobody gave.",
    act: events(({ id }) => [progress('"nobody"', 1), result(id)]),
  },
  "event-ids-reused": {
    description: "Gives two events the same id.",
    act: stream(({ id }) => [
      `id: same\n${event(notice("message", '{"level":"info","data":1}'))}`,
      `id: same\n${event(result(id))}`,
    ]),
  },
  "custom-event": {
    description: "Sends an event of a type of its own.",
    act: stream(({ id }) => ["event: weather\ndata: rain\n\n", event(result(id))]),
  },
  "cancels-what-is-not-its-own": {
    description: "Cancels the very request that it is answering.",
    act: events(({ id }) => [notice("cancelled", `{"requestId":${id}}`), result(id)]),
  },
  "undeclared-notification": {
    description: "Says that prompts changed, though it declared no prompts.",
    act: events(({ id }) => [notice("prompts/list_changed"), result(id)]),
  },
};
