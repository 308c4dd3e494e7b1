/** Edits a breakpoint or a fault of a tap. */
import { type ReactNode, useMemo, useState } from "react";
import { methods } from "../../../shared/protocol/methods.ts";
import { type FaultCarrier, isFaultOf } from "../../../shared/taps/faults.ts";
import type { Fault, RuleWhere } from "../../../shared/taps/tapOrders.ts";
import { parsePairs } from "../../messages/pairs.ts";
import { Button } from "../../ui/Button.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { SuggestField } from "../../ui/fields/SuggestField.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import panel from "../../ui/panel.module.css";
import { faultNames } from "../messages/tapRuleMessages.ts";
import type { PageBreakpoint, PageFault } from "../store/tapControl.ts";

interface EditorProps<Rule> {
  readonly rule: Rule;
  readonly onSave: (rule: Rule) => void;
  readonly onCancel: () => void;
}

export function BreakpointEditor({ rule, onSave, onCancel }: EditorProps<PageBreakpoint>) {
  const [where, setWhere] = useState(rule.where);
  const [seconds, setSeconds] = useState(rule.waitMs / 1000);
  return (
    <RuleForm
      label="Breakpoint"
      onSave={() => onSave({ ...rule, where, waitMs: seconds * 1000 })}
      onCancel={onCancel}
    >
      <WhereFields where={where} onChange={setWhere} />
      <div className={panel.row}>
        <NumberField
          label="Continues after (s)"
          description="Many clients give up after 60 seconds."
          value={seconds}
          min={1}
          max={600}
          isWhole
          onChange={(value) => value !== undefined && setSeconds(value)}
        />
      </div>
    </RuleForm>
  );
}

export function FaultEditor(props: EditorProps<PageFault> & { readonly carrier: FaultCarrier }) {
  const { rule, onSave, onCancel, carrier } = props;
  const [where, setWhere] = useState(rule.where);
  const [fault, setFault] = useState(rule.fault);
  const [chance, setChance] = useState({
    probability: rule.probability,
    seed: rule.seed,
    limit: rule.limit,
  });
  const kinds = useMemo(
    () =>
      (Object.keys(faultNames) as Fault["kind"][])
        .filter((kind) => isFaultOf(kind, carrier))
        .map((id) => ({ id, label: faultNames[id] })),
    [carrier],
  );
  const change = (part: Partial<typeof chance>) => setChance({ ...chance, ...part });
  return (
    <RuleForm
      label="Fault"
      onSave={() => onSave({ ...rule, where, fault, ...chance })}
      onCancel={onCancel}
    >
      <div className={panel.row}>
        <Select
          label="Fault"
          choices={kinds}
          value={fault.kind}
          onChange={(kind) => setFault(newFault(kind))}
        />
        <FaultFields key={fault.kind} fault={fault} onChange={setFault} />
      </div>
      <WhereFields where={where} onChange={setWhere} />
      <div className={panel.row}>
        <NumberField
          label="Probability (%)"
          value={chance.probability * 100}
          min={0}
          max={100}
          onChange={(value) => value !== undefined && change({ probability: value / 100 })}
        />
        <NumberField
          label="Seed"
          description="The same seed makes the same choices."
          value={chance.seed}
          min={0}
          max={2 ** 32 - 1}
          isWhole
          onChange={(value) => value !== undefined && change({ seed: value })}
        />
        <NumberField
          label="Limit"
          description="How often at most; any number if empty."
          value={chance.limit || undefined}
          min={1}
          max={1_000_000}
          isWhole
          isOptional
          onChange={(value) => change({ limit: value ?? 0 })}
        />
      </div>
    </RuleForm>
  );
}

interface RuleFormProps {
  readonly label: string;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function RuleForm({ label, onSave, onCancel, children }: RuleFormProps) {
  return (
    <form
      aria-label={label}
      className={panel.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {children}
      <div className={panel.bar}>
        <Button type="submit" variant="primary">
          Save rule
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

const directions: readonly { id: RuleWhere["direction"]; label: string }[] = [
  { id: "out", label: "To the server" },
  { id: "in", label: "To the client" },
  { id: "both", label: "Both" },
];

interface WhereFieldsProps {
  readonly where: RuleWhere;
  readonly onChange: (where: RuleWhere) => void;
}

function WhereFields({ where, onChange }: WhereFieldsProps) {
  const suggestions = useMemo(() => {
    const known = [...new Set(methods.map(({ method }) => method))].toSorted();
    return known.filter((method) => method.includes(where.method)).slice(0, 20);
  }, [where.method]);
  const change = (part: Partial<RuleWhere>) => onChange({ ...where, ...part });
  return (
    <div className={panel.row}>
      <Select
        label="Direction"
        choices={directions}
        value={where.direction}
        onChange={(direction) => change({ direction })}
      />
      <SuggestField
        label="Method"
        description="Also its responses; any if empty."
        value={where.method}
        suggestions={suggestions}
        onChange={(method) => change({ method })}
      />
      <TextField
        label="Name"
        description="Of a tool, prompt or resource; any if empty."
        isMono
        value={where.subject}
        onChange={(subject) => change({ subject })}
      />
      <TextField
        label="Filter"
        description="As in Traffic, for example body:secret."
        isMono
        value={where.filter}
        onChange={(filter) => change({ filter })}
      />
    </div>
  );
}

function newFault(kind: Fault["kind"]): Fault {
  switch (kind) {
    case "delay":
      return { kind, minMs: 1000, maxMs: 1000, msPerKilobyte: 0 };
    case "error":
      return { kind, code: -32603, message: "Internal error" };
    case "status":
      return { kind, status: 503, headers: [["Content-Type", "text/plain"]], body: "Unavailable" };
    case "slow-reader":
      return { kind, ms: 2000 };
    default:
      return { kind };
  }
}

interface FaultFieldsProps {
  readonly fault: Fault;
  readonly onChange: (fault: Fault) => void;
}

function FaultFields({ fault, onChange }: FaultFieldsProps) {
  switch (fault.kind) {
    case "delay":
      return (
        <>
          <Milliseconds
            label="From (ms)"
            value={fault.minMs}
            onChange={(minMs) => onChange({ ...fault, minMs })}
          />
          <Milliseconds
            label="To (ms)"
            value={fault.maxMs}
            onChange={(maxMs) => onChange({ ...fault, maxMs })}
          />
          <Milliseconds
            label="Per kB (ms)"
            value={fault.msPerKilobyte}
            onChange={(msPerKilobyte) => onChange({ ...fault, msPerKilobyte })}
          />
        </>
      );
    case "slow-reader":
      return (
        <Milliseconds
          label="Pause (ms)"
          value={fault.ms}
          onChange={(ms) => onChange({ ...fault, ms })}
        />
      );
    case "error":
      return (
        <>
          <NumberField
            label="Code"
            value={fault.code}
            min={-2_147_483_648}
            max={2_147_483_647}
            isWhole
            onChange={(code) => code !== undefined && onChange({ ...fault, code })}
          />
          <TextField
            label="Error message"
            value={fault.message}
            onChange={(message) => onChange({ ...fault, message })}
          />
        </>
      );
    case "status":
      return <StatusFields fault={fault} onChange={onChange} />;
    default:
      return null;
  }
}

interface StatusFieldsProps {
  readonly fault: Extract<Fault, { kind: "status" }>;
  readonly onChange: (fault: Fault) => void;
}

function StatusFields({ fault, onChange }: StatusFieldsProps) {
  const [headers, setHeaders] = useState(
    fault.headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
  );
  return (
    <>
      <NumberField
        label="Status"
        value={fault.status}
        min={200}
        max={599}
        isWhole
        onChange={(status) => status !== undefined && onChange({ ...fault, status })}
      />
      <TextArea
        label="Headers"
        isMono
        rows={2}
        value={headers}
        onChange={(text) => {
          setHeaders(text);
          onChange({ ...fault, headers: parsePairs(text).pairs });
        }}
      />
      <TextArea
        label="Body"
        isMono
        rows={2}
        value={fault.body}
        onChange={(body) => onChange({ ...fault, body })}
      />
    </>
  );
}

interface MillisecondsProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (ms: number) => void;
}

function Milliseconds({ label, value, onChange }: MillisecondsProps) {
  return (
    <NumberField
      label={label}
      value={value}
      min={0}
      max={600_000}
      isWhole
      onChange={(ms) => ms !== undefined && onChange(ms)}
    />
  );
}
