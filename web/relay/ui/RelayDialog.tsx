/** The relay dialog: its state, the reason, what to do, and its address. */
import { Fragment, useState } from "react";
import { useStore } from "zustand";
import { relayStateText } from "../../servers/messages/relayMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { type RelayState, readRelayAddress, usualAddress } from "../store/relayState.ts";
import { Pairing } from "./Pairing.tsx";
import styles from "./RelayDialog.module.css";

export function RelayDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog title="Relay" {...props}>
      <RelayPanel />
    </Dialog>
  );
}

function RelayPanel() {
  const { access: relay } = useStores().relay;
  const state = useStore(relay.state);
  const { what, why, next } = relayStateText(state);
  return (
    <Stack gap={4}>
      <Notice severity={severityOf(state)} title={what} actions={<Actions state={state} />}>
        <p>{why}</p>
        {next.length > 0 && (
          <ol className={styles.next}>
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </Notice>
      {/* one key for both: siblings with the same key stay mounted when the address changes */}
      <Fragment key={state.address}>
        {state.kind === "pairing-needed" && !state.isOwnPage && <Pairing address={state.address} />}
        <AddressField address={state.address} />
      </Fragment>
    </Stack>
  );
}

function severityOf({ kind }: RelayState): "info" | "warning" {
  const isCalm = ["idle", "looking", "connecting", "connected", "permission-needed"].includes(kind);
  return isCalm ? "info" : "warning";
}

function Actions({ state }: { state: RelayState }) {
  const { access: relay } = useStores().relay;
  switch (state.kind) {
    case "permission-needed":
      return (
        <Button variant="primary" onPress={() => void relay.look(true)}>
          Continue
        </Button>
      );
    case "connected":
      return state.isOwnPage ? <CopyButton label="Copy link" text={relay.createLink} /> : null;
    case "idle":
    case "not-running":
    case "permission-denied":
    case "wrong-version":
      return <Button onPress={() => void relay.look()}>Look again</Button>;
    default:
      return null;
  }
}

function AddressField({ address }: { address: string }) {
  const { access: relay } = useStores().relay;
  const [text, setText] = useState(address);
  const read = readRelayAddress(text);
  const use = () => {
    if (!read) return;
    relay.use(read);
    void relay.look();
  };
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <TextField
        label="Address of the relay"
        isMono
        placeholder={usualAddress}
        value={text}
        onChange={setText}
        errorMessage={read ? undefined : "Enter an address such as http://127.0.0.1:6280"}
        className={styles.field}
      />
      <Button type="submit" isDisabled={!read || read === address}>
        Use this address
      </Button>
    </form>
  );
}
