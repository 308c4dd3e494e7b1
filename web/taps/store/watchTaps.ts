/** Asks each relay for the taps of this machine, their recordings, and the servers that can have one; the code that shows them is loaded when the user wants the first one. */
import { createStore } from "zustand/vanilla";
import { fromBase64 } from "../../../shared/core/base64.ts";
import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { encodeMessage } from "../../../shared/relay/frames/frames.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type {
  ClientServer,
  TapListing,
  TapRecording,
} from "../../../shared/relay/frames/tapFrames.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import type { Recordings } from "../../sessions/store/recordingsStore.ts";
import type { TapControls } from "./followTaps.ts";

/** The names of the taps that the user has asked to see, and of those that are not announced. */
export interface TapAnswers {
  readonly wanted: readonly string[];
  readonly ignored: readonly string[];
}

interface TapsState {
  /** The names of taps that run and are not shown, each once. */
  readonly waiting: readonly string[];
  /** Those of them that are connections of an agent, and no taps. */
  readonly agents: ReadonlySet<string>;
  /** The hosts of the relays at which taps that run are reached, by their names. */
  readonly publicAt: ReadonlyMap<string, string>;
  /** Those that the user wants to see; what another program does joins nothing by itself. */
  readonly wanted: ReadonlySet<string>;
  /** Those that the user does not want to be told of. */
  readonly ignored: ReadonlySet<string>;
  /** Of taps that have ended, from new to old. */
  readonly recordings: readonly TapRecording[];
  /** Whether the relay reads the configurations of clients. */
  readonly canFindClients: boolean;
  /** The servers in them; undefined until they were asked for and read. */
  readonly clients: readonly ClientServer[] | undefined;
  /** The words that start a tap, before the command of its server; undefined until they were asked for. */
  readonly tapWords: readonly string[] | undefined;
}

/** What the relay has of taps. */
export interface RelayTaps extends ReadableStore<TapsState> {
  /** Shows a tap: its sessions, this one and later ones, join those of the tab. */
  show(name: string): void;
  /** No longer announces a tap. */
  ignore(name: string): void;
  /** Restores what the user said before a reload. */
  restore(answers: TapAnswers): void;
  /** Asks for the servers in the configurations of clients. */
  findClients(): void;
  /** Opens a recording as a file. */
  open(recording: TapRecording): Promise<void>;
}

export function watchTaps(
  relay: Pick<RelayAccess, "onLink">,
  recordings: Pick<Recordings, "growing" | "open" | "subscribe">,
  controls: TapControls,
): RelayTaps {
  const none = {
    waiting: [],
    agents: new Set<string>(),
    publicAt: new Map<string, string>(),
    recordings: [],
    canFindClients: false,
    clients: undefined,
    tapWords: undefined,
  };
  const store = createStore<TapsState>(() => ({
    ...none,
    wanted: new Set(),
    ignored: new Set(),
  }));
  let current: RelayLink | undefined;
  /** Follows the wanted ones among the taps that run. */
  let update = () => {};
  relay.onLink((link) => {
    current = link;
    store.setState(none);
    let running: readonly TapListing[] = [];
    let isAsked = false;
    let loading: Promise<ReturnType<typeof import("./followTaps.ts").followTaps>> | undefined;
    update = () => {
      const { wanted } = store.getState();
      const names = new Set(running.map(({ name }) => name));
      const agents = new Set(running.filter(({ agent }) => agent).map(({ name }) => name));
      const publicAt = new Map(
        running.flatMap(({ name, publicAt: host }) => (host === undefined ? [] : [[name, host]])),
      );
      const waiting = [...names].filter((name) => !wanted.has(name));
      store.setState({ waiting, agents, publicAt });
      const taps = running.filter(({ name }) => wanted.has(name));
      if (taps.length === 0) return;
      loading ??= import("./followTaps.ts").then(({ followTaps }) =>
        followTaps(link, recordings.growing, controls),
      );
      void loading.then(
        (show) => show(taps),
        // the relay that serves the code has stopped: the next message requests it again
        () => {
          loading = undefined;
        },
      );
    };
    link.on("clients", ({ servers: clients, command: tapWords }) =>
      store.setState({ clients, tapWords }),
    );
    link.on("taps", ({ taps, recordings: ended = [], canFindClients = false }) => {
      store.setState({ recordings: ended, canFindClients });
      running = taps;
      update();
    });
    link.subscribe(() => {
      const state = link.state();
      const isOpen = state.kind === "open";
      if (isOpen && !isAsked && state.taps) link.send({ kind: "watch-taps" });
      isAsked = isOpen;
    });
  });
  const ignore = (name: string) => {
    store.setState(({ wanted, ignored }) => ({
      wanted: new Set([...wanted].filter((other) => other !== name)),
      ignored: new Set(ignored).add(name),
    }));
    update();
  };
  // a tap that the user closes is not shown again, and not announced
  recordings.subscribe(({ opened }, { opened: before }) => {
    for (const [id, { source, name }] of before) {
      if (source === "tap" && name !== undefined && !opened.has(id)) ignore(name);
    }
  });
  return {
    ...toReadable(store),
    ignore,
    show(name) {
      store.setState(({ wanted }) => ({ wanted: new Set(wanted).add(name) }));
      update();
    },
    restore(answers) {
      store.setState(({ wanted, ignored }) => ({
        wanted: new Set([...answers.wanted, ...wanted]),
        ignored: new Set([...answers.ignored, ...ignored]),
      }));
      update();
    },
    findClients: () => void current?.send({ kind: "find-clients" }),
    async open(recording) {
      if (!current) return;
      const parts = await readTapRecording(current, recording.id);
      await recordings.open({ kind: "file", file: new File(parts, recording.file) });
    },
  };
}

/** Reads the recording of a tap from the relay. @returns its bytes; without those that could not be read, so that it is refused as incomplete */
function readTapRecording(
  link: RelayLink,
  tap: TapRecording["id"],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return new Promise((resolve) => {
    link.carry(id, (send, release) => {
      let next = 0;
      const read = () => send(encodeMessage({ kind: "read-tap", id, tap, from: next }));
      const end = () => {
        release();
        resolve(parts);
      };
      return {
        onSocketReady: read,
        message(message) {
          const [text] = message.kind === "tap-part" ? message.documents : [];
          const bytes = typeof text === "string" ? fromBase64(text) : undefined;
          if (message.kind !== "tap-part" || !bytes) return end();
          parts.push(bytes);
          next = message.next;
          read();
        },
        chunk() {},
        pause() {},
        lost: end,
      };
    });
  });
}
