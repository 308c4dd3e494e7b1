/** Edits any message, well-formed or not, and sends it: as text, or as exact bytes. */
import { Send } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { TextOperation } from "../../../../shared/client/operation.ts";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { formatHex } from "../../../../shared/core/hex.ts";
import { onOneLine } from "../../../../shared/core/json/stringLiterals.ts";
import { latest } from "../../../../shared/protocol/revisions.ts";
import { isForbiddenHeader } from "../../../../shared/transport/http/forbiddenHeaders.ts";
import type { TransportAbilities } from "../../../../shared/transport/transport.ts";
import { SchemaEditor } from "../../../form/SchemaEditor.tsx";
import { parsePairs } from "../../../messages/pairs.ts";
import { formatSize } from "../../../messages/quantities.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useShownCondition } from "../../../servers/hooks/useServerCondition.ts";
import { useShownId } from "../../../servers/hooks/useShownServer.ts";
import { conditionText } from "../../../servers/messages/conditionMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { submitArea } from "../../../ui/submitArea.ts";
import { type Composition, messageOf } from "../../store/composition.ts";
import { useMessageHelp } from "../useMessageHelp.tsx";
import styles from "./Composer.module.css";
import { ComposerTools } from "./ComposerTools.tsx";
import { DraftTabs } from "./DraftTabs.tsx";
import { completeHeader, headerSuggestions } from "./headerSuggestions.ts";
import { Reply } from "./Reply.tsx";
import { remarksOnBytes, remarksOnText } from "./remarks.ts";

export function Composer() {
  const serverId = useShownId();
  return <ServerComposer key={serverId} serverId={serverId} />;
}

function ServerComposer({ serverId }: { serverId: string }) {
  const { view, calls } = useStores();
  const { state } = useConnection();
  const condition = useShownCondition();
  const { change, open, keepSent } = calls.compositions.of(serverId);
  const composition = useStore(calls.compositions.of(serverId));
  const client = state.kind === "connected" ? state.client : undefined;
  const [help, helpLoader] = useMessageHelp();
  const [sent, setSent] = useState<TextOperation>();
  const isLines = client?.transport.kind === "stdio";
  const sends = client?.transport.abilities.headers ?? "platform";
  const message = messageOf(composition);
  const { pairs } = parsePairs(composition.headers);

  const send = () => {
    if (!client || message === undefined) return;
    const written = client.run(message, {
      initiator: { kind: "user" },
      headers: pairs,
      // the next message is the user's, too
      sendsOnce: true,
      // line breaks in bytes were written on purpose, and a remark says what they do
      allowsLineBreaks: composition.mode === "bytes",
    });
    view.selectEntry(written.entry.seq);
    if (composition.mode === "text") keepSent(composition.text);
    setSent(written);
  };
  const suggested = headerSuggestions(
    composition.headers,
    composition.text,
    client?.agreement.revision ?? latest.modern,
  );

  return (
    <section aria-label="Composer" className={styles.composer} {...submitArea(send)}>
      {helpLoader}
      <DraftTabs serverId={serverId}>
        <Stack className={styles.editor}>
          <Row wraps>
            <RadioGroup<Composition["mode"]>
              label="Write as"
              hideLabel
              look="segments"
              choices={modes}
              value={composition.mode}
              onChange={(mode) => change(inMode(composition, mode))}
            />
            {composition.mode === "text" && (
              <ComposerTools
                text={composition.text}
                sent={composition.sent}
                help={help}
                nextId={() => client?.session.nextId() ?? 1}
                onText={(text) => change({ text })}
                onNewDraft={() => open()}
              />
            )}
          </Row>
          {composition.mode === "text" ? (
            <SchemaEditor
              key={composition.id}
              label="Message"
              value={composition.text}
              onChange={(text) => change({ text })}
              schema={help?.schema}
              minHeight="160px"
            />
          ) : (
            <TextArea
              label="Bytes"
              description="Two hexadecimal digits per byte. Sent as they are, even if they are not valid UTF-8."
              isMono
              rows={8}
              value={composition.hex}
              onChange={(hex) => change({ hex })}
              errorMessage={
                message ? undefined : "These are not bytes: enter pairs of hexadecimal digits."
              }
            />
          )}
        </Stack>
      </DraftTabs>
      <div>
        <ul className={styles.remarks}>
          {[
            ...(typeof message === "string"
              ? remarksOnText(message, isLines)
              : remarksOnBytes(message ?? new Uint8Array(0), isLines)),
            ...headerRemarks(composition.headers, sends),
          ].map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
        <Disclosure title="Headers for this message" startsOpen={false} className={styles.headers}>
          <TextArea
            label="Headers"
            hideLabel
            description="One per line, as Name: value. They override those of the connection."
            isMono
            rows={2}
            value={composition.headers}
            onChange={(headers) => change({ headers })}
          />
          {suggested.length > 0 && (
            <Row gap={1} wraps role="group" aria-label="Suggested headers">
              {suggested.map((header) => (
                <Button
                  key={header[0]}
                  size="small"
                  variant="quiet"
                  onPress={() => change({ headers: completeHeader(composition.headers, header) })}
                >
                  {header[0]}
                </Button>
              ))}
            </Row>
          )}
        </Disclosure>
      </div>
      <Row wraps className={styles.bar}>
        <Button
          variant="primary"
          icon={Send}
          isDisabled={!client || message === undefined}
          onPress={send}
        >
          Send
        </Button>
        <Row as="span" gap={3} className={styles.words}>
          {client ? <Kbd keys="Mod+Enter" /> : conditionText(condition)}
          <span>{sentAs(message, isLines)}</span>
        </Row>
      </Row>
      {sent && <Reply key={sent.entry.seq} sent={sent} onClose={() => setSent(undefined)} />}
    </section>
  );
}

function sentAs(message: string | Uint8Array | undefined, isLines: boolean): string {
  if (typeof message !== "string") {
    return `${formatSize(message?.byteLength ?? 0)}, sent exactly as written`;
  }
  const text = isLines ? onOneLine(message) : message;
  const size = formatSize(encodeText(text).byteLength);
  return `${size}, sent ${text === message ? "exactly as written" : "on one line"}`;
}

const modes = [
  { id: "text" as const, label: "Text" },
  { id: "bytes" as const, label: "Bytes" },
];

/** Switching to bytes shows the bytes of the text; the text itself is kept. */
function inMode({ text, hex }: Composition, mode: Composition["mode"]): Partial<Composition> {
  return mode === "bytes" && hex === "" ? { mode, hex: formatHex(encodeText(text)) } : { mode };
}

/** @param sends which headers the transport sends */
function headerRemarks(text: string, sends: TransportAbilities["headers"]): string[] {
  const { pairs, invalidLine } = parsePairs(text);
  const names = pairs.map(([name]) => name);
  const forbidden = sends === "any" ? [] : names.filter(isForbiddenHeader);
  return [
    ...(invalidLine === undefined
      ? []
      : [`Line ${invalidLine} of the headers is not in the form Name: value and is ignored.`]),
    ...(forbidden.length > 0
      ? [
          `A browser does not let a page set ${forbidden.join(", ")}: it is dropped. Connect with Route Relay to send it.`,
        ]
      : []),
    ...(sends === "none" && pairs.length > 0 ? ["stdio has no headers: they are ignored."] : []),
  ];
}
