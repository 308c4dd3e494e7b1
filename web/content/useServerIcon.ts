/** Provides the icon of a server: one that it sent, or one that the user has loaded. */
import { useStore } from "zustand";
import { useStores } from "../stores/StoresContext.tsx";
import { iconSource, remoteIconUrl } from "./iconSource.ts";

/** @param info `serverInfo`, as received */
export function useServerIcon(info: unknown): string | undefined {
  const url = remoteIconUrl(info);
  const loaded = useStore(useStores().servers.remoteIcons, (all) =>
    url === undefined ? undefined : all.get(url),
  );
  return iconSource(info) ?? (loaded?.kind === "loaded" ? loaded.source : undefined);
}
