/** Lists the servers of other clients; one that is opened shows what a tap changes in its configuration. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { posixCommand } from "../../../shared/config/posixText.ts";
import { hasPowerShell, powerShellCommand } from "../../../shared/config/powerShellText.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import type { ClientServer } from "../../../shared/relay/frames/tapFrames.ts";
import { formatWait } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useNow } from "../../stores/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { DiffTable } from "../../ui/diff/DiffTable.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { clientName, stateHint, stateText } from "../messages/tapClientMessages.ts";
import styles from "./TapClientDialog.module.css";

export function TapClientDialog({ onClose }: { readonly onClose: () => void }) {
  const { recordings: taps } = useStores().taps;
  const clients = useStore(taps, (state) => state.clients);
  const tapWords = useStore(taps, (state) => state.tapWords);
  useEffect(() => taps.findClients(), [taps]);
  const files = Map.groupBy(clients ?? [], ({ file }) => file);
  return (
    <Dialog title="Tap a client" size="large" isOpen onOpenChange={onClose}>
      <Stack gap={3}>
        <Text as="p" size="small" tone="muted">
          A tap stands between a client and its server, and this page shows what they say. Choose a
          server to see the change to the client’s file; you make it in a terminal.
        </Text>
        {clients?.length === 0 && (
          <p role="status">No servers were found in the files of other clients.</p>
        )}
        {tapWords && <ByHand words={tapWords} />}
        <Arrival onShow={onClose} />
        {[...files].map(([file, servers]) => (
          <section key={file} aria-label={`${clientName(servers[0])}, ${exactLine(file, 300)}`}>
            <Row gap={2} align="baseline" wraps>
              <Heading level={3} size="body">
                {clientName(servers[0])}
              </Heading>
              <code className={styles.file}>{exactLine(file, 300)}</code>
            </Row>
            {servers.map((server) => (
              <Server key={server.server} server={server} />
            ))}
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}

/** For a client whose file is not known. */
function ByHand({ words }: { readonly words: readonly string[] }) {
  return (
    <section aria-label="Any client">
      <Text as="p" size="small">
        For any other client, put this before the command of the server in the client’s
        configuration. Then start the client, or reload its servers.
      </Text>
      <CommandLine words={words} />
    </section>
  );
}

/** Waits for a tap that is not shown, and offers those that run. */
function Arrival({ onShow }: { readonly onShow: () => void }) {
  const { recordings: taps } = useStores().taps;
  const waiting = useStore(taps, (state) => state.waiting);
  if (waiting.length === 0) return <Waiting />;
  return waiting.slice(0, maxOffered).map((name) => {
    const shown = exactLine(name, 60);
    return (
      <div key={name} className={styles.arrival} data-is-here="">
        <StateGlyph state="ok" />
        <span role="status">{shown} is tapped.</span>
        <Button
          size="small"
          aria-label={`Show tap ${shown}`}
          onPress={() => {
            taps.show(name);
            onShow();
          }}
        >
          Show
        </Button>
      </div>
    );
  });
}

const maxOffered = 5;

function Waiting() {
  const now = useNow();
  const [since] = useState(now);
  return (
    <div className={styles.arrival}>
      <StateGlyph state="running" />
      <span role="status">Waiting for a client</span>
      <span role="timer" aria-label="Waited" className={styles.time}>
        {formatWait(now - since)}
      </span>
      <Text size="small" tone="muted">
        the tap appears here by itself
      </Text>
    </div>
  );
}

/** A command for the user's shell, to be copied. */
function CommandLine({ words: [program = "", ...rest] }: { readonly words: readonly string[] }) {
  const isPowerShell = hasPowerShell(navigator.platform);
  const command = (isPowerShell ? powerShellCommand : posixCommand)(program, rest);
  return (
    <Row gap={2} wraps>
      {isPowerShell && (
        <Text size="small" tone="muted">
          In PowerShell:
        </Text>
      )}
      <code className={styles.command}>{command}</code>
      <CopyButton size="small" text={command} label="Copy command" />
    </Row>
  );
}

function Server({ server }: { readonly server: ClientServer }) {
  const [isOpen, setOpen] = useState(false);
  const { client, server: name, state, before, after } = server;
  const option = state === "tapped" ? "--uninstall" : "--install";
  return (
    <Disclosure
      title={exactLine(name, 200)}
      hint={stateHint[state]}
      level={4}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      {isOpen && (
        <Stack gap={2} className={styles.change}>
          {before !== undefined && after !== undefined && (
            <DiffTable
              label="Change to the file"
              titles={["Now", "With the tap"]}
              before={before}
              after={after}
            />
          )}
          <Text as="p" size="small">
            {stateText[state]}
          </Text>
          {(state === "ready" || state === "tapped") && (
            <CommandLine words={["mcp-playground", "tap", option, client, name]} />
          )}
        </Stack>
      )}
    </Disclosure>
  );
}
