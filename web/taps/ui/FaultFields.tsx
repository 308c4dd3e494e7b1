/** The fields of a fault: what is sent or done instead. */
import { useState } from "react";
import type { Fault } from "../../../shared/taps/tapOrders.ts";
import { parsePairs } from "../../messages/pairs.ts";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";

interface FaultFieldsProps {
  readonly fault: Fault;
  readonly onChange: (fault: Fault) => void;
}

export function FaultFields({ fault, onChange }: FaultFieldsProps) {
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
