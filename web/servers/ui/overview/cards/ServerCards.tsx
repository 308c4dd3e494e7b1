/** Reads the card of a server beside what it says itself, and makes documents from what it says. */
import { FileJson2, IdCard } from "lucide-react";
import { useState } from "react";
import { compareCard } from "../../../../../shared/config/documents/compareCard.ts";
import {
  type CardRead,
  findServerCard,
} from "../../../../../shared/config/documents/readServerCard.ts";
import {
  checkServerDocument,
  type ServerDocumentKind,
} from "../../../../../shared/config/documents/serverDocument.ts";
import { showHidden } from "../../../../../shared/core/text/showHidden.ts";
import { demoUrl } from "../../../../../shared/demo/demoUrl.ts";
import { documentProblemText } from "../../../../../shared/messages/documentProblemText.ts";
import { maskedAddress } from "../../../../../shared/recording/maskTarget.ts";
import { formatSize } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Row, Stack } from "../../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../../../ui/primitives/Text.tsx";
import { useSettingsOf } from "../../../hooks/useServerSettings.ts";
import type { ConnectedView } from "../../../store/connections/connection.ts";
import { MadeDocumentDialog } from "./MadeDocumentDialog.tsx";
import styles from "./ServerCards.module.css";

export function ServerCards({ view }: { readonly view: ConnectedView }) {
  const { fetch, relay } = useStores();
  const { connection } = view;
  const { target } = connection;
  const { settings } = useSettingsOf(connection.serverId);
  const [read, setRead] = useState<CardRead | "reading">();
  const [made, setMade] = useState<ServerDocumentKind>();
  const isRelayed = settings.route === "relay";
  const isLive = connection.state.getState().kind === "connected";
  const canRead = target.kind === "http" && target.url !== demoUrl && isLive;
  const forward = relay.forwarding.available();

  const readThrough = async (send: typeof globalThis.fetch) => {
    if (target.kind !== "http") return;
    setRead("reading");
    setRead(await findServerCard(target.url, send));
  };
  return (
    <section aria-label="Card and registry">
      <Stack gap={2}>
        <Row wraps>
          <Heading level={3}>Card and registry</Heading>
          {canRead && (
            <Button
              size="small"
              isBusy={read === "reading"}
              onPress={() => void readThrough(isRelayed ? relay.forwarding.fetch : fetch)}
            >
              {read === undefined ? "Read the card" : "Read the card again"}
            </Button>
          )}
          {target.kind === "http" && (
            <Button size="small" icon={IdCard} onPress={() => setMade("server-card")}>
              Make a card
            </Button>
          )}
          <Button size="small" icon={FileJson2} onPress={() => setMade("server-json")}>
            Make server.json
          </Button>
        </Row>
        <div role="status" aria-label="Server card">
          {read !== undefined && read !== "reading" && read.kind !== "card" && (
            <Text as="p" size="small">
              {read.kind === "status"
                ? `There is no card at ${shownAddress(read.address)}, which answers with the status ${read.status}, and the catalogue of its host names none.`
                : `The card at ${shownAddress(read.address)} could not be read: ${showHidden(read.reason, 300)}. Its host may not answer, may redirect, or may not allow this page (CORS).`}
            </Text>
          )}
        </div>
        {read !== undefined && read !== "reading" && read.kind === "card" && (
          <ReadCard read={read} view={view} />
        )}
        {read !== undefined &&
          read !== "reading" &&
          read.kind === "unread" &&
          forward &&
          !isRelayed && (
            <Row>
              <Button size="small" onPress={() => void readThrough(forward)}>
                Read through the relay
              </Button>
            </Row>
          )}
      </Stack>
      {made && <MadeDocumentDialog kind={made} view={view} onClose={() => setMade(undefined)} />}
    </section>
  );
}

const outcomes = {
  same: { state: "ok", words: "the same", tone: "ok" },
  differs: { state: "failed", words: "differs", tone: "violation" },
  missing: { state: "warning", words: "in one only", tone: "warning" },
} as const;

/** Without what looks like a key in its path. */
const shownAddress = (url: string) => maskedAddress({ kind: "http", url });

function ReadCard({
  read,
  view,
}: {
  readonly read: Extract<CardRead, { kind: "card" }>;
  readonly view: ConnectedView;
}) {
  const { target } = view.connection;
  if (target.kind !== "http") return null;
  const { receivedInfo = {}, revision } = view.client.agreement;
  const compared = compareCard(read.card, { info: receivedInfo, revision, url: target.url });
  const problems = checkServerDocument(read.card, "server-card");
  const shownUrl = maskedAddress(target);
  const countOf = (outcome: keyof typeof outcomes) =>
    compared.filter((each) => each.outcome === outcome).length;
  return (
    <>
      <Row wraps gap={4}>
        {(["differs", "missing", "same"] as const).map((outcome) => (
          <Text key={outcome} size="small">
            <Text weight="strong" tone={countOf(outcome) > 0 ? outcomes[outcome].tone : "muted"}>
              {countOf(outcome)}
            </Text>{" "}
            {outcome === "differs" ? "differ" : outcomes[outcome].words}
          </Text>
        ))}
        <Text size="small" tone="muted">
          read from {shownAddress(read.address)}, {formatSize(read.bytes)}
        </Text>
      </Row>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label="Server card and what the server says">
          <thead>
            <tr>
              <th scope="col">member</th>
              <th scope="col">server card</th>
              <th scope="col">server, now</th>
              <th scope="col">compared</th>
            </tr>
          </thead>
          <tbody>
            {compared.map(({ member, card, server, outcome }) => (
              <tr key={member} data-outcome={outcome}>
                <th scope="row">{member}</th>
                <td>
                  {card === undefined ? <Text tone="muted">not named</Text> : showHidden(card)}
                </td>
                <td>
                  {server === undefined ? (
                    <Text tone="muted">not named</Text>
                  ) : (
                    showHidden(member === "address" ? shownUrl : server)
                  )}
                </td>
                <td>
                  <Row as="span" gap={1}>
                    <StateGlyph state={outcomes[outcome].state} />
                    {outcomes[outcome].words}
                  </Row>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length > 0 && (
        <ul aria-label="Problems of the card" className={styles.problems}>
          {problems.slice(0, 50).map((problem) => (
            <li key={`${problem.at} ${problem.rule}`}>
              <Text isMono>{problem.at}</Text> {showHidden(documentProblemText(problem))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
