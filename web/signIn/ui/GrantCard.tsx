/** Shows the token in use: subject, scopes and expiry. */
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { decodeJwt } from "../../../shared/oauth/crypto/jwt.ts";
import { formatMs } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";
import styles from "./GrantCard.module.css";
import { JwtView } from "./JwtView.tsx";
import { useObservable } from "./useObservable.ts";

export function GrantCard({ engine }: { engine: AuthorizationEngine }) {
  const { authorization } = engine;
  const grant = useObservable(authorization.grant);
  const [isRefreshing, setRefreshing] = useState(false);
  if (!grant) return null;

  const refresh = async () => {
    setRefreshing(true);
    await authorization.refresh();
    setRefreshing(false);
  };
  const jwt = decodeJwt(grant.accessToken);
  const scopes = grant.grantedScopes ?? grant.requestedScopes;
  return (
    <section aria-label="Token in use" className={styles.card}>
      <dl className={styles.facts}>
        <Fact name="Issuer" value={grant.server.issuer} />
        <Fact name="Client" value={grant.client.clientId} />
        <Fact name="Resource" value={grant.indicator ?? "not named in the request"} />
        <Fact name="Scopes" value={scopes.length > 0 ? scopes.join(" ") : "none named"} />
        <Fact
          name="Token"
          value={`${grant.tokenType}${grant.refreshToken === undefined ? ", cannot be refreshed" : ", can be refreshed"}`}
        />
        <Row align="stretch" className={styles.fact}>
          <dt>Expires</dt>
          <dd>
            <Expiry at={grant.expiresAt} />
          </dd>
        </Row>
      </dl>
      {grant.refreshToken !== undefined && (
        <Button size="small" icon={RefreshCw} isBusy={isRefreshing} onPress={refresh}>
          Refresh token
        </Button>
      )}
      {jwt && <JwtView title="Decode access token" jwt={jwt} />}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <Row align="stretch" className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </Row>
  );
}

/** Counts down by the second. @param props.at Unix time in milliseconds */
function Expiry({ at }: { at: number | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  if (at === undefined) return "not specified by the server";
  const left = at - now;
  if (left <= 0) return `${formatSpan(-left)} ago`;
  return `in ${formatSpan(left)}`;
}

/** @param ms milliseconds */
function formatSpan(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return formatMs(seconds * 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return `${hours} h ${Math.floor((seconds % 3600) / 60)} min`;
}
