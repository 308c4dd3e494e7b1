/** Shows the drafts of the composer as tabs, once there is more than one. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { IconButton } from "../../../ui/Button.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { type ComposerDraft, draftsOf } from "../../store/composition.ts";
import styles from "./Composer.module.css";
import { messageTitle } from "./messageTitle.ts";

/** Characters of a draft's name. */
const maxLength = 40;

/** @param props.children the editor of the draft that is shown */
export function DraftTabs({ serverId, children }: { serverId: string; children: ReactNode }) {
  const composition = useStores().calls.compositions.of(serverId);
  const { show, close } = composition;
  const state = useStore(composition);
  if (state.others.length === 0) return children;
  const names = namesOf(draftsOf(state));
  return (
    <Tabs
      label="Drafts"
      value={String(state.id)}
      onChange={(id) => show(Number(id))}
      tabs={[...names].map(([id, label]) => ({
        id: String(id),
        label,
        content: children,
      }))}
      actions={<IconButton label="Close draft" icon={X} size="small" onPress={close} />}
      className={styles.drafts}
    />
  );
}

/** The names of drafts by their ids; drafts of the same kind are numbered. */
function namesOf(drafts: readonly ComposerDraft[]): ReadonlyMap<number, string> {
  const counts = new Map<string, number>();
  return new Map(
    drafts.map(({ id, mode, text }) => {
      const title =
        (mode === "text" ? messageTitle(text) : undefined)?.slice(0, maxLength) ?? "Draft";
      const count = (counts.get(title) ?? 0) + 1;
      counts.set(title, count);
      return [id, count === 1 ? title : `${title} (${count})`] as const;
    }),
  );
}
