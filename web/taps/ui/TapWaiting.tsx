/** How to get a tap: the command to copy, a line that waits for a client, and the clients of this machine. */
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatMs } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useNow } from "../../stores/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { missingCauses } from "../messages/tapClientMessages.ts";
import { runningText } from "../messages/tapMessages.ts";
import {
  exampleRelay,
  exampleServers,
  type TapVariant,
  tapAddress,
  tapText,
} from "../store/tapCommands.ts";
import { FoundClients } from "./FoundClients.tsx";
import styles from "./TapWaiting.module.css";

export function TapWaiting() {
  const { recordings: taps } = useStores().taps;
  const canFind = useStore(taps, (state) => state.canFindClients);
  useEffect(() => {
    if (canFind) taps.findClients();
  }, [taps, canFind]);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <Stack gap={1}>
          <Heading level={1} size="title">
            Tap a client
          </Heading>
          <Text as="p" tone="muted">
            See what Claude Code, Cursor, VS Code or your own client really sends. A tap passes
            everything on unchanged.
          </Text>
        </Stack>
        <Step number={1} title="Put this before your server’s command">
          <TapCommand />
        </Step>
        <Step number={2} title="Start the client, or reload its servers">
          <Arrival />
        </Step>
        {canFind && <FoundClients />}
      </div>
    </div>
  );
}

function Step(props: { number: number; title: string; children: ReactNode }) {
  return (
    <section aria-label={props.title} className={styles.step}>
      <span aria-hidden="true" className={styles.number}>
        {props.number}
      </span>
      <Stack gap={2}>
        <Heading level={2} size="body">
          {props.title}
        </Heading>
        {props.children}
      </Stack>
    </section>
  );
}

const variants: readonly { id: TapVariant; label: string }[] = [
  { id: "command", label: "Command" },
  { id: "json", label: "JSON" },
  { id: "claude", label: "claude mcp add" },
  { id: "http", label: "HTTP server" },
  { id: "hosted", label: "Hosted client" },
];

const serverLabels: { readonly [K in TapVariant]?: string } = {
  http: "Your server’s URL",
  hosted: "Your server’s command or URL",
};

/** One text to copy; its form is that which the client wants. */
function TapCommand() {
  const { recordings: taps } = useStores().taps;
  const words = useStore(taps, (state) => state.tapWords);
  const [variant, setVariant] = useState<TapVariant>("command");
  const [own, setOwn] = useState({ command: "", url: "" });
  const member = variant === "http" ? "url" : "command";
  const example = exampleServers[member];
  const text = words && tapText(variant, words, own[member].trim() || example, navigator.platform);
  return (
    <>
      <div className={styles.command}>
        <pre className={styles.text}>{text ?? " "}</pre>
        <CopyButton variant="primary" text={text ?? ""} isDisabled={text === undefined} />
      </div>
      <Row gap={2} wraps>
        <RadioGroup
          label="Written for"
          hideLabel
          look="segments"
          choices={variants}
          value={variant}
          onChange={setVariant}
        />
        <TextField
          label={serverLabels[variant] ?? "Your server’s command"}
          hideLabel
          isMono
          placeholder={example}
          value={own[member]}
          onChange={(value) => setOwn({ ...own, [member]: value })}
          className={styles.own}
        />
      </Row>
      <Text as="p" size="small" tone="muted">
        {variant === "http" ? (
          <>
            Run it in a terminal, and enter <code>{tapAddress}</code> in the client as the address
            of the server.
          </>
        ) : variant === "hosted" ? (
          <>
            <code>{exampleRelay}</code> stands for a relay that runs with <code>--tunnels</code>.
            Run the command in a terminal: it says what the relay can read, and prints the address
            for claude.ai, ChatGPT or another hosted client.
          </>
        ) : (
          <>
            {own.command.trim() === "" && (
              <>
                <code>{example}</code> stands for your server’s command.{" "}
              </>
            )}
            It has the full path, so that every client finds it.
          </>
        )}
      </Text>
    </>
  );
}

/** Waits for a tap that is not shown, and offers those that run. */
function Arrival() {
  const { recordings: taps } = useStores().taps;
  const { waiting: all, agents, publicAt } = useStore(taps);
  const waiting = all.filter((name) => !agents.has(name));
  if (waiting.length === 0) return <Waiting />;
  return waiting.slice(0, maxOffered).map((name) => {
    const shown = exactLine(name, 60);
    return (
      <div key={name} className={styles.arrival} data-is-here="">
        <StateGlyph state="ok" />
        <span role="status">{runningText(shown, false, publicAt.get(name))}</span>
        <Button
          variant="primary"
          size="small"
          aria-label={`Show tap ${shown}`}
          className={styles.end}
          onPress={() => taps.show(name)}
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
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <div className={styles.arrival}>
        <StateGlyph state="running" />
        <span role="status">Waiting for a client</span>
        <span role="timer" aria-label="Waited" className={styles.time}>
          {waitedText(now - since)}
        </span>
        <Text size="small" tone="muted">
          the tap appears here by itself
        </Text>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isAsked}
          className={styles.end}
          onPress={() => setAsked(!isAsked)}
        >
          Nothing comes?
        </Button>
      </div>
      {isAsked && (
        <ul aria-label="Possible causes" className={styles.causes}>
          {missingCauses.map(({ cause, fix }) => (
            <li key={cause}>
              <Text weight="medium">{cause}</Text> {fix}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whole seconds, also after a minute. */
function waitedText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : formatMs(seconds * 1000);
}
