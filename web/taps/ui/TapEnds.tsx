/** Client, tap and server in one line, with the messages counted in each direction. */
import { SquareTerminal } from "lucide-react";
import { formatTarget } from "../../../shared/config/target.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatCount } from "../../messages/quantities.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { useOpenServers } from "../../servers/hooks/useOpenServers.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ServerBadge } from "../../ui/lists/ServerBadge.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import type { ShownTap } from "../hooks/useShownTap.ts";
import { tapStateText } from "../messages/tapMessages.ts";
import { useTapSessions } from "./explorer/TapSessions.tsx";
import styles from "./TapView.module.css";

export function TapEnds({ tap: { serverId, opened } }: { readonly tap: ShownTap }) {
  const all = useConnection();
  const server = useOpenServers().find(({ id }) => id === serverId);
  const sessions = useTapSessions(serverId);
  const shown = sessions.find(({ connectionId }) => connectionId === opened.connectionId);
  const { out = 0, in: back = 0 } = shown ?? {};
  const { serverInfo } = connectedView(all)?.client.agreement ?? {};
  const isLive = opened.live?.kind === "live";
  return (
    <Stack gap={2}>
      <div className={styles.ends}>
        <section aria-label="Client" className={styles.end}>
          <Row gap={2}>
            <SquareTerminal aria-hidden="true" className={styles.icon} />
            <Heading level={2} size="body" isCut>
              {exactLine(opened.client ?? "Client", 60)}
            </Heading>
            {isLive && <Badge tone="in">live</Badge>}
          </Row>
          <Text size="small" tone="muted" isCut>
            {declaredText(opened.declares)}
          </Text>
        </section>
        <div className={styles.between}>
          <span role="img" aria-label={`${formatCount(out, "message")} to the server`}>
            → {out.toLocaleString("en")}
          </span>
          <span className={styles.tap}>{opened.isOfAgent ? "agent" : "tap"}</span>
          <span role="img" aria-label={`${formatCount(back, "message")} to the client`}>
            {back.toLocaleString("en")} ←
          </span>
        </div>
        <section aria-label="Server" className={styles.end}>
          <Row gap={2}>
            {server && (
              <span aria-hidden="true">
                <ServerBadge {...server.tag} name="" />
              </span>
            )}
            <Heading level={2} size="body" isCut>
              {exactLine([serverInfo?.name, serverInfo?.version].filter(Boolean).join(" "), 60) ||
                "Server"}
            </Heading>
          </Row>
          <Text size="small" tone="muted" isMono isCut>
            {all.connection ? exactLine(formatTarget(all.connection.target), 300) : ""}
          </Text>
        </section>
      </div>
      <Text as="p" size="small" tone={isLive ? "faint" : "warning"}>
        <span role="status" aria-label="Tap">
          {opened.live ? tapStateText(opened.live, opened.isOfAgent) : ""}
          {opened.skipped !== undefined &&
            ` ${formatCount(opened.skipped, "message")} too large to be shown.`}
        </span>
      </Text>
    </Stack>
  );
}

function declaredText(declares: readonly string[] | undefined): string {
  if (!declares) return "not connected yet";
  if (declares.length === 0) return "declares no capabilities";
  return `declares ${declares.map((name) => exactLine(name, 40)).join(", ")}`;
}
