/** Tabs at the bottom of a small screen that choose the visible pane. */
import { Activity, Compass, type LucideIcon, SquarePen } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import type { Pane } from "./layout.ts";
import styles from "./PaneTabs.module.css";

const panes: readonly { id: Pane; label: string; icon: LucideIcon }[] = [
  { id: "explorer", label: "Explorer", icon: Compass },
  { id: "workbench", label: "Workbench", icon: SquarePen },
  { id: "traffic", label: "Traffic", icon: Activity },
];

/** A tablist whose tab panels are the panes of `AppLayout`. */
export function PaneTabs(props: { value: Pane; onChange: (pane: Pane) => void }) {
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = panes.findIndex((pane) => pane.id === props.value);
    const next = (index + step + panes.length) % panes.length;
    const pane = panes[next];
    if (pane) props.onChange(pane.id);
    const tabs = list.current?.querySelectorAll<HTMLElement>("[role=tab]");
    tabs?.[next]?.focus();
  };

  return (
    <footer className={styles.foot}>
      <div ref={list} role="tablist" aria-label="Panes" className={styles.list}>
        {panes.map(({ id, label, icon: Icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={props.value === id}
            aria-controls={`pane-${id}`}
            tabIndex={props.value === id ? 0 : -1}
            className={styles.tab}
            onClick={() => props.onChange(id)}
            onKeyDown={move}
          >
            <Icon aria-hidden="true" />
            {label}
          </button>
        ))}
      </div>
    </footer>
  );
}
