/** The tab Tap: client and server, messages that wait, rules, and a message of the user's; without a tap, how to get one. */
import { Plug, RotateCw, UserRoundCog } from "lucide-react";
import { useStore } from "zustand";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { type ShownTap, useShownTap } from "../hooks/useShownTap.ts";
import { publicTexts } from "../messages/tapMessages.ts";
import type { TapControl } from "../store/tapControl.ts";
import { OwnMessage } from "./OwnMessage.tsx";
import { PausedMessages } from "./PausedMessages.tsx";
import { TapEnds } from "./TapEnds.tsx";
import { TapRules } from "./TapRules.tsx";
import styles from "./TapView.module.css";
import { TapWaiting } from "./TapWaiting.tsx";

export function TapView() {
  const tap = useShownTap();
  if (!tap) return <TapWaiting />;
  const { serverId, control } = tap;
  return (
    <div key={serverId} className={styles.view}>
      <TapEnds tap={tap} />
      {control && (
        <>
          <PublicAddress control={control} />
          <PausedMessages control={control} />
          <TapRules serverId={serverId} control={control} />
          <OwnMessage control={control} />
        </>
      )}
      {control && <Restart control={control} />}
      <Connections tap={tap} />
    </div>
  );
}

/** Says that others than this machine's clients reach the server, as long as they do. */
function PublicAddress({ control }: { readonly control: TapControl }) {
  const { publicAt, sessions } = useStore(control.state);
  if (publicAt === undefined || sessions === 0) return null;
  const { title, more } = publicTexts(publicAt);
  return (
    <Notice severity="warning" title={title} isLive={false}>
      {more}
    </Notice>
  );
}

/** Starts the server anew, where its tap can do that. */
function Restart({ control }: { readonly control: TapControl }) {
  const { restarts, sessions } = useStore(control.state);
  if (!restarts || sessions === 0) return null;
  return (
    <Row gap={2} wraps>
      <Button icon={RotateCw} onPress={control.restart}>
        Restart server
      </Button>
      <Text size="small" tone="muted">
        The client stays connected; what it asks meanwhile waits.
      </Text>
    </Row>
  );
}

/** Ways from what another client does to calls of the user's own. */
function Connections({ tap: { serverId, opened } }: { readonly tap: ShownTap }) {
  const { connections, servers, traffic } = useStores();
  const { state } = useConnection();
  if (state.kind !== "recorded") return null;
  const connectAsClient = async () => {
    const { connectAsClient } = await import("../../sessions/store/connectAsClient.ts");
    const { connect } = connections.connector;
    await connectAsClient(serverId, { log: traffic.log, servers: servers.all, connect });
  };
  return (
    <Row gap={2} wraps>
      <Button icon={Plug} onPress={connections.connector.connect}>
        Connect and try it
      </Button>
      {opened.client && (
        <Button icon={UserRoundCog} onPress={() => void connectAsClient()}>
          Connect as this client
        </Button>
      )}
    </Row>
  );
}
