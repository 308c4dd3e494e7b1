/** Access to the relay: the one that served this page, or one that the user entered. */
import { createStore } from "zustand/vanilla";
import { createListeners } from "../../../shared/core/listeners.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { createSocketConnector } from "../../../shared/relay/client/browserSocket.ts";
import { createRelayLink, type RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import { createRelayProbe, type RelayProbeOptions } from "./relayProbe.ts";
import type { RelaySessions } from "./relaySessions.ts";
import { type RelayState, readRelayAddress, usualAddress } from "./relayState.ts";

export interface RelayAccess {
  readonly state: ReadableStore<RelayState>;
  /** The link to the relay, or why there is none. */
  link(): Promise<RelayLink | Failure>;
  /** Whether there is a relay to start a command with; looks for it if there is no link. */
  isThere(): Promise<boolean>;
  /** Whether there is a link, or will be one without a question to the user. */
  isExpected(): boolean;
  /**
   * Looks for the relay, and connects if this page has a session.
   * @param isAgreed whether the user knows that the browser may ask for a permission
   */
  look(isAgreed?: boolean): Promise<void>;
  /** Checks whether a missing relay now responds; the state changes only if it does. */
  lookQuietly(): Promise<void>;
  /** Checks soon whether a connected relay still responds. */
  check(): void;
  /** Switches to another relay; disconnects from processes of the previous one. */
  use(address: string): void;
  /** Calls back with each new link, before anything is sent over it. */
  onLink(listener: (link: RelayLink) => void): void;
  /** Returns a new link to the page of the relay that served it; see {@link RelaySessions.createLink}. */
  readonly createLink: RelaySessions["createLink"];
  /** Stores the session from pairing with a relay, and connects if that relay is still in use. */
  paired(address: string, session: string): Promise<void>;
}

interface RelayAccessOptions extends RelayProbeOptions {
  /** The URL of the page; that of the relay if one served it. */
  readonly base: string;
  readonly sessions: RelaySessions;
  /** Persists the address of a relay that the user entered. */
  readonly storage: TextStorage;
}

const key = "mcp-playground.relay-address";

/** Creates the access; connects to a relay whose session this tab has. */
export function createRelayAccess(options: RelayAccessOptions): RelayAccess {
  const { sessions, storage, clock, permission } = options;
  const probe = createRelayProbe(options);
  const home = new URL(".", options.base).href;
  const kept = readJson(storage, key);
  // A relay that has just issued a token takes precedence over a stored address.
  const named =
    typeof kept === "string" && !sessions.has(home) ? readRelayAddress(kept) : undefined;
  const state = createStore<RelayState>(() => ({ kind: "idle", address: named ?? home }));
  let isSettled = named !== undefined || sessions.has(home);
  const linkListeners = createListeners<RelayLink>();
  let link: RelayLink | undefined;
  let looking: Promise<void> | undefined;
  /** Finds out why the last link ended. */
  let ending: Promise<void> | undefined;
  /** Incremented when the relay changes: pending work for an earlier relay is ignored. */
  let timesNamed = 0;

  const setState = (next: RelayState) => state.setState(next, true);
  /** Changes the state unless the relay has changed since this was called. */
  const createReporter = () => {
    const now = timesNamed;
    return (next: RelayState) => now === timesNamed && setState(next);
  };
  const address = () => state.getState().address;

  /**
   * A page that no relay served, or whose relay only serves pages, looks for the relay on this
   * machine.
   */
  const settle = async () => {
    if (isSettled) return;
    isSettled = true;
    const report = createReporter();
    const card = await probe.cardAt(home);
    if (!card || card.pairing === "off") report({ kind: "looking", address: usualAddress });
  };

  const connect = async (at: string, session: string) => {
    const url = new URL("ws", at);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const made = createRelayLink({ connect: createSocketConnector(url.href), session, clock });
    link = made;
    linkListeners.notify(made);
    made.subscribe(() => {
      if (link === made) follow(made, at);
    });
    await made.open();
    await ending;
  };

  const follow = (made: RelayLink, at: string) => {
    const now = made.state();
    switch (now.kind) {
      case "idle":
        return;
      case "connecting":
        return setState({ kind: "connecting", address: at });
      case "open":
        return setState({
          kind: "connected",
          address: at,
          isOwnPage: at === home,
          version: now.version,
          forward: now.forward,
        });
      case "reconnecting":
        return setState({ kind: "reconnecting", address: at, attempt: now.attempt });
      case "closed":
        link = undefined;
        setState({ kind: "looking", address: at });
        ending = ended(at, now.failure);
    }
  };

  const ended = async (at: string, failure: Failure) => {
    const report = createReporter();
    const card = await probe.cardAt(at);
    const obstacle = await probe.obstacleAt(at, card);
    if (obstacle) return void report(obstacle);
    sessions.forget(at);
    const reason = failure.code === "relay-refused" ? failure.reason : undefined;
    if (!card) return;
    const { version } = card;
    report({ kind: "pairing-needed", address: at, isOwnPage: at === home, version, reason });
  };

  const lookNow = async (isAgreed: boolean): Promise<void> => {
    await settle();
    const at = address();
    const report = createReporter();
    report({ kind: "looking", address: at });
    const allowed = await permission(at);
    if (allowed === "denied") return void report({ kind: "permission-denied", address: at });
    if (allowed === "prompt" && !isAgreed) {
      return void report({ kind: "permission-needed", address: at });
    }
    const session = await sessions.find(at);
    if (address() !== at) return;
    if (session) {
      await connect(at, session);
      return;
    }
    const card = await probe.cardAt(at);
    const obstacle = await probe.obstacleAt(at, card);
    if (obstacle) return void report(obstacle);
    if (card) {
      const isOwnPage = at === home;
      const link = isOwnPage ? sessions.linkProblem() : undefined;
      const { version } = card;
      report({ kind: "pairing-needed", address: at, isOwnPage, version, reason: undefined, link });
    }
  };

  const look = (isAgreed = false): Promise<void> => {
    if (looking) return looking;
    const report = createReporter();
    const mine: Promise<void> = lookNow(isAgreed)
      .catch(() => void report({ kind: "not-running", address: address() }))
      .finally(() => {
        if (looking === mine) looking = undefined;
      });
    looking = mine;
    return mine;
  };

  const lookQuietly = async () => {
    if (looking || link) return;
    const before = state.getState();
    const allowed = await permission(before.address);
    if (allowed === "denied" || allowed === "prompt") return;
    const card = await probe.cardAt(before.address);
    if (!card || state.getState() !== before) return;
    const obstacle = await probe.obstacleAt(before.address, card);
    if (obstacle?.kind !== before.kind) await look();
  };

  if (sessions.has(address())) clock.after(0, () => void look());

  return {
    state: toReadable(state),
    look,
    lookQuietly,
    check: () => link?.check(),
    async link() {
      await ending;
      const asked = timesNamed;
      if (!link) await look();
      // The relay was changed in the meantime: use the new one.
      if (!link && asked !== timesNamed) await look();
      return link ?? failureOf(state.getState());
    },
    isExpected() {
      const { kind } = state.getState();
      if (kind === "idle") return sessions.has(address());
      return link !== undefined || looking !== undefined;
    },
    async isThere() {
      await ending;
      if (!link) await look();
      return link !== undefined;
    },
    use(next) {
      const former = link;
      link = undefined;
      former?.close();
      timesNamed++;
      looking = undefined;
      ending = undefined;
      isSettled = true;
      writeJson(storage, key, next);
      setState({ kind: "idle", address: next });
    },
    createLink: sessions.createLink,
    onLink: linkListeners.subscribe,
    async paired(relayAddress, session) {
      sessions.keep(relayAddress, session);
      if (relayAddress !== address()) return;
      await look(true);
    },
  };
}

function failureOf(state: RelayState): Failure {
  const isThere = "version" in state;
  return { code: isThere ? "relay-refused" : "relay-unreachable", reason: state.kind };
}
