/** Breakpoints and faults of a tap, the messages that wait, and a message of the user's. */
import { Bug, Pencil, Plus, Send, Trash2 } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { useStore } from "zustand";
import { decodeText } from "../../../shared/core/bytes.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { type FaultSummary, summarizeFaults } from "../../../shared/taps/faultSummary.ts";
import { maxTextLength } from "../../../shared/taps/tapOrders.ts";
import { SchemaEditor } from "../../form/SchemaEditor.tsx";
import { formatCount, formatWait } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useNow } from "../../stores/useNow.ts";
import { useLog } from "../../traffic/hooks/useLog.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Notice } from "../../ui/Notice.tsx";
import panel from "../../ui/panel.module.css";
import {
  chanceText,
  faultSummaryText,
  faultText,
  switchedText,
  whereText,
} from "../messages/tapRuleMessages.ts";
import type { PageBreakpoint, PageFault, TapControl } from "../store/tapControl.ts";
import { PausedMessages } from "./PausedMessages.tsx";
import styles from "./TapControls.module.css";
import { BreakpointEditor, FaultEditor } from "./TapRuleEditor.tsx";
import { useTapSchema } from "./useTapSchema.ts";

interface Props {
  readonly serverId: string;
  readonly control: TapControl;
}

export function TapControls({ serverId, control }: Props) {
  const { breakpoints, faults, isApplied, isTaken } = useStore(control.state);
  const on = (rules: readonly { readonly isOn: boolean }[]) =>
    rules.filter(({ isOn }) => isOn).length;
  const counts = [
    on(breakpoints) > 0 && formatCount(on(breakpoints), "breakpoint"),
    on(faults) > 0 && formatCount(on(faults), "fault"),
  ].filter((count) => count !== false);
  return (
    <div className={styles.controls}>
      <PausedMessages control={control} />
      <Disclosure
        title="Breakpoints and faults"
        level={2}
        hint={counts.length > 0 ? `${counts.join(", ")} ${switchedText(isApplied)}` : undefined}
        className={styles.section}
      >
        <div className={panel.panel}>
          {isTaken && (
            <Notice severity="warning" title="Switched off">
              Another tab controls this tap now.
            </Notice>
          )}
          <Breakpoints control={control} />
          <Faults serverId={serverId} control={control} />
          <OwnMessage control={control} />
        </div>
      </Disclosure>
    </div>
  );
}

function Breakpoints({ control }: { control: TapControl }) {
  const { newId } = useStores();
  const { breakpoints } = useStore(control.state);
  const [edited, setEdited] = useState<PageBreakpoint>();
  return (
    <section aria-label="Breakpoints" className={styles.part}>
      <ul aria-label="Breakpoints" className={panel.list}>
        {breakpoints.map((rule) => (
          <RuleRow
            key={rule.id}
            label={`Pause ${whereText(rule.where)}`}
            description={`for at most ${formatWait(rule.waitMs)}`}
            isOn={rule.isOn}
            onSwitch={(isOn) => control.setBreakpoint({ ...rule, isOn })}
            onEdit={() => setEdited(rule)}
            onRemove={() => control.remove(rule.id)}
          />
        ))}
      </ul>
      {edited ? (
        <BreakpointEditor
          key={edited.id}
          rule={edited}
          onSave={(rule) => {
            control.setBreakpoint(rule);
            setEdited(undefined);
          }}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <Button
          size="small"
          icon={Plus}
          onPress={() => setEdited({ id: newId(), isOn: true, where: onCalls, waitMs: 50_000 })}
        >
          Add breakpoint
        </Button>
      )}
    </section>
  );
}

const onCalls = { direction: "out", method: "tools/call", subject: "", filter: "" } as const;

function Faults({ serverId, control }: Props) {
  const { newId, clock } = useStores();
  const { faults, transport } = useStore(control.state);
  const [edited, setEdited] = useState<PageFault>();
  const summaries = useFaultSummaries(serverId, faults.length > 0);
  const newFault = (): PageFault => ({
    id: newId(),
    isOn: true,
    where: onCalls,
    fault: { kind: "drop" },
    probability: 1,
    seed: Math.floor(clock.now()) % 1000,
    limit: 1,
  });
  return (
    <section aria-label="Faults" className={styles.part}>
      <ul aria-label="Faults" className={panel.list}>
        {faults.map((rule) => (
          <RuleRow
            key={rule.id}
            label={`${faultText(rule.fault)}: ${whereText(rule.where)}`}
            description={[chanceText(rule), faultSummaryText(summaries.get(rule.id))]
              .filter(Boolean)
              .join(" · ")}
            isOn={rule.isOn}
            onSwitch={(isOn) => control.setFault({ ...rule, isOn })}
            onEdit={() => setEdited(rule)}
            onRemove={() => control.remove(rule.id)}
          />
        ))}
      </ul>
      {edited ? (
        <FaultEditor
          key={edited.id}
          rule={edited}
          carrier={transport}
          onSave={(rule) => {
            control.setFault(rule);
            setEdited(undefined);
          }}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <Button size="small" icon={Bug} onPress={() => setEdited(newFault())}>
          Add fault
        </Button>
      )}
    </section>
  );
}

/** What the client did after each fault. */
function useFaultSummaries(serverId: string, isWanted: boolean) {
  const { servers, traffic } = useStores();
  const log = useDeferredValue(useLog());
  const attempts = useStore(servers.all, (state) => state.attempts);
  // a client that hangs causes no entries
  const now = useNow(isWanted ? 2000 : undefined);
  const [summaries, setSummaries] = useState<ReadonlyMap<string, FaultSummary>>(new Map());
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const entries = log.entries.filter(
      ({ connectionId }) => attempts.get(connectionId) === serverId,
    );
    const read = async ({ seq, change }: MessageEntry) =>
      change?.original ?? decodeText(await traffic.log.read(seq));
    void summarizeFaults(entries, now, read).then((found) => isCurrent && setSummaries(found));
    return () => {
      isCurrent = false;
    };
  }, [log, attempts, serverId, isWanted, now, traffic]);
  return summaries;
}

interface RuleRowProps {
  readonly label: string;
  readonly description: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function RuleRow({ label, description, isOn, onSwitch, onEdit, onRemove }: RuleRowProps) {
  return (
    <li className={styles.rule}>
      <Switch
        label={label}
        description={description}
        isSelected={isOn}
        onChange={onSwitch}
        className={styles.name}
      />
      <IconButton label={`Edit: ${label}`} icon={Pencil} size="small" onPress={onEdit} />
      <IconButton label={`Remove: ${label}`} icon={Trash2} size="small" onPress={onRemove} />
    </li>
  );
}

const sides = [
  { id: "out" as const, label: "To the server" },
  { id: "in" as const, label: "To the client" },
];

function OwnMessage({ control }: { control: TapControl }) {
  const { sessions, notSent } = useStore(control.state);
  const [direction, setDirection] = useState<"out" | "in">("out");
  const [text, setText] = useState<string>();
  const schema = useTapSchema(direction, text ?? "", "");
  if (text === undefined) {
    return (
      <div>
        <Button size="small" icon={Send} onPress={() => setText(emptyMessage)}>
          Write a message
        </Button>
      </div>
    );
  }
  return (
    <section aria-label="Your message" className={panel.editor}>
      <RadioGroup
        label="Send it"
        hideLabel
        look="segments"
        choices={sides}
        value={direction}
        onChange={setDirection}
      />
      <SchemaEditor
        label="Your message"
        value={text}
        onChange={setText}
        schema={schema}
        minHeight="120px"
      />
      <div className={panel.bar}>
        <Button
          variant="primary"
          icon={Send}
          isDisabled={sessions === 0 || text.trim() === "" || text.length > maxTextLength}
          onPress={() => control.add(direction, text)}
        >
          Send to the {direction === "out" ? "server" : "client"}
        </Button>
        <Button onPress={() => setText(undefined)}>Close</Button>
      </div>
      {notSent && (
        <Notice severity="warning" title="The message was not sent">
          {notSent === "in"
            ? "The client has no open event stream. Try again while it waits for an answer."
            : "The client has sent no request yet, whose headers the message needs."}
        </Notice>
      )}
    </section>
  );
}

const emptyMessage = JSON.stringify({ jsonrpc: "2.0", id: "tap-1", method: "ping" }, null, 2);
