/** Says above every pane that taps run, and that messages of one wait that is not shown; nothing moves. */
import { CirclePause, Split } from "lucide-react";
import { useStore } from "zustand";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatCount } from "../../messages/quantities.ts";
import { useActiveId } from "../../servers/hooks/useOpenServers.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { useShownTap } from "../hooks/useShownTap.ts";
import { runningText } from "../messages/tapMessages.ts";
import { switchedText } from "../messages/tapRuleMessages.ts";
import type { TapControl } from "../store/tapControl.ts";
import styles from "./TapNoticeList.module.css";

/** @param props.onShow shows the tap in the workbench */
export function TapNoticeList(props: { readonly onShow: () => void }) {
  const { controls: tapControls, recordings: taps } = useStores().taps;
  const controls = useStore(tapControls);
  const { waiting, ignored, agents, publicAt } = useStore(taps);
  const isWaited = useView(({ pane }) => pane === "tap");
  const tap = useShownTap();
  // where the user waits for one, the page itself offers it
  const isOffered = (name: string) => isWaited && !tap && !agents.has(name);
  const announced = waiting
    .filter((name) => !ignored.has(name) && !isOffered(name))
    .slice(0, maxAnnounced);
  return (
    <div className={styles.notices}>
      {announced.map((name) => (
        <Announcement
          key={`announced ${name}`}
          name={name}
          isAgent={agents.has(name)}
          publicAt={publicAt.get(name)}
          {...props}
        />
      ))}
      {[...controls].map(([name, control]) => (
        <TapNotice key={name} name={name} control={control} {...props} />
      ))}
    </div>
  );
}

/** Taps that are announced at once: the next ones are once these are answered. */
const maxAnnounced = 3;

interface AnnouncementProps extends Pick<TapNoticeProps, "name" | "onShow"> {
  readonly isAgent: boolean;
  readonly publicAt: string | undefined;
}

/** What another program has its server say joins the session only when the user wants it. */
function Announcement({ name, isAgent, publicAt, onShow }: AnnouncementProps) {
  const { recordings: taps } = useStores().taps;
  const shown = exactLine(name, 60);
  const kind = isAgent ? "agent" : "tap";
  return (
    <section aria-label={`Running ${kind}`} className={styles.notice}>
      <Split aria-hidden="true" className={styles.icon} />
      <p role="status">{runningText(shown, isAgent, publicAt)}</p>
      <Button
        size="small"
        aria-label={`Show ${kind} ${shown}`}
        onPress={() => {
          taps.show(name);
          onShow();
        }}
      >
        Show
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Ignore ${kind} ${shown}`}
        onPress={() => taps.ignore(name)}
      >
        Ignore
      </Button>
    </section>
  );
}

interface TapNoticeProps {
  readonly name: string;
  readonly control: TapControl;
  readonly onShow: () => void;
}

function TapNotice({ name, control, onShow }: TapNoticeProps) {
  const { servers, view } = useStores();
  const { recordings } = useStores().sessions;
  const { held, faults, isApplied } = useStore(control.state);
  const { opened } = useStore(recordings);
  const activeId = useActiveId();
  const on = faults.filter(({ isOn }) => isOn).length;
  const parts = [
    held.length > 0 && `${formatCount(held.length, "message")} paused`,
    on > 0 && `${formatCount(on, "fault")} ${switchedText(isApplied)}`,
  ].filter((part) => part !== false);
  const serverId = [...opened].find(([, each]) => each.source === "tap" && each.name === name)?.[0];
  // the page of the tap itself says it at its place
  if (parts.length === 0 || serverId === undefined || serverId === activeId) return null;
  return (
    <section aria-label="Tap rules" className={styles.notice}>
      <CirclePause aria-hidden="true" className={styles.icon} />
      <p role="status">
        {exactLine(name, 60)}: {parts.join(", ")}
      </p>
      <Button
        size="small"
        variant="quiet"
        onPress={() => {
          servers.all.activate(serverId);
          view.showPane("tap");
          onShow();
        }}
      >
        Show
      </Button>
    </section>
  );
}
