/** The trace context that a client sends in `_meta`, so that spans of a server join its trace. */

/** What the user wants to be sent. */
export interface TraceSettings {
  /** `auto` starts a trace for the connection, with a span for each request; a value is sent as it is; none if empty. */
  readonly parent: string;
  /** Sent with it; none if empty. */
  readonly state: string;
}

/** @see https://www.w3.org/TR/trace-context/#traceparent-header-field-values */
export function isTraceparent(text: string): boolean {
  return /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text);
}

/** Members of a list, and its characters. */
const [maxMembers, maxLength] = [32, 512];

/** @see https://www.w3.org/TR/trace-context/#tracestate-header-field-values */
export function isTracestate(text: string): boolean {
  if (text.length > maxLength) return false;
  const members = text.split(",").map((each) => each.trim());
  const keys = members.map((each) => each.slice(0, each.indexOf("=")));
  return (
    members.length <= maxMembers &&
    members.every((each) =>
      /^[a-z0-9][a-z0-9_\-*/]{0,240}(?:@[a-z][a-z0-9_\-*/]{0,13})?=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/.test(
        each,
      ),
    ) &&
    new Set(keys).size === keys.length
  );
}

/**
 * Returns the members of `_meta` of each request; an invalid value is not sent.
 * @param randomBytes returns random bytes
 * @see https://modelcontextprotocol.io/seps/414-request-meta
 */
export function createTraceContext(
  settings: () => TraceSettings,
  randomBytes: (length: number) => Uint8Array,
): (requestId: number) => Readonly<Record<string, string>> {
  let trace: string | undefined;
  /** The same request may be composed several times before it is sent. */
  let last: { readonly requestId: number; readonly span: string } | undefined;
  const hex = (length: number) => {
    const bytes = randomBytes(length);
    // zeros alone are invalid
    if (bytes.every((byte) => byte === 0)) bytes[0] = 1;
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return (requestId) => {
    const { parent, state } = settings();
    if (parent !== "auto" && !isTraceparent(parent)) return {};
    if (parent === "auto" && last?.requestId !== requestId) last = { requestId, span: hex(8) };
    if (parent === "auto") trace ??= hex(16);
    const value = parent === "auto" ? `00-${trace}-${last?.span}-01` : parent;
    return {
      traceparent: JSON.stringify(value),
      ...(isTracestate(state) && { tracestate: JSON.stringify(state) }),
    };
  };
}
