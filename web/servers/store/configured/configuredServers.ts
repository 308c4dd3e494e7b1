/** Servers from the relay's configuration files, and how one of them is opened. */
import { createStore } from "zustand/vanilla";
import type { Configuration, ConfiguredServer } from "../../../../shared/config/configured.ts";
import { type Answers, fillServer } from "../../../../shared/config/fillServer.ts";
import { formatTarget, type Target } from "../../../../shared/config/target.ts";
import type { Clock } from "../../../../shared/core/clock.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { RelayAccess } from "../../../relay/store/relayAccess.ts";
import { approvalKey } from "../approvals.ts";
import { addressedServer } from "../server.ts";
import type { Servers } from "../serversStore.ts";
import type { ServerSettings } from "../settings.ts";
import type { ValueOrigins } from "../valueOrigins.ts";

interface ConfiguredState extends Configuration {
  /** Whether the relay can look for more. */
  readonly canFind: boolean;
  /** Whether it was asked to. */
  readonly isFound: boolean;
}

export interface ConfiguredServers {
  readonly state: ReadableStore<ConfiguredState>;
  /** Asks the relay for the servers in the configuration files of other clients. */
  find(): void;
  /** Whether no list is on its way from the relay. */
  isKnown(): boolean;
  /** Resolves when {@link isKnown} is true, or the relay takes too long. */
  whenKnown(): Promise<void>;
  /** The server with this name. */
  named(text: string): ConfiguredServer | undefined;
  /** Puts a server and its settings into the address bar, ready to connect. */
  choose(server: ConfiguredServer): void;
  /**
   * Fills a server with the user's input values, which stay in this tab's memory.
   * @returns undefined if its URL is none with these values
   */
  fill(server: ConfiguredServer, answers: Answers): FilledConfigured | undefined;
  /** Puts a filled server and its settings into the address bar. */
  enter(filled: FilledConfigured): void;
  /** The user's last input values for a server, or the defaults of its file. */
  answersOf(server: ConfiguredServer): Answers;
  /** The server that a command or a URL was taken from; undefined if it was changed since. */
  sourceOf(target: Target): ConfiguredServer | undefined;
  /** The address in a form that is safe to show: the name is expanded, secrets are left out. */
  spelledOut(address: string): string;
}

/** A configured server with all values, ready to connect. */
interface FilledConfigured {
  /** Its name if its command contains secrets. */
  readonly address: string;
  /** Whether it was found in a file of another program. */
  readonly isFound: boolean;
  readonly target: Target;
  readonly settings: Pick<ServerSettings, "headers" | "environment" | "directory" | "sessionId">;
}

interface ConfiguredServersOptions {
  readonly relay: Pick<RelayAccess, "onLink" | "isExpected" | "state">;
  readonly clock: Clock;
  readonly servers: Servers;
  readonly origins: ValueOrigins;
  /** Whether the page restores what it showed before a reload. */
  readonly isRestored: () => boolean;
}

/** Milliseconds that a name waits for the relay's list. */
const maximumWaitMs = 3000;

const none: ConfiguredState = { servers: [], problems: [], canFind: false, isFound: false };

/** Follows the relay that is in use; its values stay in memory. */
export function createConfiguredServers(options: ConfiguredServersOptions): ConfiguredServers {
  const { relay, clock, servers, origins, isRestored } = options;
  let hasList = false;
  const isKnown = () => hasList || !relay.isExpected();
  const state = createStore<ConfiguredState>(() => none);
  const answered = new Map<string, Answers>();
  const sources = new Map<string, ConfiguredServer>();

  const named = (text: string) => state.getState().servers.find(({ name }) => name === text.trim());

  const answersOf = (server: ConfiguredServer): Answers => ({
    ...Object.fromEntries(server.inputs.map(({ id, initial }) => [id, initial])),
    ...answered.get(definitionOf(server)),
  });

  const fill = (server: ConfiguredServer, answers: Answers): FilledConfigured | undefined => {
    const { name, inputs } = server;
    const result = fillServer(server, answers);
    if (!result) return undefined;
    const { target, shown, headers, values, hasSecret } = result;
    if (inputs.length > 0) answered.set(definitionOf(server), answers);
    origins.note(values);
    const stdio = target.kind === "stdio" ? target : undefined;
    // A variable without a value is omitted, as in the settings.
    const environment = Object.entries(stdio?.env ?? {}).filter(([, value]) => value !== "");
    const filled = hasSecret ? { ...target, shown: name } : target;
    if (filled.kind === "stdio") {
      sources.set(approvalKey(filled), server);
      // The settings contain no variables without a value.
      sources.set(approvalKey({ ...filled, env: Object.fromEntries(environment) }), server);
    } else sources.set(filled.url, server);
    return {
      address: hasSecret ? name : formatTarget(shown),
      isFound: server.isFound ?? false,
      target: filled,
      settings: { headers, environment, directory: stdio?.cwd ?? "", sessionId: "" },
    };
  };

  const enter = ({ address, isFound, settings }: FilledConfigured) => {
    servers.choose(address, { isForeign: isFound });
    servers.change(addressedServer(servers.getState()).id, settings);
  };

  const choose = (server: ConfiguredServer) => {
    // values of the relay's environment are taken over only once the user has agreed
    const isHttp = server.target.kind === "http";
    if (server.inputs.length > 0 || (isHttp && getsEnvironment(server))) {
      return servers.choose(server.name);
    }
    const filled = fill(server, {});
    // a URL that is none is refused when it is connected to
    if (filled) enter(filled);
    else servers.choose(server.name);
  };

  let ask: () => boolean = () => false;
  relay.onLink((link) => {
    hasList = false;
    state.setState(none);
    ask = () => link.send({ kind: "find-servers" });
    link.on("servers", ({ servers: found, problems, ready, canFind = false }) => {
      hasList = true;
      state.setState({ servers: found, problems, canFind });
      const { activeId, entered } = servers.getState();
      const first = ready === undefined ? undefined : named(ready);
      const isFree = activeId === undefined && entered.address === "";
      if (first && isFree && !isRestored()) choose(first);
    });
  });

  return {
    state: toReadable(state),
    find() {
      if (ask()) state.setState({ isFound: true });
    },
    isKnown,
    async whenKnown() {
      const ends: (() => void)[] = [];
      await new Promise<void>((resolve) => {
        const check = () => isKnown() && resolve();
        ends.push(state.subscribe(check), relay.state.subscribe(check));
        ends.push(clock.after(maximumWaitMs, resolve));
        check();
      });
      for (const end of ends) end();
    },
    named,
    choose,
    answersOf,
    fill,
    enter,
    sourceOf: (target) => sources.get(target.kind === "http" ? target.url : approvalKey(target)),
    spelledOut(address) {
      const server = named(address);
      const filled = server && fillServer(server, answersOf(server));
      return filled ? formatTarget(filled.shown) : address;
    },
  };
}

/** Whether a server gets values of the relay's environment. */
export function getsEnvironment({ target }: ConfiguredServer): boolean {
  const texts =
    target.kind === "http"
      ? [target.url, ...target.headers.map(([, value]) => value)]
      : [target.command, ...target.args.flat(), ...target.env.map(([, value]) => value)];
  return texts.flat().some((part) => typeof part === "object" && "secret" in part);
}

/** Answers for one definition are not those for another one of the same name. */
function definitionOf({ name, source, target, inputs }: ConfiguredServer): string {
  return JSON.stringify([name, source, target, inputs]);
}
