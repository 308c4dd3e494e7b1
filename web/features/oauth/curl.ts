/** A request of the flow as a command for a terminal, with its secrets covered. */
import { maskText, spansOf } from "../../../shared/log/mask.ts";
import type { FlowRequest } from "../../../shared/oauth/flow/flow.ts";

/** Stands where a secret was: a name for the person to replace. */
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

/** In single quotes, which a POSIX shell leaves alone. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
