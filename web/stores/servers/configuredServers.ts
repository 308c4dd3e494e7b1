/** Servers from the relay's configuration files, and how one of them is opened. */
import { createStore } from "zustand/vanilla";
import type { Configuration, ConfiguredServer } from "../../../shared/config/configured.ts";
import { type Answers, fillServer } from "../../../shared/config/fillServer.ts";
import { formatTarget, type StdioTarget, type Target } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { RelayAccess } from "../relay/relayAccess.ts";
import type { AddressBar } from "./addressBar.ts";
import { approvalKey } from "./approvals.ts";
import type { SettingsStore } from "./settingsStore.ts";
import type { ValueOrigins } from "./valueOrigins.ts";

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
  /** The server with this name. */
  named(text: string): ConfiguredServer | undefined;
  /** Puts a server and its settings into the address bar, ready to connect. */
  choose(server: ConfiguredServer): void;
  /**
   * Prepares a server for the next connection.
   * @param answers the user's input values, which stay in this tab's memory
   * @returns its target
   */
  take(server: ConfiguredServer, answers: Answers): Target;
  /** The user's last input values for a server, or the defaults of its file. */
  answersOf(server: ConfiguredServer): Answers;
  /** The server that a command was taken from; undefined if anything was changed since. */
  sourceOf(target: StdioTarget): ConfiguredServer | undefined;
  /** The address in a form that is safe to show: the name is expanded, secrets are left out. */
  spelledOut(address: string): string;
}

export interface ConfiguredServersOptions {
  readonly relay: Pick<RelayAccess, "onLink">;
  readonly addressBar: AddressBar;
  readonly settings: SettingsStore;
  readonly origins: ValueOrigins;
  /** Whether any server was opened. */
  readonly isAnyOpen: () => boolean;
}

const none: ConfiguredState = { servers: [], problems: [], canFind: false, isFound: false };

/** Follows the relay that is in use; its values stay in memory. */
export function createConfiguredServers(options: ConfiguredServersOptions): ConfiguredServers {
  const { relay, addressBar, settings, origins, isAnyOpen } = options;
  const state = createStore<ConfiguredState>(() => none);
  const answered = new Map<string, Answers>();
  const sources = new Map<string, ConfiguredServer>();

  const named = (text: string) => state.getState().servers.find(({ name }) => name === text.trim());

  const answersOf = (server: ConfiguredServer): Answers => ({
    ...Object.fromEntries(server.inputs.map(({ id, initial }) => [id, initial])),
    ...answered.get(definitionOf(server)),
  });

  /**
   * Writes a server into address bar and settings; uses its name if the command contains secrets.
   */
  const take = (server: ConfiguredServer, answers: Answers): Target => {
    const { name, inputs } = server;
    const { target, shown, headers, values, hasSecret } = fillServer(server, answers);
    if (inputs.length > 0) answered.set(definitionOf(server), answers);
    origins.note(values);
    const address = hasSecret ? name : formatTarget(shown);
    // settings that were made before any server was named do not go to one that others wrote
    settings.adopt(address, server.isFound ?? false);
    const stdio = target.kind === "stdio" ? target : undefined;
    // A variable without a value is omitted, as in the settings.
    const environment = Object.entries(stdio?.env ?? {}).filter(([, value]) => value !== "");
    settings.change({
      headers,
      environment,
      directory: stdio?.cwd ?? "",
      sessionId: "",
    });
    addressBar.choose(address);
    const taken = hasSecret ? { ...target, shown: name } : target;
    if (taken.kind === "stdio") {
      sources.set(approvalKey(taken), server);
      // The settings contain no variables without a value.
      sources.set(approvalKey({ ...taken, env: Object.fromEntries(environment) }), server);
    }
    return taken;
  };

  const choose = (server: ConfiguredServer) => {
    // values of the relay's environment are taken over only once the user has agreed
    const isHttp = server.target.kind === "http";
    if (server.inputs.length > 0 || (isHttp && getsEnvironment(server))) {
      return addressBar.choose(server.name);
    }
    take(server, {});
  };

  let ask: () => boolean = () => false;
  relay.onLink((link) => {
    state.setState(none);
    ask = () => link.send({ kind: "find-servers" });
    link.on("servers", ({ servers, problems, ready, canFind = false }) => {
      state.setState({ servers, problems, canFind });
      const { address, isFromLink } = addressBar.getState();
      const first = ready === undefined ? undefined : named(ready);
      if (first && address === "" && !isAnyOpen() && !isFromLink) choose(first);
    });
  });

  return {
    state: toReadable(state),
    find() {
      if (ask()) state.setState({ isFound: true });
    },
    named,
    choose,
    answersOf,
    take,
    sourceOf: (target) => sources.get(approvalKey(target)),
    spelledOut(address) {
      const server = named(address);
      return server ? formatTarget(fillServer(server, answersOf(server)).shown) : address;
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
