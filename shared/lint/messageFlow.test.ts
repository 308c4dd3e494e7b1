import { describe, expect, onTestFinished, test, vi } from "vitest";
import { specPageUrl } from "./specPages.ts";
import { createWire, json, stream, type Wire } from "./wire.fixture.ts";

const request = (id: unknown, method: string, params = "{}") =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"${method}","params":${params}}`;
const result = (id: unknown, value = "{}") =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${value}}`;
const notice = (method: string, params = "{}") =>
  `{"jsonrpc":"2.0","method":"notifications/${method}","params":${params}}`;
const event = (text: string) => `data: ${text}\n\n`;

const initialize = (revision: string) =>
  request(0, "initialize", `{"protocolVersion":"${revision}"}`);
const agreed = (revision: string, capabilities = '{"logging":{}}') =>
  result(0, `{"protocolVersion":"${revision}","capabilities":${capabilities}}`);

/** A stdio server after the handshake. */
function piped(revision = "2025-11-25", capabilities?: string): Wire {
  return createWire()
    .write(initialize(revision))
    .line(agreed(revision, capabilities))
    .write(notice("initialized"));
}

/** An HTTP server after the handshake. */
function posted(revision = "2025-11-25", session = "s"): Wire {
  return createWire()
    .post(initialize(revision), "i")
    .head(200, json, [["Mcp-Session-Id", session]], "i")
    .body(agreed(revision), "i")
    .end("complete", "i")
    .post(notice("initialized"), "n")
    .head(202, undefined, [], "n")
    .end("complete", "n");
}

const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"';
/** A request of the modern era with extra members in `_meta`. */
const modern = (id: unknown, method: string, more = "") => request(id, method, `{${meta}${more}}}`);

const deprecated = "note deprecated-feature";

/** Wire traffic and the expected findings, by name. */
type Case = readonly [name: string, wire: () => Wire, found: readonly string[]];

const probe = modern(1, "server/discover");
const refusal = (id: unknown, code = -32_600) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":${code},"message":"no"}}`;

const probes: readonly Case[] = [
  [
    "rejected with another id by an older server",
    () => createWire().post(probe).head(400, json).body(refusal("server-error")),
    ["note answer-to-unknown-id"],
  ],
  [
    "rejected with another id and an error of the modern era",
    () => createWire().post(probe).head(400, json).body(refusal("server-error", -32_022)),
    ["violation answer-to-unknown-id"],
  ],
  [
    "rejected with another id over stdio",
    () => createWire().write(probe).line(refusal("?")),
    ["note answer-to-unknown-id"],
  ],
  [
    "preceded by text over stdio, which is no answer",
    () => createWire().write(probe).line("Ready").line(refusal(1, -32_601)),
    ["violation not-json"],
  ],
  [
    "rejected after a revision was agreed, so not a probe",
    () =>
      createWire()
        .turn({
          kind: "negotiation",
          direction: "none",
          exchangeId: undefined,
          step: { kind: "agreed", revision: "2026-07-28", offered: "2026-07-28" },
        })
        .write(probe)
        .line(refusal("?")),
    ["violation answer-to-unknown-id"],
  ],
];

const overPipes: readonly Case[] = [
  ["answers in another order", () => twoAsked().line(result(2)).line(result(1)), []],
  [
    "a second answer",
    () => twoAsked().line(result(1)).line(result(1)),
    ["violation second-answer"],
  ],
  ["an unknown id", () => piped().line(result(7)), ["violation answer-to-unknown-id"]],
  [
    "an unknown id in a log without its beginning",
    () => createWire().line(result(7)),
    ["note answer-to-unknown-id"],
  ],
  [
    "an unknown id after skipped entries",
    () => {
      const wire = piped();
      wire.lint.markGap();
      return wire.line(result(7));
    },
    ["note answer-to-unknown-id"],
  ],
  [
    "an answer to a cancelled request",
    () => twoAsked().write(notice("cancelled", '{"requestId":1}')).line(result(1)),
    ["note answer-after-cancel"],
  ],
  [
    "a cancelled handshake",
    () =>
      createWire().write(initialize("2025-11-25")).write(notice("cancelled", '{"requestId":0}')),
    ["violation cancel-of-initialize"],
  ],
  [
    "a server that cancels the client's request",
    () => twoAsked().line(notice("cancelled", '{"requestId":1}')),
    ["violation cancel-of-unknown-request"],
  ],
  [
    "a server that cancels its own request",
    () => piped().line(request("a", "ping")).line(notice("cancelled", '{"requestId":"a"}')),
    [],
  ],
  [
    "a server's id used twice, also after its answer",
    () => piped().line(request("a", "ping")).write(result("a")).line(request("a", "ping")),
    ["violation request-id-reused"],
  ],
  [
    "ids that differ in type only",
    () => piped().line(request(1, "ping")).line(request("1", "ping")),
    [],
  ],
  [
    "a client id used twice",
    () => twoAsked().line(result(1)).write(request(1, "ping")),
    ["violation request-id-reused"],
  ],
  [
    "answers to a client id used twice",
    () => twoAsked().write(request(1, "ping")).line(result(1)).line(result(1)),
    ["violation request-id-reused"],
  ],
  [
    "a new handshake, after which ids may repeat",
    () =>
      piped()
        .line(request("a", "ping"))
        .write(initialize("2025-11-25"))
        .line(agreed("2025-11-25"))
        .write(notice("initialized"))
        .line(request("a", "ping")),
    [],
  ],
  [
    "requests before the handshake is complete",
    () =>
      createWire()
        .write(initialize("2025-11-25"))
        .write(request(1, "tools/list"))
        .line(request("a", "ping"))
        .line(request("b", "roots/list")),
    ["warning request-before-initialized", "warning request-before-initialized"],
  ],
  ["garbage", () => piped().line("Listening on port 80"), ["violation not-json"]],
  ["invalid JSON from the client", () => piped().write("{"), ["violation not-json"]],
  [
    "bytes that are not UTF-8",
    () => piped().line(Uint8Array.of(0x22, 0xff, 0x22)),
    ["violation invalid-utf8"],
  ],
  [
    "a line cut inside a character",
    () => piped().line(Uint8Array.of(0x22, 0x61, 0x22, 0xe2, 0x82)),
    ["violation invalid-utf8", "violation not-json"],
  ],
  [
    "a byte order mark",
    () => piped().line('\u{feff}{"jsonrpc":"2.0","method":"m"}'),
    ["violation byte-order-mark", "violation not-json"],
  ],
  [
    "a line without its end",
    () =>
      piped().turn({
        kind: "frame",
        direction: "in",
        carrier: "stdio",
        exchangeId: undefined,
        holds: "rest",
      }),
    ["warning line-never-ended"],
  ],
  [
    "an answer after the end",
    () => piped().write(request(1, "ping")).turn(closed).line(result(1)),
    ["note message-after-close"],
  ],
  ["a log message after the end", () => piped().turn(closed).line(notice("message")), []],
  [
    "increasing progress",
    () => withProgress().line(progress(1)).line(progress(1.5)).line(result(1)),
    [],
  ],
  [
    "progress that does not increase",
    () => withProgress().line(progress(1)).line(progress(1)),
    ["violation progress-not-increasing"],
  ],
  [
    "progress after the answer",
    () => withProgress().line(result(1)).line(progress(1)),
    ["violation progress-after-answer"],
  ],
  [
    "progress after the answer of a possible task",
    () => withProgress("tools/call").line(result(1)).line(progress(1)),
    ["note progress-after-answer"],
  ],
  [
    "progress for an unknown token",
    () => piped().line(progress(1)),
    ["violation progress-for-unknown-token"],
  ],
  [
    "a notification without a declared capability",
    () => piped("2025-11-25", '{"tools":{}}').line(notice("tools/list_changed")),
    ["violation capability-not-declared"],
  ],
  [
    "a notification with a declared capability",
    () => piped("2025-11-25", '{"tools":{"listChanged":true}}').line(notice("tools/list_changed")),
    [],
  ],
  [
    "capabilities that are not an object",
    () => piped("2025-11-25", "7").line(notice("tools/list_changed")),
    ["violation capability-not-declared"],
  ],
];

const declaring = (capabilities: string, revision = "2025-11-25") =>
  createWire()
    .write(
      request(0, "initialize", `{"protocolVersion":"${revision}","capabilities":${capabilities}}`),
    )
    .line(agreed(revision))
    .write(notice("initialized"));
const inputs = (...requests: readonly string[]) =>
  result(
    7,
    `{"resultType":"input_required","inputRequests":{${requests.map((one, n) => `"${n}":${one}`)}}}`,
  );
const input = (method: string, params = "{}") => `{"method":"${method}","params":${params}}`;
const capable = (capabilities: string) =>
  createWire().write(
    modern(7, "tools/call", `,"io.modelcontextprotocol/clientCapabilities":${capabilities}`),
  );
const sampling = "sampling/createMessage";
const elicitation = "elicitation/create";
const undeclared = ["violation client-capability-not-declared"];

const clientCapabilities: readonly Case[] = [
  ["sampling that was declared", () => declaring('{"sampling":{}}').line(request(1, sampling)), []],
  ["sampling", () => declaring("{}").line(request(1, sampling)), undeclared],
  ["roots", () => declaring('{"roots":7}').line(request(1, "roots/list")), undeclared],
  [
    "sampling with tools",
    () => declaring('{"sampling":{}}').line(request(1, sampling, '{"tools":[]}')),
    undeclared,
  ],
  [
    "sampling with context",
    () =>
      declaring('{"sampling":{}}').line(request(1, sampling, '{"includeContext":"thisServer"}')),
    ["warning client-capability-not-declared", deprecated],
  ],
  [
    "sampling with context, before it was a capability",
    () =>
      declaring('{"sampling":{}}', "2025-06-18").line(
        request(1, sampling, '{"includeContext":"thisServer"}'),
      ),
    [],
  ],
  [
    "a form where elicitation has no parts",
    () => declaring('{"elicitation":{}}').line(request(1, elicitation)),
    [],
  ],
  [
    "a form where only URLs were declared",
    () => declaring('{"elicitation":{"url":{}}}').line(request(1, elicitation)),
    undeclared,
  ],
  [
    "a URL where only forms were declared",
    () => declaring('{"elicitation":{"form":{}}}').line(request(1, elicitation, '{"mode":"url"}')),
    undeclared,
  ],
  ["a ping", () => declaring("{}").line(request(1, "ping")), []],
  ["a request where the handshake was not seen", () => piped().line(request(1, sampling)), []],
  [
    "inputs that were declared with the request",
    () =>
      capable('{"sampling":{},"elicitation":{}}').line(inputs(input(sampling), input(elicitation))),
    [deprecated],
  ],
  [
    "one of several inputs",
    () => capable('{"sampling":{}}').line(inputs(input(sampling), input(elicitation))),
    [...undeclared, deprecated],
  ],
  [
    "an input that only an earlier request declared",
    () =>
      capable('{"roots":{}}')
        .line(inputs(input("roots/list")))
        .write(modern(8, "tools/call", ',"io.modelcontextprotocol/clientCapabilities":{}'))
        .line(inputs(input("roots/list")).replace('"id":7', '"id":8')),
    // once for the connection, at its first use
    [deprecated, ...undeclared],
  ],
  ["inputs that are not an object", () => capable("{}").line(inputs().replace("{}", "7")), []],
];

function twoAsked(): Wire {
  return piped().write(request(1, "tools/list")).write(request(2, "prompts/list"));
}

const withProgress = (method = "tools/list") =>
  piped().write(request(1, method, '{"_meta":{"progressToken":"t"}}'));
const closed = {
  kind: "connection",
  direction: "none",
  exchangeId: undefined,
  phase: "closed",
  label: "server",
} as const;
const progress = (value: number) => notice("progress", `{"progressToken":"t","progress":${value}}`);

const asked = (wire = posted()) => wire.post(request(1, "tools/call"));

const overHttp: readonly Case[] = [
  ["a correct exchange", () => asked().head(200, json).body(result(1)).end(), []],
  [
    "a type with parameters",
    () => asked().head(200, "application/json; charset=utf-8").body(result(1)).end(),
    [],
  ],
  [
    "an answer in the response to another request",
    () =>
      asked()
        .post(request(2, "tools/list"), "y")
        .head(200, json, [], "y")
        .body(result(1), "y")
        .end("complete", "y"),
    ["warning answer-on-other-stream"],
  ],
  [
    "an answer on the GET stream",
    () =>
      asked()
        .ask("GET", [], "g")
        .head(200, stream, [], "g")
        .block(event(result(1)), "g"),
    ["violation answer-on-listening-stream"],
  ],
  [
    "an answer on a resumed stream",
    () =>
      asked()
        .head(200, stream)
        .block("id: 1\ndata:\n\n")
        .end()
        .ask("GET", [["Last-Event-ID", "1"]], "g")
        .head(200, stream, [], "g")
        .block(event(result(1)), "g"),
    [],
  ],
  [
    "an event repeated after resumption",
    () =>
      asked()
        .head(200, stream)
        .block(`id: 1\n${event(notice("message"))}`)
        .end()
        .ask("GET", [["Last-Event-ID", "1"]], "g")
        .head(200, stream, [], "g")
        .block(`id: 1\n${event(result(1))}`, "g"),
    [],
  ],
  [
    "an event id used again",
    () =>
      asked()
        .head(200, stream)
        .block(`id: 1\n${event(notice("message"))}`)
        .block(`id: 1\n${event(result(1))}`)
        .end(),
    ["violation event-id-reused"],
  ],
  [
    "the id of a request rejected by its status, used again",
    () => asked().head(404).end().post(request(1, "tools/list"), "y").head(200, json, [], "y"),
    [],
  ],
  [
    "a stream without the answer",
    () => asked().head(200, stream).block(": hello\n\n").end(),
    ["warning stream-without-answer"],
  ],
  [
    "a stream that breaks",
    () => asked().head(200, stream).rest("data: {").end("failed"),
    ["warning event-never-ended", "warning stream-broken"],
  ],
  [
    "a stream aborted in the middle of an event",
    () =>
      asked()
        .head(200, stream)
        .block(event(result(1)))
        .rest("data: {")
        .end("aborted"),
    [],
  ],
  [
    "a line feed after the last event",
    () =>
      asked()
        .head(200, stream)
        .block(`data: ${result(1)}\r\n\r`)
        .rest("\n")
        .end(),
    [],
  ],
  ["a refused connection", () => asked().end("failed"), []],
  [
    "a request that is aborted",
    () => asked().head(200, stream).wait(30).end("aborted"),
    ["note given-up"],
  ],
  [
    "a stream left open for a moment",
    () =>
      asked()
        .head(200, stream)
        .block(event(result(1)))
        .wait(900)
        .end("aborted"),
    [],
  ],
  [
    "a stream left open",
    () =>
      asked()
        .head(200, stream)
        .block(event(result(1)))
        .wait(1100)
        .end("aborted"),
    ["warning stream-left-open"],
  ],
  [
    "a message after the answer",
    () =>
      asked()
        .head(200, stream)
        .block(event(result(1)))
        .block(event(notice("message")))
        .end(),
    ["warning message-after-answer"],
  ],
  ["an error status", () => asked().head(500, "text/plain").page("Oops").end(), []],
  ["no GET", () => posted().ask("GET").head(405).end(), []],
  ["a rejected DELETE", () => posted().ask("DELETE").head(405).end(), []],
  [
    "a page for a GET",
    () => posted().ask("GET").head(200, "text/html").page("Hello").end(),
    ["note get-without-stream"],
  ],
  [
    "a notification answered with 200",
    () => posted().post(notice("initialized")).head(200).end(),
    ["violation wrong-success-status"],
  ],
  ["a rejected notification", () => posted().post(notice("initialized")).head(400, json).end(), []],
  [
    "no content type",
    () => asked().head(200).body(result(1)).end(),
    ["violation wrong-content-type"],
  ],
  [
    "a session id with a space",
    () => posted("2025-11-25", "a b"),
    ["violation session-id-not-visible-ascii"],
  ],
  ["a masked session id of a restored log", () => posted("2025-11-25", "••••••••"), []],
  [
    "an empty session id",
    () => posted("2025-11-25", ""),
    ["violation session-id-not-visible-ascii"],
  ],
  [
    "a body with 202, whatever it contains",
    () =>
      posted()
        .post(notice("roots/list_changed"), "r")
        .head(202, json, [], "r")
        .body(result("unknown"), "r")
        .end("complete", "r"),
    ["violation body-with-202"],
  ],
  [
    "a changed session id",
    () =>
      asked()
        .head(200, json, [["mcp-session-id", "t"]])
        .body(result(1))
        .end(),
    ["warning session-id-changed"],
  ],
];

const overOldHttp: readonly Case[] = [
  [
    "answers arrive on the stream",
    () =>
      createWire()
        .ask("GET", [], "g")
        .head(200, stream, [], "g")
        .block("event: endpoint\ndata: /post\n\n", "g")
        .post(initialize("2024-11-05"))
        .head(202)
        .page("Accepted")
        .end()
        .block(event(agreed("2024-11-05")), "g")
        .post(notice("initialized"), "n")
        .head(200, "text/plain", [], "n")
        .end("complete", "n"),
    [deprecated],
  ],
];

/** The metadata of an authorization server, and a request to it. */
const authorization = (metadata: object, body: string, wire = posted()) =>
  wire.page(JSON.stringify(metadata), "m").turn(
    {
      kind: "http-request",
      direction: "out",
      exchangeId: "r",
      service: "authorization",
      http: { method: "POST", url: "https://auth.example/register", headers: [] },
    },
    new TextEncoder().encode(body),
  );
const registration = JSON.stringify({ redirect_uris: ["http://127.0.0.1:1/callback"] });

const deprecatedFeatures: readonly Case[] = [
  ["a client that is registered dynamically", () => authorization({}, registration), [deprecated]],
  [
    "a client that is registered although documents are taken",
    () => authorization({ client_id_metadata_document_supported: true }, registration),
    [],
  ],
  ["a token", () => authorization({}, "grant_type=authorization_code&redirect_uris=x"), []],
  [
    "logging, declared in the first revision that deprecates it",
    () => createWire().write(probe).line(result(1, '{"capabilities":{"logging":{}}}')),
    [deprecated],
  ],
  [
    "logging, not declared",
    () => createWire().write(probe).line(result(1, '{"capabilities":{"tools":{}}}')),
    [],
  ],
  ["logging, declared in an earlier revision", () => piped("2025-11-25"), []],
  [
    "sampling and roots in an earlier revision",
    () =>
      declaring('{"sampling":{},"roots":{}}')
        .line(request(1, sampling))
        .line(request(2, "roots/list")),
    [],
  ],
  [
    "each feature once",
    () =>
      capable('{"sampling":{},"roots":{}}')
        .line(inputs(input(sampling), input(sampling), input("roots/list")))
        .write(
          modern(8, "tools/call", ',"io.modelcontextprotocol/clientCapabilities":{"roots":{}}'),
        )
        .line(inputs(input("roots/list")).replace('"id":7', '"id":8')),
    [deprecated, deprecated],
  ],
];

const listen = (wire = createWire()) =>
  wire.post(modern(1, "subscriptions/listen")).head(200, stream);
const called = (more?: string) =>
  createWire()
    .post(modern(1, "tools/call", more))
    .head(200, stream);

const overModernHttp: readonly Case[] = [
  [
    "a subscription",
    () =>
      listen()
        .block(event(notice("subscriptions/acknowledged")))
        .block(event(notice("tools/list_changed")))
        .block(event(result(1)))
        .end(),
    [],
  ],
  ["a cancelled subscription", () => listen().end("aborted"), []],
  [
    "a subscription that breaks",
    () => listen().end("failed"),
    ["note subscription-ended-silently"],
  ],
  ["a subscription that ends", () => listen().end(), ["note subscription-ended-silently"]],
  [
    "a subscription cancelled by the server",
    () =>
      listen()
        .block(event(notice("cancelled", '{"requestId":1}')))
        .block(event(result(1)))
        .end(),
    [],
  ],
  [
    "another request cancelled by the server",
    () =>
      called()
        .block(event(notice("cancelled", '{"requestId":1}')))
        .block(event(result(1)))
        .end(),
    ["violation cancel-of-unknown-request"],
  ],
  [
    "progress on a subscription",
    () =>
      listen()
        .block(event(notice("message")))
        .block(event(result(1)))
        .end(),
    ["violation notice-on-subscription"],
  ],
  [
    "a change in the response to a call",
    () =>
      called()
        .block(event(notice("tools/list_changed")))
        .block(event(result(1)))
        .end(),
    ["violation change-outside-subscription"],
  ],
  [
    "log messages that were not requested",
    () =>
      called()
        .block(event(notice("message")))
        .block(event(result(1)))
        .end(),
    ["violation log-not-asked-for"],
  ],
  [
    "requested log messages",
    () =>
      called(',"io.modelcontextprotocol/logLevel":"info"')
        .block(event(notice("message")))
        .block(event(result(1)))
        .end(),
    [],
  ],
  [
    "a session id",
    () =>
      createWire()
        .post(modern(1, "tools/list"))
        .head(200, json, [["mcp-session-id", "s"]])
        .body(result(1))
        .end(),
    ["note session-in-modern-era"],
  ],
  [
    "an id used again after its answer",
    () =>
      called()
        .block(event(result(1)))
        .end()
        .post(modern(1, "tools/list"), "y"),
    [],
  ],
  [
    "an id used again before its answer",
    () => called().post(modern(1, "tools/list"), "y"),
    ["violation request-id-reused"],
  ],
  [
    "event ids, which have no meaning here",
    () =>
      called()
        .block(`id: 1\n${event(notice("progress"))}`)
        .block(`id: 1\n${event(result(1))}`),
    [],
  ],
  [
    "a probe unknown to the server",
    () =>
      createWire()
        .post(modern(1, "server/discover"))
        .head(400, "text/plain")
        .page("Bad Request")
        .end()
        .post(initialize("2025-11-25"), "i")
        .head(200, json, [["mcp-session-id", "s"]], "i")
        .body(agreed("2025-11-25"), "i")
        .end("complete", "i"),
    [],
  ],
];

describe.each([
  ["a probe", probes],
  ["over stdio", overPipes],
  ["of client capabilities that were not declared", clientCapabilities],
  ["over Streamable HTTP", overHttp],
  ["over HTTP+SSE", overOldHttp],
  ["of deprecated features", deprecatedFeatures],
  ["in the modern era", overModernHttp],
] as const)("%s", (_, cases) => {
  test.each(cases)("%s", (_name, wire, found) => {
    expect(wire().codes()).toEqual(found);
  });
});

test("a batch is parsed once, however many messages it has", () => {
  const wire = declaring('{"sampling":{},"roots":{}}');
  const batch = Array.from({ length: 200 }, (_, at) => request(at + 1, "roots/list"));
  const parse = vi.spyOn(JSON, "parse");
  onTestFinished(() => parse.mockRestore());
  wire.line(`[${batch.join(",")}]`);
  // to record it, and to check it
  expect(parse.mock.calls.length).toBeLessThan(5);
});

test("a finding names its entry, its evidence and the page of the rule", () => {
  const { found } = piped("2025-06-18").line(result("0"));
  expect(found).toEqual([
    {
      code: "answer-to-unknown-id",
      severity: "violation",
      seq: 3,
      evidence: { id: "0", asked: 0 },
      specUrl: "https://modelcontextprotocol.io/specification/2025-06-18/basic#responses",
    },
  ]);
});

test("no finding contains a session id", () => {
  const { found } = posted("2025-11-25", "top secret");
  expect(JSON.stringify(found)).not.toContain("top");
});

test("an answer is checked by the revision of its request", () => {
  const wire = createWire().write(modern(1, "server/discover")).write(initialize("2025-11-25"));
  const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}';
  wire.line(error);
  expect(wire.line(result(1)).found.at(-1)?.specUrl).toContain("/2026-07-28/");
});

test("connections do not share state", () => {
  const one = twoAsked();
  expect(piped().line(result(1)).codes()).toEqual(["violation answer-to-unknown-id"]);
  expect(one.codes()).toEqual([]);
});

test("an unknown revision uses the pages of the latest one before it", () => {
  expect(specPageUrl("2026-01-01", "progress")).toBe(specPageUrl("2025-11-25", "progress"));
  expect(specPageUrl("nonsense", "messages")).toBe(specPageUrl("2026-07-28", "messages"));
  expect(specPageUrl("1999", "http-sending")).toBe(specPageUrl("2024-11-05", "http-session"));
});

describe("limits of well-known clients are notes", () => {
  const texts = (length: number) =>
    JSON.stringify({ content: [{ type: "text", text: "x".repeat(length) }] });
  const structured = (length: number) =>
    JSON.stringify({ content: [], structuredContent: { text: "x".repeat(length) } });
  const picture = JSON.stringify({
    content: [{ type: "image", mimeType: "image/png", data: "x".repeat(200_000) }],
  });
  const tools = (count: number, nextCursor?: string) =>
    JSON.stringify({ tools: Array.from({ length: count }, () => ({})), nextCursor });
  const call = request(1, "tools/call", '{"name":"a"}');
  const listing = (id: number) => request(id, "tools/list");
  test.each<Case>([
    [
      "a small result",
      () =>
        piped()
          .write(call)
          .line(result(1, texts(99_000))),
      [],
    ],
    [
      "a large text",
      () =>
        piped()
          .write(call)
          .line(result(1, texts(101_000))),
      ["note large-result"],
    ],
    [
      "a large value",
      () =>
        piped()
          .write(call)
          .line(result(1, structured(101_000))),
      ["note large-result"],
    ],
    ["a large picture", () => piped().write(call).line(result(1, picture)), []],
    ["a call of a minute", () => piped().write(call).wait(60_000).line(result(1)), []],
    [
      "a call of longer",
      () => piped().write(call).wait(61_000).line(result(1)),
      ["note slow-call"],
    ],
    [
      "a list that takes long",
      () =>
        piped()
          .write(listing(1))
          .wait(61_000)
          .line(result(1, tools(3))),
      [],
    ],
    [
      "40 tools",
      () =>
        piped()
          .write(listing(1))
          .line(result(1, tools(40))),
      [],
    ],
    [
      "41 tools",
      () =>
        piped()
          .write(listing(1))
          .line(result(1, tools(41))),
      ["note many-tools"],
    ],
    [
      "130 tools on two pages, twice",
      () =>
        piped()
          .write(listing(1))
          .line(result(1, tools(100, "2")))
          .write(request(2, "tools/list", '{"cursor":"2"}'))
          .line(result(2, tools(30)))
          .write(listing(3))
          .line(result(3, tools(30))),
      ["note many-tools"],
    ],
  ])("%s", (_name, wire, found) => {
    const codes = wire().codes();
    expect(codes.filter((code) => !code.endsWith("deprecated-feature"))).toEqual(found);
  });
});

describe("schemas of tools are JSON Schema", () => {
  const list = (...types: readonly unknown[]) => {
    const schema = (type: unknown) => ({ type: "object", properties: { city: { type } } });
    const tools = types.map((type, index) => ({ name: `t${index}`, inputSchema: schema(type) }));
    return JSON.stringify({ tools });
  };
  const listed = (revision: string, answer: string) =>
    piped(revision, '{"tools":{}}')
      .write(request(1, "tools/list"))
      .line(result(1, answer))
      .codes()
      .filter((code) => code.endsWith("malformed-schema"));
  test.each([
    ["2025-11-25", ["violation malformed-schema"]],
    ["2025-06-18", ["warning malformed-schema"]],
  ])("a type that is none, at %s", (revision, found) => {
    expect(listed(revision, list("string", "strin"))).toEqual(found);
    expect(listed(revision, list("string", ["string", "null"]))).toEqual([]);
  });

  test("a mistake of a generator is reported ten times", () => {
    expect(listed("2025-11-25", list(...Array.from({ length: 50 }, () => "any")))).toHaveLength(10);
  });
});
