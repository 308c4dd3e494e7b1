/** Edits the limits of automatic answers by models, and shows what each server used. */
import { useStore } from "zustand";
import { formatTarget } from "../../../../shared/config/target.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import panel from "../../../ui/panel.module.css";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";
import { spendingLimitText } from "../../messages/limitMessages.ts";
import styles from "./Models.module.css";

export function LimitsEditor() {
  const { limits } = useModelStores();
  const { settings } = useStore(limits);
  return (
    <section aria-labelledby="limits-heading" className={panel.editor}>
      <h3 id="limits-heading" className={styles.heading}>
        Limits of automatic answers
      </h3>
      <p className={styles.detail}>
        For each server, until this tab is closed. A model answers automatically only through a rule
        that you switched on. Beyond a limit you are asked.
      </p>
      <NumberField
        label="Requests"
        isWhole
        value={settings.rounds}
        min={0}
        max={100_000}
        onChange={(rounds = 0) => limits.change({ rounds })}
      />
      <NumberField
        label="Tokens"
        isWhole
        value={settings.tokens}
        min={0}
        max={1_000_000_000}
        onChange={(tokens = 0) => limits.change({ tokens })}
      />
      <NumberField
        label="Turns with tools"
        isWhole
        value={settings.turns}
        min={0}
        max={1000}
        onChange={(turns = 0) => limits.change({ turns })}
      />
      <Spent />
    </section>
  );
}

function Spent() {
  const { servers } = useStores();
  const { limits } = useModelStores();
  const { spent, reached } = useStore(limits);
  const open = useStore(servers.all, (state) => state.open);
  return [...spent].map(([serverId, { rounds, tokens }]) => {
    const server = open.get(serverId);
    const reason = reached.get(serverId);
    if (!server) return null;
    return (
      <Row gap={1} wraps key={serverId} className={styles.spent}>
        <span>
          {formatTarget(server.target)}: {formatCount(rounds, "request")} ·{" "}
          {formatCount(tokens, "token")}
          {reason && ` · ${spendingLimitText(reason)}`}
        </span>
        <Button size="small" variant="quiet" onPress={() => limits.reset(serverId)}>
          Reset the count
        </Button>
      </Row>
    );
  });
}
