/** Pairs this page with a relay by the code from its terminal. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { formatCount } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import styles from "./RelayDialog.module.css";

export function Pairing({ address }: { address: string }) {
  const { pairing } = useStores().relay;
  const state = useStore(pairing);
  const ask = () => void pairing.ask(address);
  useEffect(() => pairing.cancel, [pairing]);

  switch (state.kind) {
    case "idle":
    case "asking":
      return (
        <section aria-label="Pair" className={styles.pairing}>
          <Button variant="primary" isBusy={state.kind === "asking"} onPress={ask}>
            Pair
          </Button>
        </section>
      );
    case "shown":
    case "answering":
      return (
        <CodeForm
          isBusy={state.kind === "answering"}
          attemptsLeft={state.kind === "shown" ? state.attemptsLeft : undefined}
        />
      );
    case "paired":
      return null;
    default:
      return (
        <Notice
          severity="warning"
          title={problemTitle[state.kind]}
          actions={<Button onPress={ask}>Ask for a new code</Button>}
        >
          {state.kind === "busy"
            ? `This page, or another page of its site, requested pairing too often. Try again in ${Math.ceil(state.retryInMs / 1000)} s.`
            : storageProblemText[state.kind]}
          {state.kind === "failed" && ` (${state.reason})`}
        </Notice>
      );
  }
}

const problemTitle = {
  over: "The code is no longer valid",
  busy: "Too many pairing requests",
  off: "This relay does not pair with pages",
  failed: "The relay sent an unexpected response",
} as const;

const storageProblemText = {
  over: "It has expired, or too many wrong codes were entered.",
  off: "It is public, or it has no terminal to show a code. Open the link that it printed.",
  failed: "Check in its terminal whether it is still running.",
} as const;

function CodeForm(props: { isBusy: boolean; attemptsLeft: number | undefined }) {
  const { isBusy, attemptsLeft } = props;
  const { pairing } = useStores().relay;
  const [code, setCode] = useState("");
  return (
    <form
      aria-label="Pair"
      className={styles.pairing}
      onSubmit={(event) => {
        event.preventDefault();
        void pairing.answer(code);
      }}
    >
      <Row align="end" wraps>
        <TextField
          label="Code from the terminal"
          description="The relay's terminal shows it, with the origin of this page. It is valid for two minutes."
          isMono
          autoFocus
          placeholder="XXXX-XXXX"
          value={code}
          onChange={setCode}
          errorMessage={
            attemptsLeft === undefined
              ? undefined
              : `The code is wrong. ${formatCount(attemptsLeft, "more try", "more tries")}.`
          }
        />
      </Row>
      <Row align="end" wraps>
        <Button type="submit" variant="primary" isBusy={isBusy} isDisabled={code.trim() === ""}>
          Confirm code
        </Button>
        <Button onPress={pairing.cancel}>Cancel pairing</Button>
      </Row>
    </form>
  );
}
