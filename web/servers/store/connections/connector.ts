/** Connects to the server in the address bar, after a question if one is due, and restarts connections. */

import type { ConfiguredServer } from "../../../../shared/config/configured.ts";
import { type Answers, fillServer, urlProblem } from "../../../../shared/config/fillServer.ts";
import { mayBePaste } from "../../../../shared/config/paste/mayBePaste.ts";
import { parseTarget, type Target } from "../../../../shared/config/target.ts";
import { sessionOfLink } from "../../../../shared/recording/fragment.ts";
import { serverWithPlaceholders } from "../../../../shared/recording/placeholders.ts";
import type { TextStorage } from "../../../platform/storedJson.ts";
import type { AddressBar } from "../addressBar.ts";
import { approvalKey, createApprovals } from "../approvals.ts";
import type { ConfiguredApprovals } from "../configured/configuredApprovals.ts";
import type { ConfiguredServers } from "../configured/configuredServers.ts";
import { type AddressSource, addressedServer, nextTarget } from "../server.ts";
import type { ServerProfile, ServerProfiles } from "../serverProfiles.ts";
import type { Servers } from "../serversStore.ts";
import { withSettings } from "../settings.ts";
import type { ValueOrigins } from "../valueOrigins.ts";
import type { ConnectionEngine } from "./connectionEngine.ts";
import { loadEngine } from "./loadEngine.ts";
import type { OpenConnection } from "./openConnection.ts";
import { createPasting } from "./pasting.ts";
import type { Opening, Questions } from "./questions.ts";
import { saveResumeStates } from "./resumeState.ts";
import { createStarts } from "./starts.ts";

export interface Connector {
  /** Connects to the server in the address bar, replacing the active connection. */
  connect(): void;
  /** Connects to the address in the address bar without interpreting it further. */
  connectPlain(): void;
  /** Connects to a saved server, beside the open ones; a command is confirmed first. */
  connectSaved(profile: ServerProfile): Promise<void>;
  /**
   * Applies text that is pasted into the address bar, or on the start page.
   * @param isWhole whether it replaces the text of the address bar
   * @returns false if it is a part of what the user writes
   */
  paste(text: string, isWhole: boolean): boolean;
  /** Connects to one of the servers of a pasted text; undefined if the user chose none. */
  chooseServer(server: ConfiguredServer | undefined): void;
  /** Answers the open question. */
  answerQuestion(agreed: boolean): void;
  /**
   * Connects with the user's input values for a configured server; undefined if the user gave none.
   */
  answerInputs(answers: Answers | undefined): void;
  /** Closes the active connection. */
  disconnect(): void;
  /**
   * Closes the connection of a server and opens it again with the settings that the server has now:
   * a command is stopped and started. Log, drafts, results and selection are kept.
   * @param id the active server by default
   */
  restart(id?: string): void;
  /** Saves what a reload would lose; call it when the page is hidden or unloaded. */
  leave(): void;
}

export interface ConnectorOptions {
  readonly servers: Servers;
  readonly opener: OpenConnection;
  readonly questions: Questions;
  readonly addressBar: AddressBar;
  readonly configured: ConfiguredServers;
  readonly configuredApprovals: ConfiguredApprovals;
  readonly origins: ValueOrigins;
  /** Whether commands can be started; leads to a relay if not. */
  readonly canStart: () => Promise<boolean>;
  /** Opens the session of a link as if the link were followed. */
  readonly openSession: (session: string) => void;
  readonly profiles: Pick<ServerProfiles, "named">;
  /** Puts a saved server with its settings into the address bar; false if they cannot be read. */
  readonly enterSaved: (profile: ServerProfile) => Promise<boolean>;
  /** The session storage of this tab. */
  readonly tabStorage: TextStorage;
  /** Whether a word that could be a package's name was started as a program before. */
  readonly isProgram: (address: string) => boolean;
}

export function createConnector(options: ConnectorOptions): Connector {
  const { servers, opener, questions, addressBar, configured, origins, tabStorage } = options;
  const addressed = () => addressedServer(servers.getState());
  const activeId = () => servers.getState().activeId;
  /** Opens the server in the address bar. */
  const entering = (): Opening => ({ serverId: addressed().id, isRestart: false });
  const restarting = (serverId: string): Opening => ({ serverId, isRestart: true });
  /** The settings of the server that is opened. */
  const settingsOf = ({ serverId }: Opening) =>
    (servers.getState().open.get(serverId) ?? addressed()).settings;

  const open = (target: Target, { serverId, isRestart }: Opening): void => {
    starts.cancel();
    questions.take();
    const { open: all, entered } = servers.getState();
    if (isRestart) opener.restart(serverId, target);
    // the results of an earlier page belong to its first connection
    else if (all.has(serverId) && !all.get(serverId)?.connection) opener.connect(serverId, target);
    else if (all.has(serverId)) opener.reopen(serverId, target);
    else if (entered.id === serverId) opener.openEntered(target);
  };

  const starts = createStarts({
    approvals: createApprovals(),
    configured,
    configuredApprovals: options.configuredApprovals,
    questions,
    origins,
    canStart: options.canStart,
    open,
  });

  const rejectUrl = (server: ConfiguredServer) =>
    addressBar.reject({ code: "configuration", problems: [urlProblem(server)] });

  /** Puts a configured server with its values where it is opened. @returns its target */
  const take = (
    server: ConfiguredServer,
    answers: Answers,
    opening: Opening,
  ): Target | undefined => {
    const filled = configured.fill(server, answers);
    if (!filled) return undefined;
    if (opening.isRestart) servers.change(opening.serverId, filled.settings);
    else configured.enter(filled);
    return filled.target;
  };

  /** Opens a server of a configuration with the user's answers; asks where it is not approved. */
  const openConfigured = (server: ConfiguredServer, answers: Answers, asked: Opening): void => {
    const opening = () => (asked.isRestart ? asked : entering());
    if (server.target.kind === "stdio") {
      const taken = take(server, answers, asked);
      const target = taken && withSettings(taken, settingsOf(opening()));
      if (target?.kind === "stdio") void starts.start(target, { kind: "person" }, opening());
      return;
    }
    // its headers are taken over only once the user has agreed
    const filled = fillServer(server, answers);
    if (!filled) rejectUrl(server);
    if (filled?.target.kind !== "http") return;
    const { target, headers, values } = filled;
    origins.note(values);
    void starts.connectConfigured(server, target, headers, () => {
      const taken = take(server, answers, asked);
      if (taken) open(taken, opening());
    });
  };

  /** Opens a configured server, after a question if it has inputs. */
  const openNamed = (server: ConfiguredServer, opening: Opening): void => {
    if (server.inputs.length > 0) questions.ask({ kind: "inputs", server, opening });
    else openConfigured(server, {}, opening);
  };

  /** Asks for the values of placeholders in a target; false if it has none. */
  const askForValues = (target: Target, opening: Opening, from: AddressSource): boolean => {
    const isFromLink = from === "link";
    const source = isFromLink ? "The link" : "The address";
    if (!serverWithPlaceholders(target, { name: "", source })) return false;
    starts.cancel();
    const ask = ({ maskedAddress }: ConnectionEngine) => {
      const address = maskedAddress(target);
      const server = serverWithPlaceholders(target, { name: address, source });
      if (server) questions.ask({ kind: "inputs", server, address, isFromLink, opening });
    };
    // the values are kept under the address without its secrets
    loadEngine().then(ask, () => addressBar.reject({ code: "not-loaded" }));
    return true;
  };

  /** Opens a target; asks first if it came from a link or starts a new command. */
  const openWithConsent = (target: Target, opening: Opening, source: AddressSource): void => {
    const server = target.kind === "http" ? configured.sourceOf(target) : undefined;
    if (target.kind === "stdio") void starts.start(target, { kind: source }, opening);
    else if (source === "link") {
      starts.askToConnect(target, settingsOf(opening).headers, "link", opening);
    } else if (server) {
      const { headers } = settingsOf(opening);
      void starts.connectConfigured(server, target, headers, () => open(target, opening));
    } else open(target, opening);
  };

  const connectPlain = () => {
    const { address, source, settings } = addressed();
    const parsed = parseTarget(address);
    if (parsed.kind === "invalid") return addressBar.reject(parsed.reason);
    if (source !== "person") noteVariables(parsed.target);
    const target = withSettings(parsed.target, settings);
    addressBar.accept();
    if (!askForValues(target, entering(), source)) openWithConsent(target, entering(), source);
  };

  const connectSaved = async (profile: ServerProfile) => {
    // without its headers the requests would be those of another user
    if (await options.enterSaved(profile)) connectPlain();
  };

  /** The variables before a command whose author is not the user are shown in its question. */
  const noteVariables = (target: Target) => {
    if (target.kind !== "stdio") return;
    origins.note(Object.entries(target.env ?? {}).map(([name, value]) => [name, [value]] as const));
  };

  const pasting = createPasting({
    addressBar,
    servers,
    questions,
    origins,
    connectPlain,
    connectTo(target, isSeen) {
      const { settings } = addressed();
      const chosen = withSettings(target, settings);
      if (chosen.kind === "stdio") void starts.start(chosen, { kind: "pasted" }, entering());
      else if (isSeen) open(chosen, entering());
      else starts.askToConnect(chosen, settings.headers, "pasted", entering());
    },
  });

  const connectKnown = () => {
    const { address, source } = addressed();
    const isFromLink = source === "link";
    const named = isFromLink ? undefined : configured.named(address);
    if (named) return openNamed(named, entering());
    const session = isFromLink ? undefined : sessionOfLink(address);
    if (session !== undefined) return options.openSession(session);
    const saved = isFromLink ? undefined : options.profiles.named(address);
    if (saved) return void connectSaved(saved);
    // a link names its server exactly
    if (!isFromLink && mayBePaste(address) && !options.isProgram(address)) {
      return void pasting.connect(address);
    }
    connectPlain();
  };

  const connect = () => {
    const { address, source } = addressed();
    const isUrl = /^https?:/i.test(address.trim());
    // what is no URL may be the name of a server that the relay has not sent yet
    if (source === "link" || isUrl || configured.isKnown()) return connectKnown();
    void configured.whenKnown().then(() => {
      if (addressed().address === address) connectKnown();
    });
  };

  return {
    connect,
    paste: pasting.paste,
    chooseServer(server) {
      const question = questions.take();
      if (question?.kind === "choose") pasting.choose(server, question.form);
    },
    connectPlain,
    connectSaved,
    answerQuestion(agreed) {
      const question = questions.take();
      if (question && agreed && "proceed" in question) question.proceed();
    },
    answerInputs(answers) {
      const question = questions.take();
      if (!answers) return;
      if (question?.kind === "pasted-inputs") {
        return pasting.open(question.server, answers, question.form);
      }
      if (question?.kind !== "inputs") return;
      const { server, address, opening } = question;
      if (address === undefined) return openConfigured(server, answers, opening);
      const filled = fillServer(server, answers);
      if (!filled) return rejectUrl(server);
      const { target } = filled;
      const source = opening.isRestart ? "person" : addressed().source;
      openWithConsent({ ...target, shown: address }, opening, source);
    },
    disconnect() {
      const id = activeId();
      if (id !== undefined) opener.close(id);
    },
    restart(id = activeId()) {
      const server = id === undefined ? undefined : servers.getState().open.get(id);
      if (!server?.connection || server.connection.state.getState().kind === "recorded") return;
      const opening = restarting(server.id);
      const { target, applied } = server;
      const next = nextTarget(server);
      // The values of placeholders were lost in the reload.
      if (askForValues(next, opening, "person")) return;
      if (next.kind === "http" || target.kind === "http") return open(next, opening);
      // After a reload only the configured server's name is known.
      const named =
        next.command === server.address && next.args.length === 0 && configured.named(next.command);
      if (named) return openNamed(named, opening);
      // A process of an earlier page may have variables whose values were lost in the reload.
      if (applied && approvalKey(next) === approvalKey(target)) open(target, opening);
      else void starts.start(next, { kind: "person" }, opening);
    },
    leave: () => saveResumeStates(tabStorage, servers.getState()),
  };
}
