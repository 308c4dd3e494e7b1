/** The settings of the server in the address bar. */

import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { parseTarget } from "../../../../../shared/config/target.ts";
import type { Header } from "../../../../../shared/protocol/headers.ts";
import { formatPairs, parsePairs } from "../../../../messages/pairs.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { Stack } from "../../../../ui/primitives/Layout.tsx";
import { useConnection } from "../../../hooks/useConnection.ts";
import { useAddressedSettings } from "../../../hooks/useServerSettings.ts";
import { useAddress } from "../../../hooks/useShownServer.ts";
import { originOfAddress } from "../../../store/routes.ts";
import { addressedServer } from "../../../store/server.ts";
import { PendingSettings, usePendingSettings } from "../PendingSettings.tsx";
import { ActsAs } from "./ActsAs.tsx";
import { CapabilitySwitches } from "./CapabilitySwitches.tsx";
import { CommandFields } from "./CommandFields.tsx";
import styles from "./ConnectionSettings.module.css";
import { LimitFields } from "./LimitFields.tsx";
import { DraftFields, ExtensionsField, TraceFields } from "./ProtocolFields.tsx";
import { TlsFields } from "./TlsFields.tsx";

export function ConnectionSettings(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const id = useStore(useStores().servers.all, (state) => addressedServer(state).id);
  const isPending = usePendingSettings().length > 0;
  return (
    <Dialog
      title="Connection options"
      footer={isPending && <PendingSettings onApply={() => props.onOpenChange(false)} />}
      {...props}
    >
      <Stack gap={4}>
        <SettingsForm key={id} />
        <StoredDataButton onPress={() => props.onOpenChange(false)} />
      </Stack>
    </Dialog>
  );
}

/** Opens the dialog about stored data in place of this one. */
function StoredDataButton({ onPress }: { onPress: () => void }) {
  const { view } = useStores();
  return (
    <p>
      <Button
        size="small"
        onPress={() => {
          onPress();
          view.showStorage(true);
        }}
      >
        Stored data
      </Button>
    </p>
  );
}

function SettingsForm() {
  const { configured } = useStores().servers;
  const { settings, change } = useAddressedSettings();
  const address = useAddress();
  // Edits here rewrite the address, so it is read once, when the dialog opens.
  const [parsed] = useState(() => parseTarget(address));
  const [named] = useState(() => configured.named(address));
  const command = parsed.kind === "target" && parsed.target.kind === "stdio" && parsed.target;
  const origin = originOfAddress(address);
  const https = origin?.startsWith("https:") ? origin : undefined;
  return (
    <div className={styles.form}>
      {named ? (
        <p className={styles.words}>
          What {named.name} is reached by stands in {named.source}, and is read again from there.
        </p>
      ) : command ? (
        <CommandFields target={command} />
      ) : (
        <HttpFields />
      )}
      {https && <TlsFields origin={https} />}
      <Group title="Limits and log messages">
        <LimitFields limits={settings} onChange={change} />
      </Group>
      <Group title="What the server may ask for">
        <CapabilityFields />
        <RootsField value={settings.roots} onChange={(roots) => change({ roots })} />
      </Group>
      <Group title="Trace context">
        <TraceFields />
      </Group>
      <Group title="Drafts of the protocol">
        <DraftFields />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function HttpFields() {
  const { settings, change } = useAddressedSettings();
  return (
    <Group title="Requests">
      <HeadersField
        label="Headers"
        description="One per line, as Name: value. Kept in this tab's memory, masked in Traffic."
        value={settings.headers}
        onChange={(headers) => change({ headers })}
      />
      <TextField
        label="Session id"
        description="Continues without a handshake."
        isMono
        value={settings.sessionId}
        onChange={(sessionId) => change({ sessionId: sessionId.trim() })}
      />
    </Group>
  );
}

function HeadersField(props: {
  label: string;
  description: string;
  value: readonly Header[];
  onChange: (pairs: readonly Header[]) => void;
}) {
  const { label, description, value, onChange } = props;
  const [text, setText] = useState(() => formatPairs(value));
  const { pairs, invalidLine } = parsePairs(text);
  return (
    <TextArea
      label={label}
      description={description}
      isMono
      rows={2}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(parsePairs(next).pairs);
      }}
      errorMessage={
        invalidLine === undefined
          ? undefined
          : `Line ${invalidLine} is not in the form name: value and is ignored; ${pairs.length} will be sent.`
      }
    />
  );
}

function RootsField(props: {
  value: readonly string[];
  onChange: (roots: readonly string[]) => void;
}) {
  const [text, setText] = useState(() => props.value.join("\n"));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const invalidLine = lines.find((line) => !line.startsWith("file://") || !URL.canParse(line));
  return (
    <TextArea
      label="Roots"
      description="file:// URIs, one per line."
      isMono
      rows={2}
      value={text}
      onChange={(next) => {
        setText(next);
        props.onChange(next.split("\n").filter((line) => line.trim() !== ""));
      }}
      errorMessage={
        invalidLine === undefined
          ? undefined
          : `${invalidLine} is not a file:// URI; it is sent to servers as it is.`
      }
    />
  );
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation */
function CapabilityFields() {
  const { settings, change } = useAddressedSettings();
  const { withheld, actsAs } = settings;
  const { state } = useConnection();
  return (
    <>
      <ActsAs />
      {!actsAs && (
        <CapabilitySwitches
          withheld={withheld}
          onChange={(chosen) => change({ withheld: chosen })}
        />
      )}
      {!actsAs && <ExtensionsField />}
      <p className={styles.words}>{effectText(state)}</p>
    </>
  );
}

/** When a change takes effect depends on the era: the modern one declares with each request. */
function effectText(state: ReturnType<typeof useConnection>["state"]): string {
  if (state.kind !== "connected") return "Declared when the server is connected.";
  return state.client.session.era().kind === "modern"
    ? "In force from the next request."
    : "In force after connecting again.";
}
