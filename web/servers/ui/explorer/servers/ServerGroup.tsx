/** One open server: a heading with its state, and its lists. */
import { type ReactNode, useId, useState } from "react";
import { FailureTitle } from "../../../../messages/lazyFailure.tsx";
import { useServerCondition } from "../../../hooks/useServerCondition.ts";
import { conditionText } from "../../../messages/conditionMessages.ts";
import { connectedView } from "../../../store/connections/connection.ts";
import type { OpenServer } from "../../../store/connections/openServers.ts";
import styles from "../Explorer.module.css";
import type { ItemSectionProps } from "../ItemSection.tsx";
import { Sections } from "../Sections.tsx";
import { GroupHeader } from "./GroupHeader.tsx";
import groupStyles from "./ServerGroup.module.css";

interface ServerGroupProps
  extends Pick<ItemSectionProps, "words" | "onOpen" | "onLeaveUp" | "scroller"> {
  readonly server: OpenServer;
  readonly place: { readonly index: number; readonly count: number };
  readonly isActive: boolean;
  readonly renderAbove?: ((serverId: string) => ReactNode) | undefined;
}

export function ServerGroup(props: ServerGroupProps) {
  const { server, place, isActive, renderAbove, ...rest } = props;
  const { name } = server;
  const [isOpen, setOpen] = useState(true);
  const bodyId = useId();
  const view = connectedView(server);
  // matches are shown in folded groups as well
  const isShown = isOpen || rest.words.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div role="group" aria-label={name} className={groupStyles.group}>
      <GroupHeader
        server={server}
        place={place}
        isActive={isActive}
        isOpen={isShown}
        onToggle={() => setOpen(!isOpen)}
        bodyId={bodyId}
      />
      <div id={bodyId} hidden={!isShown}>
        {rest.words.length === 0 && renderAbove?.(server.id)}
        {view ? (
          <Sections
            view={view}
            // the lists of the active server have the plain names
            owner={isActive ? undefined : name}
            {...rest}
          />
        ) : (
          <p className={styles.nothing}>
            <Reason server={server} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Why there are no lists. */
function Reason({ server }: { server: OpenServer }) {
  const condition = useServerCondition(server);
  if (condition.kind === "connecting") return "Loading the lists of the server…";
  const text = conditionText(condition);
  if (!("failure" in condition)) return `${text}.`;
  return (
    <>
      {text}: <FailureTitle failure={condition.failure} />
    </>
  );
}
