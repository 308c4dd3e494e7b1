/** Lists the clients of this machine; each shows the change that puts a tap before one of its servers. */
import { useState } from "react";
import { useStore } from "zustand";
import { posixCommand } from "../../../shared/config/posixText.ts";
import { hasPowerShell, powerShellCommand } from "../../../shared/config/powerShellText.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import type { ClientServer } from "../../../shared/relay/frames/tapFrames.ts";
import { formatCount } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { DiffTable } from "../../ui/diff/DiffTable.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { clientName, notFoundText, stateHint, stateText } from "../messages/tapClientMessages.ts";
import styles from "./TapWaiting.module.css";

export function FoundClients() {
  const { recordings: taps } = useStores().taps;
  const clients = useStore(taps, (state) => state.clients);
  if (!clients) return null;
  const files = Map.groupBy(clients, ({ file }) => file);
  return (
    <section aria-label="Clients of this machine">
      <Stack gap={2}>
        {files.size > 0 && (
          <>
            <Row gap={2} align="baseline">
              <Heading level={2} size="body">
                Or change the configuration of a client
              </Heading>
              <Text size="small" tone="muted">
                {formatCount(files.size, "file")} found
              </Text>
            </Row>
            <ul className={styles.clients}>
              {[...files].map(([file, servers]) => (
                <Client key={file} file={file} servers={servers} />
              ))}
            </ul>
          </>
        )}
        <Text as="p" size="small" tone="muted">
          <span role="status">{notFoundText(clients)}</span>
        </Text>
      </Stack>
    </section>
  );
}

function Client({ file, servers }: { file: string; servers: readonly ClientServer[] }) {
  const [isOpen, setOpen] = useState(false);
  const name = clientName(servers[0]);
  const shownFile = exactLine(file, 300);
  return (
    <li>
      <section aria-label={`${name}, ${shownFile}`}>
        <div className={styles.client}>
          <Text weight="medium">{name}</Text>
          <Text size="small" tone="muted" className={styles.file}>
            {formatCount(servers.length, "server")} · <code>{shownFile}</code>
          </Text>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={`Show the change: ${name}, ${shownFile}`}
            onPress={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide the change" : "Show the change"}
          </Button>
        </div>
        {isOpen && (
          <div className={styles.servers}>
            {servers.map((server) => (
              <Server key={server.server} server={server} isAlone={servers.length === 1} />
            ))}
          </div>
        )}
      </section>
    </li>
  );
}

function Server({ server, isAlone }: { server: ClientServer; isAlone: boolean }) {
  const [isOpen, setOpen] = useState(isAlone);
  const { client, server: name, state, before, after } = server;
  const option = state === "tapped" ? "--uninstall" : "--install";
  return (
    <Disclosure
      title={exactLine(name, 200)}
      hint={stateHint[state]}
      level={3}
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
      <code className={styles.line}>{command}</code>
      <CopyButton size="small" text={command} label="Copy command" />
    </Row>
  );
}
