/** Lists the rules that answer requests from servers, in the order in which they are tried. */
import { ArrowDown, ArrowUp, Download, Plus } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import {
  defaultRuleLimit,
  formatRules,
  parseRules,
  type Rule,
} from "../../../../shared/client/input/answerRule.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { fileTooLargeText } from "../../../messages/requestMessages.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { activeServer } from "../../../servers/store/server.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FileImport } from "../../../ui/fields/FileImport.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import panel from "../../../ui/panel.module.css";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { ruleSummary, rulesRefusalText } from "../../messages/ruleMessages.ts";
import { RuleEditor } from "./RuleEditor.tsx";
import styles from "./RulesPanel.module.css";

/** Larger files are not read. */
const maxFileBytes = 1_000_000;
/** Rules that are listed at first, and each time more are wanted. */
const rulesPerPage = 100;

export function RulesPanel() {
  const { newId } = useStores();
  const { rules: store } = useStores().inbox;
  const { rules } = useStore(store);
  const [edited, setEdited] = useState<Rule>();
  const [shown, setShown] = useState(rulesPerPage);

  const add = () => setEdited(newRule(newId()));
  const importText = (text: string) => {
    const read = parseRules(text, newId, rules.length);
    if (read.kind === "refused") return rulesRefusalText(read);
    store.add(read.rules);
    return undefined;
  };

  return (
    <div className={panel.panel}>
      <Row wraps>
        <Button size="small" icon={Plus} onPress={add}>
          Add rule
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={Download}
          isDisabled={rules.length === 0}
          onPress={() => saveFile("rules.json", "application/json", formatRules(rules))}
        >
          Export
        </Button>
        <FileImport
          label="File of rules"
          maxBytes={maxFileBytes}
          tooLargeText={fileTooLargeText(maxFileBytes)}
          onText={importText}
        />
      </Row>
      {edited && (
        <RuleEditor
          key={edited.id}
          rule={edited}
          onSave={(rule) => {
            if (rules.some(({ id }) => id === rule.id)) store.change(rule);
            else store.add([rule]);
            setEdited(undefined);
          }}
          onCancel={() => setEdited(undefined)}
        />
      )}
      {rules.length === 0 && !edited ? (
        <EmptyState title="No rules" actions={<Button onPress={add}>Add a rule</Button>}>
          A rule answers a request from a server without asking you. It answers only while you have
          it switched on for the connected server, and only in this tab.
        </EmptyState>
      ) : (
        <ol aria-label="Rules">
          {rules.slice(0, shown).map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              index={index}
              count={rules.length}
              onEdit={() => setEdited(rule)}
            />
          ))}
          {rules.length > shown && (
            <Row as="li" gap={1} align="start" className={styles.rule}>
              <Button size="small" variant="quiet" onPress={() => setShown(shown + rulesPerPage)}>
                Show {formatCount(Math.min(rulesPerPage, rules.length - shown), "more rule")}
              </Button>
            </Row>
          )}
        </ol>
      )}
    </div>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly index: number;
  /** How many rules there are. */
  readonly count: number;
  readonly onEdit: () => void;
}

function RuleRow({ rule, index, count, onEdit }: RuleRowProps) {
  const { servers } = useStores();
  const { rules: store } = useStores().inbox;
  const server = useStore(servers.all, activeServer);
  const answered = useStore(store, ({ on }) =>
    server === undefined ? undefined : on.get(server.id)?.get(rule.id),
  );
  return (
    <Row as="li" gap={1} align="start" className={styles.rule}>
      <Switch
        label={rule.name}
        description={`${ruleSummary(rule)} · ${progressText(answered, rule.limit)}`}
        isSelected={answered !== undefined}
        isDisabled={server === undefined}
        onChange={(isOn) => server && store.switch(server.id, rule.id, isOn)}
        className={styles.name}
      />
      <Button
        size="small"
        variant="quiet"
        icon={ArrowUp}
        aria-label={`Move ${rule.name} up`}
        isDisabled={index === 0}
        onPress={() => store.move(rule.id, index - 1)}
      />
      <Button
        size="small"
        variant="quiet"
        icon={ArrowDown}
        aria-label={`Move ${rule.name} down`}
        isDisabled={index === count - 1}
        onPress={() => store.move(rule.id, index + 1)}
      />
      <Button size="small" variant="quiet" aria-label={`Edit ${rule.name}`} onPress={onEdit}>
        Edit
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Delete ${rule.name}`}
        onPress={() => store.remove(rule.id)}
      >
        Delete
      </Button>
    </Row>
  );
}

function progressText(answered: number | undefined, limit: number): string {
  if (answered === undefined) return `off, at most ${limit} answers`;
  return answered < limit
    ? `answered ${answered} of ${limit}`
    : `answered ${limit} of ${limit}: you are asked from now on`;
}

function newRule(id: string): Rule {
  return {
    id,
    name: "",
    match: { method: "sampling/createMessage" },
    answer: { kind: "text", text: "", model: "rule" },
    delayMs: 0,
    limit: defaultRuleLimit,
  };
}
