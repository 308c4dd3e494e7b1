/** Lists the facts about an exchange that the relay reports and a browser does not reveal. */
import type { HttpResponseHead } from "../../../../shared/log/entry.ts";
import { maskText } from "../../../../shared/log/mask.ts";
import { urlSecrets } from "../../../../shared/log/urlSecrets.ts";
import { formatMs } from "../../../messages/quantities.ts";

/** Facts in chronological order; none when the browser carried the exchange. */
export function relayedText(http: HttpResponseHead): string[] {
  const { httpVersion, remote, timing, tls, hops } = http;
  if (httpVersion === undefined) return [];
  const phase = (name: string, ms: number | undefined) =>
    ms === undefined ? [] : [`${name} ${formatMs(ms)}`];
  return [
    ...(hops ?? []).map(
      ({ status, location }) => `${status} to ${maskText(location, urlSecrets(location))}`,
    ),
    ...(remote === undefined ? [] : [`from ${remote}`]),
    ...phase("DNS lookup in", timing?.dnsMs),
    ...phase("connected in", timing?.connectMs),
    ...(timing && timing.connectMs === undefined ? ["over a reused connection"] : []),
    ...phase("TLS in", timing?.tlsMs),
    ...phase("response in", timing?.waitMs),
    ...(tls ? [`${tls.protocol} ${tls.cipher}`, `certificate ${tls.certificate.fingerprint}`] : []),
  ];
}
