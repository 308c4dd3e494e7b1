/** Dialog for log messages: sets the level that the server sends, and the filter for those that are shown. */
import { traitsOf } from "../../../../shared/protocol/revisions.ts";
import { logLevelChoices, logLevelText } from "../../../messages/logMessages.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useShownSettings } from "../../../servers/hooks/useServerSettings.ts";
import { defaultLogLevel } from "../../../servers/store/settings.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import styles from "./MessagesView.module.css";

interface Props {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onFilter: (text: string) => void;
}

const filters = [
  ["Show only log messages", "method:notifications/message"],
  ["Show warnings and errors", "level:warning"],
] as const;

export function LogMessages({ isOpen, onOpenChange, onFilter }: Props) {
  const { settings, change } = useShownSettings();
  const { connection, state } = useConnection();
  const initial = connection && defaultLogLevel(connection.target);
  const agreement = state.kind === "connected" ? state.client.agreement : undefined;
  const era = agreement && traitsOf(agreement.revision).era;
  const show = (filter: string) => {
    onFilter(filter);
    onOpenChange(false);
  };
  return (
    <Dialog title="Log messages" size="small" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.logs}>
        <Select<string>
          label="Log level"
          description="The lowest level that the server is asked to send."
          choices={logLevelChoices.filter(({ id }) => id !== "none" || initial === undefined)}
          value={settings.logLevel ?? initial ?? "none"}
          onChange={(level) => change({ logLevel: level === "none" ? undefined : level })}
        />
        <p className={styles.explanation}>
          {logLevelText(era, agreement?.capabilities.logging !== undefined)}
        </p>
        <p className={styles.explanation}>
          In the filter, level:warning finds that level and higher ones, and logger:name those of a
          logger.
        </p>
        <div className={styles.filters}>
          {filters.map(([name, filter]) => (
            <Button key={name} onPress={() => show(filter)}>
              {name}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
