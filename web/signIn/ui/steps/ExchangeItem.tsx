/** Shows one request of the flow with its raw response and verdict; it can be edited and sent again. */
import { Pencil, Waypoints } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { SecretSpan } from "../../../../shared/log/entry.ts";
import { maskHeaders, maskText, spansOf } from "../../../../shared/log/mask.ts";
import { decodeJwt } from "../../../../shared/oauth/crypto/jwt.ts";
import type { FlowExchange, Purpose } from "../../../../shared/oauth/flow/flow.ts";
import type { SectionName } from "../../../../shared/protocol/failures/sectionName.ts";
import type { Header } from "../../../../shared/protocol/headers.ts";
import { curlOf } from "../../../../shared/recording/export/curl.ts";
import { powerShellOf } from "../../../../shared/recording/export/powerShell.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { formatMs } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { HeaderList } from "../../../ui/HeaderList.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { purposeText } from "../../messages/authorizationMessages.ts";
import { sections } from "../../messages/authorizationSections.ts";
import type { AuthorizationFormStore } from "../../settings/authorizationForm.ts";
import type { AuthorizationEngine } from "../../store/authorizationEngine.ts";
import { JwtView } from "../JwtView.tsx";
import { ProblemNote } from "../ProblemNote.tsx";
import { RevealButton } from "../RevealButton.tsx";
import { SectionLink } from "../SectionLink.tsx";
import { EditRequest } from "./EditRequest.tsx";
import styles from "./ExchangeItem.module.css";

/** The section for a response that passed validation. */
const verdictSections: Readonly<Record<Purpose, SectionName>> = {
  "resource-metadata": "resource-metadata-response",
  "oauth-metadata": "server-metadata-response",
  "openid-metadata": "server-metadata-response",
  registration: "registration-response",
  "code-token": "token-response",
  "refresh-token": "token-response",
  "client-credentials-token": "token-response",
  "token-exchange": "token-exchange-response",
  "jwt-bearer-token": "token-response",
  revocation: "revocation-response",
};

interface ExchangeItemProps {
  readonly exchange: FlowExchange;
  readonly engine: AuthorizationEngine;
  readonly form: AuthorizationFormStore;
  readonly isRunning: boolean;
}

export function ExchangeItem({ exchange, engine, form }: ExchangeItemProps) {
  const { traffic, view } = useStores();
  const [chosen, setChosen] = useState<boolean>();
  const [isRevealed, setRevealed] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { request, answer, problems, purpose } = exchange;
  // A failed request opens, also when it fails while it is on screen.
  const isOpen = chosen ?? problems.some(({ severity }) => severity === "violation");
  const hasSecrets = request.secrets.length + (answer?.secrets.length ?? 0) > 0;
  const open = (secrets: readonly SecretSpan[]) => (isRevealed ? [] : secrets);
  const showInTraffic = () => {
    const first = traffic.log.snapshot().entries.find((entry) => entry.exchangeId === exchange.id);
    if (first) view.showEntry(first.seq);
  };
  const origin = URL.parse(request.url)?.origin ?? "";
  const isRelayed = useStore(
    form,
    ({ route, relayedOrigins }) => route === "relay" || relayedOrigins.includes(origin),
  );
  const throughRelay = () => {
    const { relayedOrigins } = form.getState();
    form.change({ relayedOrigins: [...relayedOrigins, origin] });
    void engine.authorization.resend(exchange.id, request).then(() => {
      if (!form.getState().isStepwise) engine.authorization.runThrough();
    });
  };
  const send = (url: string, headers: readonly Header[], body: string | undefined) => {
    setEditing(false);
    const changed = { method: request.method, url, headers, secrets: [] };
    void engine.authorization.resend(exchange.id, {
      ...changed,
      ...(body === undefined ? {} : { body }),
    });
  };
  return (
    <Disclosure
      title={`${purposeText[purpose]}${exchange.edited ? " (sent again)" : ""}`}
      hint={hintOf(exchange)}
      level={4}
      isOpen={isOpen}
      onOpenChange={setChosen}
      className={styles.exchange}
    >
      <Stack className={styles.parts}>
        {isEditing ? (
          <EditRequest request={request} onSend={send} onCancel={() => setEditing(false)} />
        ) : (
          <div className={styles.wire}>
            <p>
              {request.method} {maskText(request.url, spansOf(open(request.secrets), "url"))}
            </p>
            <HeaderList headers={maskHeaders(request.headers, open(request.secrets))} />
            {request.body !== undefined && (
              <pre className={styles.body}>
                {parted(maskText(request.body, spansOf(open(request.secrets), "body")))}
              </pre>
            )}
          </div>
        )}
        {answer && (
          <div className={styles.wire}>
            <p>
              {answer.status} {answer.statusText}
            </p>
            <HeaderList headers={maskHeaders(answer.headers, open(answer.secrets))} />
            {answer.text !== "" && (
              <JsonView
                text={maskText(answer.text, spansOf(open(answer.secrets), "body"))}
                label="Reply"
                pretty
                maxHeight="22rem"
              />
            )}
            <Jwts text={answer.text} />
          </div>
        )}
        {problems.map((problem) => (
          <ProblemNote
            key={`${problem.code} ${JSON.stringify(problem.evidence)}`}
            problem={problem}
            actions={
              problem.code === "unreachable" &&
              !isRelayed && (
                <Button size="small" icon={Waypoints} onPress={throughRelay}>
                  Send this step through the relay
                </Button>
              )
            }
          />
        ))}
        {answer && problems.length === 0 && (
          <p className={styles.fine}>
            Valid according to <SectionLink section={sections[verdictSections[purpose]]} />.
          </p>
        )}
        <Row gap={1} wraps>
          {hasSecrets && <RevealButton isRevealed={isRevealed} onChange={setRevealed} />}
          <CopyButton
            size="small"
            variant="quiet"
            label="Copy as curl"
            text={() => curlOf(request)}
          />
          <CopyButton
            size="small"
            variant="quiet"
            label="Copy as PowerShell"
            text={() => powerShellOf(request)}
          />
          {!isEditing && (
            <Button size="small" variant="quiet" icon={Pencil} onPress={() => setEditing(true)}>
              Edit and send again
            </Button>
          )}
          <Button size="small" variant="quiet" onPress={showInTraffic}>
            Show in Traffic
          </Button>
        </Row>
      </Stack>
    </Disclosure>
  );
}

function hintOf({ request, answer, startedAt, endedAt }: FlowExchange): string {
  const outcome = answer ? String(answer.status) : endedAt === undefined ? "…" : "no response";
  const took = endedAt === undefined ? "" : ` · ${formatMs(endedAt - startedAt)}`;
  return `${request.method} ${outcome}${took}`;
}

/** The tokens of a response that are JWTs. */
function Jwts({ text }: { text: string }) {
  return ["access_token", "id_token"].map((name) => {
    const token = getOwn(text, name);
    const jwt = token === undefined ? undefined : decodeJwt(token);
    return jwt && <JwtView key={name} title={`Decode ${name}`} jwt={jwt} />;
  });
}

function getOwn(text: string, name: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)?.[name];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Form parameters one per line; JSON unchanged. */
function parted(body: string): string {
  return body.startsWith("{") ? body : body.replaceAll("&", "\n&");
}
