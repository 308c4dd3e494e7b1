/** The rules of a tap as sentences in one list, with what the client did about each. */
import { CirclePause, Ellipsis, Pencil, Plus, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { FaultSummary } from "../../../shared/taps/faultSummary.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Menu } from "../../ui/overlays/Menu.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import {
  breakpointText,
  faultRuleText,
  faultSummaryText,
  heldText,
  switchedText,
} from "../messages/tapRuleMessages.ts";
import type { TapControl } from "../store/tapControl.ts";
import { newRule, type PageRule, saveRule } from "../store/tapRules.ts";
import { RuleDialog } from "./RuleDialog.tsx";
import styles from "./TapView.module.css";
import { useFaultEvents } from "./useFaultEvents.ts";

interface Props {
  readonly serverId: string;
  readonly control: TapControl;
}

export function TapRules({ serverId, control }: Props) {
  const { newId } = useStores();
  const { breakpoints, faults, held, transport, isApplied, isTaken } = useStore(control.state);
  const [edited, setEdited] = useState<PageRule>();
  const { summaries } = useFaultEvents(serverId, faults.length > 0);
  const rules: readonly PageRule[] = [
    ...breakpoints.map((rule) => ({ kind: "breakpoint" as const, rule })),
    ...faults.map((rule) => ({ kind: "fault" as const, rule })),
  ];
  const on = rules.filter(({ rule }) => rule.isOn).length;
  const isKnown = rules.some(({ rule }) => rule.id === edited?.rule.id);
  return (
    <section aria-label="Rules">
      <Stack gap={2}>
        <Row gap={2}>
          <Heading level={2} size="body">
            Rules
          </Heading>
          {on > 0 && (
            <Badge tone="warning">
              {on} {switchedText(isApplied)}
            </Badge>
          )}
          <Button
            size="small"
            icon={Plus}
            className={styles.aside}
            onPress={() => setEdited(newRule(newId()))}
          >
            Add rule
          </Button>
        </Row>
        {isTaken && (
          <Notice severity="warning" title="Switched off">
            Another tab controls this tap now.
          </Notice>
        )}
        {rules.length === 0 ? (
          <Text as="p" size="small" tone="muted">
            Everything passes unchanged. A rule pauses messages for you, or makes something go wrong
            on purpose.
          </Text>
        ) : (
          <ul aria-label="Rules" className={styles.list}>
            {rules.map((each) => (
              <RuleRow
                key={each.rule.id}
                rule={each}
                held={held.filter(({ breakpoint }) => breakpoint === each.rule.id).length}
                summary={summaries.get(each.rule.id)}
                onSwitch={(isOn) => saveRule(control, withSwitch(each, isOn))}
                onEdit={() => setEdited(each)}
                onRemove={() => control.remove(each.rule.id)}
              />
            ))}
          </ul>
        )}
      </Stack>
      {edited && (
        <RuleDialog
          title={isKnown ? "Edit rule" : "Add rule"}
          rule={edited}
          carrier={transport}
          onSave={(rule) => {
            // what it was may be the other kind
            if (isKnown && rule.kind !== edited.kind) control.remove(rule.rule.id);
            saveRule(control, rule);
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

function withSwitch(each: PageRule, isOn: boolean): PageRule {
  return each.kind === "breakpoint"
    ? { kind: "breakpoint", rule: { ...each.rule, isOn } }
    : { kind: "fault", rule: { ...each.rule, isOn } };
}

interface RuleRowProps {
  readonly rule: PageRule;
  /** Messages that wait because of it. */
  readonly held: number;
  readonly summary: FaultSummary | undefined;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule: each, held, summary, onSwitch, onEdit, onRemove }: RuleRowProps) {
  const isPause = each.kind === "breakpoint";
  const Sign = isPause ? CirclePause : Zap;
  const label = isPause ? breakpointText(each.rule) : faultRuleText(each.rule);
  return (
    <li className={styles.rule} data-off={!each.rule.isOn || undefined}>
      <Sign aria-hidden="true" className={styles.sign} data-kind={each.kind} />
      <Switch
        label={label}
        isSelected={each.rule.isOn}
        onChange={onSwitch}
        className={styles.name}
      />
      <Text size="small" tone={held > 0 ? "accent" : "muted"}>
        {isPause ? heldText(held) : faultSummaryText(summary)}
      </Text>
      <Menu
        label={`Actions of: ${label}`}
        trigger={<IconButton size="small" label={`Actions: ${label}`} icon={Ellipsis} />}
        actions={[
          { id: "edit", label: "Edit …", icon: Pencil, onAction: onEdit },
          { id: "remove", label: "Remove", icon: Trash2, isDanger: true, onAction: onRemove },
        ]}
      />
    </li>
  );
}
