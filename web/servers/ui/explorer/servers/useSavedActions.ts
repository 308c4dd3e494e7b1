/** The actions that save an open server under its name, and forget it. */
import { Bookmark, BookmarkX } from "lucide-react";
import { useStore } from "zustand";
import { useStores } from "../../../../stores/StoresContext.tsx";
import type { Action } from "../../../../ui/action.ts";
import type { OpenServer } from "../../../store/connections/openServers.ts";

/** None for a recording. */
export function useSavedActions({ id, name, state }: OpenServer): readonly Action[] {
  const { connections, servers } = useStores();
  const { profiles } = servers;
  const saved = useStore(profiles, (all) => all.profiles.find((profile) => profile.name === name));
  if (state.kind === "recorded") return [];
  const save = async () => {
    const actions = await connections.savedServers();
    await actions.save(id, name);
  };
  return [
    {
      id: "save",
      label: saved ? "Save again" : "Save",
      description: "With headers, variables and OAuth client, encrypted in this browser",
      icon: Bookmark,
      onAction: () => void save(),
    },
    ...(saved
      ? [
          {
            id: "forget",
            label: "Forget the saved server",
            icon: BookmarkX,
            onAction: () => void profiles.remove(saved.id),
          },
        ]
      : []),
  ];
}
