/** The sources of the palette: commands, open and saved servers, what the servers list, and history. */
import { formatTarget } from "../../../../shared/config/target.ts";
import type { CallHistory } from "../../../calls/store/history/callHistory.ts";
import { openCall } from "../../../calls/store/history/runAgain.ts";
import { type Item, type ListTraits, lists } from "../../../servers/store/catalog/items.ts";
import { knownItems } from "../../../servers/store/catalog/queries.ts";
import { scoreItem } from "../../../servers/store/catalog/rankItems.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import type { OpenServer } from "../../../servers/store/connections/openServers.ts";
import type { Stores } from "../../../stores/stores.ts";
import { availableCommands, type Command, commandSections } from "../command.ts";
import {
  maxPerSource,
  type PaletteSource,
  type RankedEntry,
  rankEntries,
} from "./paletteSource.ts";

interface SourceTargets {
  readonly stores: Stores;
  readonly commands: readonly Command[];
  /** Shows the workbench on a small screen. */
  readonly showWorkbench: () => void;
}

/** A source of another part of the page is a line of this table. */
export function paletteSources(targets: SourceTargets): readonly PaletteSource[] {
  return [
    ...commandSources(targets.commands),
    openServers(targets),
    ...lists.map((list) => itemsOfKind(targets, list)),
    savedServers(targets),
    recentServers(targets),
    history(targets),
  ];
}

/** Every section of the commands that can run now. */
function commandSources(commands: readonly Command[]): readonly PaletteSource[] {
  return commandSections(commands).map(([section, members]) => ({
    section,
    find: (words) => rankEntries(availableCommands(members), words, members.length),
  }));
}

function openServers({ stores, showWorkbench }: SourceTargets): PaletteSource {
  const { open } = stores.connections;
  return {
    section: "Open servers",
    find: (words) =>
      rankEntries(
        open.getState().map(({ id, name, target }) => ({
          id,
          title: name,
          detail: formatTarget(target),
          run() {
            stores.servers.all.activate(id);
            showWorkbench();
          },
        })),
        words,
      ),
  };
}

/** Items are many: they are offered only for what was typed, and ranked with the explorer's cache. */
function itemsOfKind({ stores, showWorkbench }: SourceTargets, list: ListTraits): PaletteSource {
  const { open } = stores.connections;
  const ranked = (
    server: OpenServer,
    isOnly: boolean,
    words: readonly string[],
  ): readonly RankedEntry[] => {
    const view = connectedView(server);
    const items = view && knownItems(view).get(list.kind);
    return best(items ?? [], words).map(({ item, score }) => ({
      score,
      entry: {
        id: `${server.id} ${item.name}`,
        title: item.label || "(no name)",
        detail: isOnly ? item.detail : [item.detail, server.name].filter(Boolean).join(" · "),
        run() {
          stores.servers.all.activate(server.id);
          stores.view.openItem({ kind: item.kind, name: item.name });
          stores.calls.invoke.readOpened();
          stores.view.focusItem();
          showWorkbench();
        },
      },
    }));
  };
  return {
    section: list.heading,
    find(words) {
      if (words.length === 0) return [];
      const servers = open.getState();
      return servers
        .flatMap((server) => ranked(server, servers.length === 1, words))
        .sort((one, other) => other.score - one.score)
        .slice(0, maxPerSource);
    },
  };
}

function best(items: readonly Item[], words: readonly string[]) {
  const hits: { readonly item: Item; readonly score: number }[] = [];
  for (const item of items) {
    const score = scoreItem(item, words);
    if (score !== undefined) hits.push({ item, score });
  }
  return hits.sort((one, other) => other.score - one.score).slice(0, maxPerSource);
}

function savedServers({ stores }: SourceTargets): PaletteSource {
  const { profiles } = stores.servers;
  return {
    section: "Saved servers",
    find: (words) =>
      rankEntries(
        profiles.getState().profiles.map((profile) => ({
          id: profile.id,
          title: profile.name,
          detail: profile.address,
          run: () => void stores.connections.connector.connectSaved(profile),
        })),
        words,
      ),
  };
}

function recentServers({ stores }: SourceTargets): PaletteSource {
  const { saved, identities, all } = stores.servers;
  const { open, connector } = stores.connections;
  return {
    section: "Recent servers",
    find(words) {
      const shown = new Set(open.getState().map(({ target }) => formatTarget(target)));
      const names = identities.getState();
      const entries = saved
        .getState()
        .filter((address) => !shown.has(address))
        .map((address) => ({
          id: address,
          title: names[address]?.name ?? address,
          detail: names[address] ? address : undefined,
          run() {
            stores.view.showStart();
            all.choose(address);
            connector.connect();
          },
        }));
      return rankEntries(entries, words, words.length === 0 ? 5 : maxPerSource);
    },
  };
}

function history({ stores, showWorkbench }: SourceTargets): PaletteSource {
  let calls: ReturnType<CallHistory["calls"]["getState"]>["calls"];
  return {
    section: "History",
    async load() {
      const opened = await stores.calls.history();
      await opened.load();
      calls = opened.calls.getState().calls;
    },
    find(words) {
      if (words.length === 0) return [];
      const entries = (calls ?? []).slice(0, 300).map((call) => ({
        id: call.id,
        title: call.item.name,
        detail: [call.argumentsText?.slice(0, 80), call.server].filter(Boolean).join(" · "),
        run() {
          openCall(stores, call);
          showWorkbench();
        },
      }));
      return rankEntries(entries, words, 6);
    },
  };
}
