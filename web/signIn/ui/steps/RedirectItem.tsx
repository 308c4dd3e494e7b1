/** Shows an authorization redirect: the URL the user was sent to, and the response. */
import { useState } from "react";
import { maskText, spansOf } from "../../../../shared/log/mask.ts";
import type { FlowRedirect } from "../../../../shared/oauth/flow/flow.ts";
import { formatMs } from "../../../messages/quantities.ts";
import { cx } from "../../../ui/cx.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { HeaderList } from "../../../ui/HeaderList.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { RevealButton } from "../RevealButton.tsx";
import styles from "./ExchangeItem.module.css";

/** Redirect parameters that are not secret. */
const open = ["error", "error_description", "error_uri", "iss"];

/** @param props.isOver whether a response can no longer arrive */
export function RedirectItem({ visit, isOver }: { visit: FlowRedirect; isOver: boolean }) {
  const [isRevealed, setRevealed] = useState(false);
  const { url, returned, secrets, startedAt, endedAt } = visit;
  const took = endedAt === undefined ? "" : ` · ${formatMs(endedAt - startedAt)}`;
  const shown = maskText(url, isRevealed ? [] : spansOf(secrets, "url"));
  return (
    <Disclosure
      title="Redirect to the authorization endpoint"
      hint={`${returned ? "redirected back" : endedAt === undefined && !isOver ? "waiting" : "no redirect"}${took}`}
      level={4}
      className={styles.exchange}
    >
      <Stack className={styles.parts}>
        <pre className={cx(styles.wire, styles.body)}>{parted(shown)}</pre>
        {returned && (
          <div className={styles.wire}>
            <p>Redirected back with</p>
            <HeaderList
              headers={returned.map(([name, value]) => [
                name,
                isRevealed || open.includes(name) ? value : "••••••••",
              ])}
            />
          </div>
        )}
        <Row gap={1} wraps>
          <RevealButton isRevealed={isRevealed} onChange={setRevealed} />
        </Row>
      </Stack>
    </Disclosure>
  );
}

/** A URL with one parameter per line. */
function parted(url: string): string {
  return url.replace("?", "\n?").replaceAll("&", "\n&");
}
