/** A request of the flow as a command line, without its secrets. */
import type { SecretSpan } from "../log/entry.ts";
import type { FlowRequest } from "./flow.ts";

/**
 * Writes a request for `curl`, for a POSIX shell; each secret becomes a name in angle brackets.
 * @param request as it was or would be sent
 */
export function curlOf({ method, url, headers, body, secrets }: FlowRequest): string {
  const at = (part: SecretSpan["part"]) => secrets.filter((span) => span.part === part);
  const parts = [
    `curl -X ${method} ${quote(withoutSecrets(url, at("url")))}`,
    ...headers.map(([name, value]) => {
      const shown = withoutSecrets(value, at(`header:${name.toLowerCase()}`));
      return `-H ${quote(`${name}: ${shown}`)}`;
    }),
    ...(body === undefined ? [] : [`--data-raw ${quote(withoutSecrets(body, at("body")))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** @param spans in UTF-16 units, in any order; they may overlap */
export function withoutSecrets(text: string, spans: readonly SecretSpan[]): string {
  const ordered = spans.toSorted((one, other) => one.start - other.start);
  let shown = "";
  let at = 0;
  for (const { start, end } of ordered) {
    if (end <= at) continue;
    if (start >= at) shown += `${text.slice(at, start)}<secret>`;
    at = end;
  }
  return shown + text.slice(at);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
