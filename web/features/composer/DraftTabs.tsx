/** Shows the drafts of the composer as tabs, once there is more than one. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useStores } from "../../hooks/StoresContext.tsx";
import { type ComposerDraft, draftsOf } from "../../stores/invocations/composition.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import styles from "./Composer.module.css";
import { gistOf } from "./gist.ts";

/** Characters of a draft's name. */
const longest = 40;

/** @param props.children the editor of the draft that is shown */
export function DraftTabs({ children }: { children: ReactNode }) {
  const { composition } = useStores().invocations;
  const { show, close } = composition;
  const state = useStore(composition);
  if (state.others.length === 0) return children;
  return (
    <Tabs
      label="Drafts"
      value={String(state.id)}
      onChange={(id) => show(Number(id))}
      tabs={draftsOf(state).map((draft) => ({
        id: String(draft.id),
        label: nameOf(draft),
        content: children,
      }))}
      actions={<IconButton label="Close draft" icon={X} size="small" onPress={close} />}
      className={styles.drafts}
    />
  );
}

function nameOf({ id, mode, text }: ComposerDraft): string {
  const gist = mode === "text" ? gistOf(text) : undefined;
  return gist?.slice(0, longest) ?? `Draft ${id}`;
}
