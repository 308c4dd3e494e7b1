/** The one form for a rule of a tap: which messages, and what happens to them. */
import { useId, useMemo, useState } from "react";
import { methods } from "../../../shared/protocol/methods.ts";
import { type FaultCarrier, isFaultOf } from "../../../shared/taps/faults.ts";
import type { Fault, RuleWhere } from "../../../shared/taps/tapOrders.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { SuggestField } from "../../ui/fields/SuggestField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { faultNames } from "../messages/tapRuleMessages.ts";
import type { PageFault } from "../store/tapControl.ts";
import { actionOf, type PageRule, type RuleAction, withAction } from "../store/tapRules.ts";
import { FaultFields } from "./FaultFields.tsx";

interface Props {
  readonly title: string;
  readonly rule: PageRule;
  readonly carrier: FaultCarrier;
  readonly onSave: (rule: PageRule) => void;
  readonly onClose: () => void;
}

export function RuleDialog({ title, rule, carrier, onSave, onClose }: Props) {
  const { clock } = useStores();
  const [edited, setEdited] = useState(rule);
  const formId = useId();
  const actions = useMemo(() => actionsOf(carrier), [carrier]);
  const action = actionOf(edited);
  const setWhere = (where: RuleWhere) =>
    setEdited(
      edited.kind === "breakpoint"
        ? { kind: "breakpoint", rule: { ...edited.rule, where } }
        : { kind: "fault", rule: { ...edited.rule, where } },
    );
  const setFault = (part: Partial<PageFault>) => {
    if (edited.kind === "fault") setEdited({ kind: "fault", rule: { ...edited.rule, ...part } });
  };
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Save rule
          </Button>
        </>
      }
    >
      <form
        id={formId}
        aria-label="Rule"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(edited);
        }}
      >
        <Stack gap={3}>
          <Select
            label="What happens"
            choices={actions}
            value={action}
            onChange={(next) =>
              setEdited(withAction(edited, next, Math.floor(clock.now()) % maxSeed))
            }
          />
          {edited.kind === "breakpoint" ? (
            <NumberField
              label="Continues after (s)"
              description="Many clients give up after 60 seconds."
              value={edited.rule.waitMs / 1000}
              min={1}
              max={600}
              isWhole
              onChange={(value) =>
                value !== undefined &&
                setEdited({
                  kind: "breakpoint",
                  rule: { ...edited.rule, waitMs: value * 1000 },
                })
              }
            />
          ) : (
            <FaultFields
              key={action}
              fault={edited.rule.fault}
              onChange={(fault) => setFault({ fault })}
            />
          )}
          <WhereFields where={edited.rule.where} onChange={setWhere} />
          {edited.kind === "fault" && <ChanceFields rule={edited.rule} onChange={setFault} />}
        </Stack>
      </form>
    </Dialog>
  );
}

/** The seed of a new fault is below it: short, so that it can be told. */
const maxSeed = 1000;

function actionsOf(carrier: FaultCarrier): readonly { id: RuleAction; label: string }[] {
  const faults = (Object.keys(faultNames) as Fault["kind"][]).filter((kind) =>
    isFaultOf(kind, carrier),
  );
  return [{ id: "pause", label: "Pause" }, ...faults.map((id) => ({ id, label: faultNames[id] }))];
}

interface ChanceFieldsProps {
  readonly rule: PageFault;
  readonly onChange: (part: Partial<PageFault>) => void;
}

function ChanceFields({ rule, onChange }: ChanceFieldsProps) {
  return (
    <>
      <NumberField
        label="Probability (%)"
        value={rule.probability * 100}
        min={0}
        max={100}
        onChange={(value) => value !== undefined && onChange({ probability: value / 100 })}
      />
      <NumberField
        label="Seed"
        description="The same seed makes the same choices."
        value={rule.seed}
        min={0}
        max={2 ** 32 - 1}
        isWhole
        onChange={(value) => value !== undefined && onChange({ seed: value })}
      />
      <NumberField
        label="Limit"
        description="How often at most; any number if empty."
        value={rule.limit || undefined}
        min={1}
        max={1_000_000}
        isWhole
        isOptional
        onChange={(value) => onChange({ limit: value ?? 0 })}
      />
    </>
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
    <>
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
    </>
  );
}
