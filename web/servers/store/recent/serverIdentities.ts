/** Remembers the name and icon that each recent server stated. */
import { createStore } from "zustand/vanilla";
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { RecentStorage } from "./recentStorage.ts";

interface ServerIdentity {
  readonly name: string;
  /** A `data:` URL of an image; nothing is requested for it. */
  readonly icon?: string;
}

type ServerIdentitiesState = Readonly<Record<string, ServerIdentity>>;

/** By the address of each server, without secrets. */
export interface ServerIdentities extends ReadableStore<ServerIdentitiesState> {
  /**
   * @param address as in the list of recent servers
   * @param info `serverInfo`, as received
   * @param isSimple whether an icon can be drawn in a reasonable time
   */
  remember(address: string, info: unknown, isSimple: (icon: string) => boolean): void;
}

const key = "mcp-playground.server-identities";
const maxServers = 20;
/** UTF-16 code units. */
const maxNameLength = 80;
const maxIconLength = 4096;

export function createServerIdentities(storage: RecentStorage): ServerIdentities {
  const store = createStore<ServerIdentitiesState>(() => ({}));
  storage.read(key, (value) => {
    store.setState({ ...readIdentities(value), ...store.getState() }, true);
  });
  store.subscribe((identities) => storage.write(key, Object.entries(identities)));
  return {
    ...toReadable(store),
    remember(address, info, isSimple) {
      const identity = identityOf(info, isSimple);
      if (!identity) return;
      const others = Object.entries(store.getState()).filter(([other]) => other !== address);
      const newest = [[address, identity] as const, ...others].slice(0, maxServers);
      store.setState(Object.fromEntries(newest), true);
    },
  };
}

function identityOf(
  info: unknown,
  isSimple: (icon: string) => boolean = () => true,
): ServerIdentity | undefined {
  if (!isJsonObject(info)) return undefined;
  const name = [info.title, info.name].find((one) => typeof one === "string" && one.trim() !== "");
  if (typeof name !== "string") return undefined;
  const icons = Array.isArray(info.icons) ? info.icons : [];
  const icon = icons
    .map((one) => (isJsonObject(one) ? one.src : undefined))
    .filter(isIcon)
    .find(isSimple);
  return { name: name.trim().slice(0, maxNameLength), ...(icon === undefined ? {} : { icon }) };
}

function isIcon(src: unknown): src is string {
  return (
    typeof src === "string" &&
    src.length <= maxIconLength &&
    /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(src)
  );
}

function readIdentities(value: unknown): ServerIdentitiesState {
  if (!Array.isArray(value)) return {};
  const entries = value.flatMap((entry: unknown) => {
    if (!Array.isArray(entry) || typeof entry[0] !== "string") return [];
    const { name, icon } = isJsonObject(entry[1]) ? entry[1] : {};
    const identity = identityOf({ name, icons: [{ src: icon }] });
    return identity ? [[entry[0], identity] as const] : [];
  });
  return Object.fromEntries(entries);
}
