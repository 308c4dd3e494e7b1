/** Formats a request of the flow as a curl command with masked secrets. */
import { maskText, spansOf } from "../../../shared/log/mask.ts";
import type { FlowRequest } from "../../../shared/oauth/flow/flow.ts";

/** The placeholder for a secret, which the user replaces. */
export function curlOf({ method, url, headers, body, secrets }: FlowRequest): string {
  const lines = [
    `curl -i ${method === "GET" ? "" : `-X ${method} `}${quoted(maskText(url, spansOf(secrets, "url")))}`,
    ...headers.map(([name, value]) => {
      const spans = spansOf(secrets, `header:${name.toLowerCase()}`);
      return `-H ${quoted(`${name}: ${maskText(value, spans)}`)}`;
    }),
    ...(body === undefined
      ? []
      : [`--data-raw ${quoted(maskText(body, spansOf(secrets, "body")))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Single quotes, in which a POSIX shell expands nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
