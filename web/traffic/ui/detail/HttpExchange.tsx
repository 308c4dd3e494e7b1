/** Shows the HTTP exchange of a message: request, response and end. */

import { useEffect, useState } from "react";
import { decodeText } from "../../../../shared/core/bytes.ts";
import type {
  FrameEntry,
  HttpEndEntry,
  HttpRequestHead,
  HttpResponseHead,
  SecretSpan,
} from "../../../../shared/log/entry.ts";
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import { maskBytes, maskHeaders, maskText, spansOf } from "../../../../shared/log/mask.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { exchangeEndText } from "../../../servers/messages/exchangeEndMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { HeaderList } from "../../../ui/HeaderList.tsx";
import type { IndexedExchange } from "../messages/logIndex.ts";
import styles from "./HttpExchange.module.css";
import { relayedText } from "./relayedText.ts";

/** @param props.isRevealed shows secrets in the clear */
export function HttpExchange(props: { exchange: IndexedExchange; isRevealed: boolean }) {
  const { response, end, nonMessageFrames } = props.exchange;
  const request = props.exchange.departure ?? props.exchange.request;
  const open = (secrets: readonly SecretSpan[] = []) => (props.isRevealed ? [] : secrets);
  return (
    <div className={styles.parts}>
      {request?.http && <RequestPart http={request.http} secrets={open(request.secrets)} />}
      {response && <ResponsePart http={response.http} secrets={open(response.secrets)} />}
      {nonMessageFrames.length > 0 && (
        <NonMessageFrames
          nonMessageFrames={nonMessageFrames}
          count={nonMessageFrames.length}
          isRevealed={props.isRevealed}
        />
      )}
      <p className={styles.end}>{endText(end)}</p>
    </div>
  );
}

function RequestPart(props: { http: HttpRequestHead; secrets: readonly SecretSpan[] }) {
  const { http, secrets } = props;
  return (
    <>
      <p
        className={styles.line}
      >{`${http.method} ${maskText(http.url, spansOf(secrets, "url"))}`}</p>
      <HeaderList headers={maskHeaders(http.headers, secrets)} className={styles.headers} />
    </>
  );
}

function ResponsePart(props: { http: HttpResponseHead; secrets: readonly SecretSpan[] }) {
  const { http, secrets } = props;
  const relayed = relayedText(http);
  return (
    <>
      <p className={styles.line}>
        {`${http.httpVersion ? `HTTP/${http.httpVersion} ` : ""}${http.status} ${http.statusText}`}
        {http.redirected && ` from ${maskText(http.url, spansOf(secrets, "url"))}`}
      </p>
      {relayed.length > 0 && <p className={styles.relayed}>{relayed.join(" · ")}</p>}
      <HeaderList headers={maskHeaders(http.headers, secrets)} className={styles.headers} />
    </>
  );
}

function endText(end: HttpEndEntry | undefined): string {
  if (!end) return "The response is still open.";
  switch (end.outcome) {
    case "complete":
      return "The response is complete.";
    case "aborted":
      if (end.code === "timeout") return "Timed out before the response was complete.";
      return end.code === "closed"
        ? "The client disconnected before the response was complete."
        : "Cancelled by the client before the response was complete.";
    case "never-sent":
      if (end.code === "timeout") return "Not sent: timed out before.";
      return end.code === "closed"
        ? "Not sent: the client disconnected before."
        : "Cancelled before it was sent.";
    case "failed":
      return `Failed: ${exchangeEndText(end)}`;
  }
}

interface Props {
  /** All frames; the array grows. */
  readonly nonMessageFrames: readonly FrameEntry[];
  /** The current number of frames. */
  readonly count: number;
  readonly isRevealed: boolean;
}

/** Only the newest are shown, because a stream can have thousands of keep-alive comments. */
const maxShown = 20;

/** Lists what a stream carried besides messages: comments, ids, retry values. */
function NonMessageFrames({ nonMessageFrames, count, isRevealed }: Props) {
  const { log } = useStores().traffic;
  const [text, setText] = useState("");
  useEffect(() => {
    let isStale = false;
    const newest = nonMessageFrames.slice(Math.max(0, count - maxShown), count);
    Promise.all(newest.map((frame) => textOf(log, frame, isRevealed))).then(
      (texts) => isStale || setText(texts.join("").trim()),
      () => {}, // cleared in the meantime
    );
    return () => {
      isStale = true;
    };
  }, [log, nonMessageFrames, count, isRevealed]);
  return (
    <>
      <p className={styles.end}>
        {`The stream carried ${formatCount(count, "block")} without a message${count > maxShown ? `; the last ${maxShown} of them` : ""}:`}
      </p>
      <pre className={styles.nonMessageFrames}>{text}</pre>
    </>
  );
}

async function textOf(log: EventLog, entry: FrameEntry, isRevealed: boolean): Promise<string> {
  const bytes = await log.read(entry.seq);
  return decodeText(isRevealed ? bytes : maskBytes(bytes, spansOf(entry.secrets, "body")));
}
