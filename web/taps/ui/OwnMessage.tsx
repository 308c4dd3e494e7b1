/** A message of the user's, to the server or the client of a tap: a method in one line, or its whole text. */
import { Braces, Send } from "lucide-react";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { methods } from "../../../shared/protocol/methods.ts";
import { maxTextLength } from "../../../shared/taps/tapOrders.ts";
import { SchemaEditor } from "../../form/SchemaEditor.tsx";
import { Button } from "../../ui/Button.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { SuggestField } from "../../ui/fields/SuggestField.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading } from "../../ui/primitives/Text.tsx";
import type { TapControl } from "../store/tapControl.ts";
import styles from "./TapView.module.css";
import { useTapSchema } from "./useTapSchema.ts";

type Side = "out" | "in";

const sides: readonly { id: Side; label: string }[] = [
  { id: "out", label: "To the server" },
  { id: "in", label: "To the client" },
];

/** What is most often wanted: whether a side answers, and whether a client lists again. */
const firstMethods: Readonly<Record<Side, string>> = {
  out: "ping",
  in: "notifications/tools/list_changed",
};

export function OwnMessage({ control }: { readonly control: TapControl }) {
  const { sessions, notSent } = useStore(control.state);
  const [side, setSide] = useState<Side>("out");
  const [method, setMethod] = useState(firstMethods.out);
  const [sent, setSent] = useState(0);
  /** The whole text, once the user wants to write it. */
  const [text, setText] = useState<string>();
  const schema = useTapSchema(side, text ?? "", "");
  const suggestions = useMemo(() => methodsTo(side, method), [side, method]);
  const message = text ?? messageOf(method, sent);
  const canSend =
    sessions > 0 && message.trim() !== "" && message.length <= maxTextLength && method !== "";
  return (
    <section aria-label="Your message">
      <Stack gap={2}>
        <Heading level={2} size="body">
          Message of your own
        </Heading>
        <div className={styles.message}>
          <Row gap={2} wraps>
            <RadioGroup
              label="Send it"
              hideLabel
              look="segments"
              choices={sides}
              value={side}
              onChange={(next) => {
                setSide(next);
                if (method === firstMethods[side]) setMethod(firstMethods[next]);
              }}
            />
            {text === undefined && (
              <>
                <SuggestField
                  label="Method"
                  hideLabel
                  value={method}
                  suggestions={suggestions}
                  onChange={setMethod}
                  className={styles.method}
                />
                <Button
                  variant="quiet"
                  icon={Braces}
                  onPress={() => setText(JSON.stringify(JSON.parse(message), null, 2))}
                >
                  Edit
                </Button>
              </>
            )}
            <Button
              icon={Send}
              isDisabled={!canSend}
              className={text === undefined ? undefined : styles.aside}
              onPress={() => {
                control.add(side, message);
                setSent(sent + 1);
              }}
            >
              Send to the {side === "out" ? "server" : "client"}
            </Button>
            {text !== undefined && (
              <Button variant="quiet" onPress={() => setText(undefined)}>
                Close
              </Button>
            )}
          </Row>
          {text !== undefined && (
            <SchemaEditor
              label="Your message"
              value={text}
              onChange={setText}
              schema={schema}
              minHeight="120px"
            />
          )}
        </div>
        {notSent && (
          <Notice severity="warning" title="The message was not sent">
            {notSent === "in"
              ? "The client has no open event stream. Try again while it waits for an answer."
              : "The client has sent no request yet, whose headers the message needs."}
          </Notice>
        )}
      </Stack>
    </section>
  );
}

const directions = { out: "client-to-server", in: "server-to-client" } as const;

/** Methods of messages to a side whose names contain a text. */
function methodsTo(side: Side, text: string): readonly string[] {
  const known = methods.filter(({ direction }) => direction === directions[side]);
  return [...new Set(known.map(({ method }) => method))]
    .filter((method) => method.includes(text))
    .toSorted()
    .slice(0, maxSuggestions);
}

const maxSuggestions = 20;

/** A request with an id of its own, or a notification. */
function messageOf(method: string, sent: number): string {
  const id = method.startsWith("notifications/") ? {} : { id: `tap-${sent + 1}` };
  return JSON.stringify({ jsonrpc: "2.0", ...id, method });
}
