/** Exports the calls of a recording as spans in the JSON form of OTLP. */
import type { Recording } from "../recording.ts";
import { type ExportChoice, exportedCalls, type RecordedCall } from "./exchanges.ts";

const [clientKind, errorStatus] = [3, 2];

/**
 * Exports one span per request of the client.
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/
 */
export function exportOtlp(recording: Recording, choice: ExportChoice = {}): string {
  const spans = exportedCalls(recording, choice).map((call, index) =>
    otlpSpan(recording, call, index),
  );
  return `${JSON.stringify(otlpDocument(spans), undefined, 2)}\n`;
}

export type OtlpSpan = ReturnType<typeof otlpSpan>;

/** UTF-16 code units of a name. */
const maxName = 300;

/** @param index counts the spans of the recording */
export function otlpSpan(recording: Recording, call: RecordedCall, index: number) {
  const start = Date.parse(recording.startedAt ?? "") || 0;
  const traceId = hexOf(`${recording.startedAt} ${JSON.stringify(recording.server)}`, 32);
  const parts = [call.method, targetOf(call)].filter((part) => part !== undefined);
  return {
    traceId,
    spanId: hexOf(`${traceId} ${index}`, 16),
    name: parts.join(" ").slice(0, maxName),
    kind: clientKind,
    startTimeUnixNano: nanoseconds(start, call.startedAt),
    endTimeUnixNano: nanoseconds(start, call.endedAt ?? call.cancelledAt ?? call.startedAt),
    attributes: attributesOf(call),
    ...(call.isError ? { status: { code: errorStatus } } : {}),
  };
}

/** @see https://opentelemetry.io/docs/specs/otlp/#otlphttp-request */
export function otlpDocument(spans: readonly OtlpSpan[]) {
  const resource = { attributes: [attribute("service.name", "mcp-playground")] };
  const scope = { name: "mcp-playground.recording", version: "1" };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
}

function attributesOf(call: RecordedCall) {
  const { method, id, connection, isError, initiator, personMs } = call;
  const target = targetOf(call);
  return [
    attribute("mcp.method.name", method),
    attribute("jsonrpc.request.id", String(id)),
    ...(connection?.revision === undefined
      ? []
      : [attribute("mcp.protocol.version", connection.revision)]),
    ...(connection
      ? [attribute("network.transport", connection.server.kind === "http" ? "tcp" : "pipe")]
      : []),
    ...(method === "tools/call" && target !== undefined
      ? [attribute("gen_ai.tool.name", target)]
      : []),
    ...(initiator ? [attribute("mcp_playground.initiator.kind", initiator.kind)] : []),
    ...(initiator?.id === undefined
      ? []
      : [attribute("mcp_playground.initiator.id", initiator.id)]),
    // a span is from its beginning to its end, whoever was waited for
    ...(personMs === undefined
      ? []
      : [attribute("mcp_playground.person_wait_ms", String(Math.round(personMs)))]),
    ...(isError ? [attribute("error.type", "tool_error")] : []),
  ];
}

function attribute(key: string, value: string) {
  return { key, value: { stringValue: value.slice(0, maxName) } };
}

/** The name of the tool or prompt. */
function targetOf({ method, params }: RecordedCall): string | undefined {
  if (params?.kind !== "object" || !/^(?:tools|prompts)\//.test(method)) return undefined;
  const name = params.members.find(({ key }) => key === "name")?.value;
  return name?.kind === "string" ? name.value : undefined;
}

function nanoseconds(start: number, at: number): string {
  return String(BigInt(start) * 1_000_000n + BigInt(Math.round(at * 1_000_000)));
}

/** Hexadecimal digits that are the same for the same text (FNV-1a, as many rounds as needed). */
function hexOf(text: string, digits: number): string {
  let hex = "";
  for (let round = 0; hex.length < digits; round++) {
    let hash = 0x811c9dc5 ^ round;
    for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
    hex += (hash >>> 0).toString(16).padStart(8, "0");
  }
  return hex.slice(0, digits);
}
