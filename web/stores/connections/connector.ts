/** Connects to the server in the address bar, after a question if one is due, and restarts connections. */

import type { ConfiguredServer } from "../../../shared/config/configured.ts";
import { type Answers, fillServer } from "../../../shared/config/fillServer.ts";
import { mayBePaste } from "../../../shared/config/paste/mayBePaste.ts";
import {
  formatTarget,
  parseTarget,
  type StdioTarget,
  type Target,
} from "../../../shared/config/target.ts";
import { serverWithPlaceholders } from "../../../shared/recording/placeholders.ts";
import type { AddressBar } from "../servers/addressBar.ts";
import { createApprovals } from "../servers/approvals.ts";
import type { ConfiguredApprovals } from "../servers/configuredApprovals.ts";
import type { ConfiguredServers } from "../servers/configuredServers.ts";
import { type SettingsStore, settingsKey, withSettings } from "../servers/settingsStore.ts";
import type { ValueOrigins } from "../servers/valueOrigins.ts";
import type { TextStorage } from "../storedJson.ts";
import { activeRecord, type ConnectionRecords } from "./connectionRecords.ts";
import type { Engine } from "./engine.ts";
import { loadEngine } from "./loadEngine.ts";
import type { OpenConnection } from "./openConnection.ts";
import { createPasting } from "./pasting.ts";
import type { Questions } from "./questions.ts";
import { type ResumeState, saveResumeStates, takeResumeStates } from "./resumeState.ts";
import { createStarts } from "./starts.ts";

export interface Connector {
  /** Connects to the server in the address bar, replacing the active connection. */
  connect(): void;
  /** Connects to the address in the address bar without interpreting it further. */
  connectPlain(): void;
  /** Identifies the settings of an address, which another open connection does not share. */
  settingsKeyOf(address: string): string;
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
   * Closes a connection and opens it again with the same options: a command is stopped and started.
   * Log, drafts and results are kept.
   * @param id the record; the active one by default
   */
  restart(id?: string): void;
  /**
   * Reattaches to the processes that this tab used before a reload.
   * @returns whether one of them is the active server
   */
  resume(): boolean;
  /** Saves what a reload would lose; call it when the page is hidden or unloaded. */
  leave(): void;
}

export interface ConnectorOptions {
  readonly records: ConnectionRecords;
  readonly opener: OpenConnection;
  readonly questions: Questions;
  readonly addressBar: AddressBar;
  readonly settings: SettingsStore;
  readonly configured: ConfiguredServers;
  readonly configuredApprovals: ConfiguredApprovals;
  readonly origins: ValueOrigins;
  /** Whether commands can be started; leads to a relay if not. */
  readonly canStart: () => Promise<boolean>;
  /** Opens the saved server with a name; false if there is none. */
  readonly openSaved: (name: string) => boolean;
  /** The session storage of this tab. */
  readonly tabStorage: TextStorage;
  /** Whether a word that could be a package's name was started as a program before. */
  readonly isProgram: (address: string) => boolean;
}

export function createConnector(options: ConnectorOptions): Connector {
  const { records, opener, questions, addressBar, settings, configured, tabStorage } = options;
  const { origins } = options;
  const active = () => activeRecord(records.getState());

  const settingsKeyOf = (address: string): string => {
    const { records: all, activeId } = records.getState();
    const key = (own: string) => settingsKey(own, () => false);
    const former = active();
    if (former && key(former.address) === key(address)) return former.settingsKey;
    const others = [...all.values()].filter(({ id }) => id !== activeId);
    const taken = new Set(others.map((other) => key(other.settingsKey)));
    return settingsKey(address, (wanted) => taken.has(wanted));
  };

  /** Opens a target in place of the active one; reuses the record of the same server. */
  const open = (target: Target, resume?: ResumeState): void => {
    starts.cancel();
    const former = active();
    if (former && formatTarget(former.target) === formatTarget(target) && !resume) {
      opener.reopen(former.id, target);
    } else {
      const { address } = addressBar.getState();
      const own = settingsKeyOf(address);
      settings.adopt(own);
      if (former) opener.close(former.id);
      const id = opener.open(target, {
        address,
        settingsKey: own,
        ...(resume ? { resume } : {}),
      });
      if (former) takePlace(former.id, id);
      records.activate(id);
      if (former) opener.discard(former.id);
    }
    questions.take();
    addressBar.trust();
  };

  /** A replacement takes the position of the server it replaces. */
  const takePlace = (former: string, id: string) => {
    records.move(id, [...records.getState().records.keys()].indexOf(former));
  };

  /** Reattaches to a process that kept running during a reload. */
  const resumeProcess = (left: ResumeState, isActive: boolean): boolean => {
    const { address, cwd, environmentNames } = left;
    const parsed = parseTarget(address);
    if (parsed.kind !== "target" || parsed.target.kind !== "stdio") return false;
    if (isActive) addressBar.write(address);
    // For a configured server this is its name, which was already saved when it started.
    const key = settingsKeyOf(address);
    settings.adopt(key);
    settings.change({
      directory: cwd ?? "",
      environment: environmentNames.map((name) => [name, ""] as const),
    });
    const target = { ...parsed.target, ...(cwd ? { cwd } : {}), shown: address };
    if (isActive) open(target, left);
    else opener.open(target, { address, settingsKey: key, resume: left });
    return true;
  };

  const restartWith = (target: Target, id: string): void => {
    starts.cancel();
    opener.restart(id, target);
    questions.take();
    addressBar.trust();
  };

  const starts = createStarts({
    approvals: createApprovals(),
    configured,
    configuredApprovals: options.configuredApprovals,
    questions,
    origins,
    canStart: options.canStart,
    open: (target, id) => (id === undefined ? open(target) : restartWith(target, id)),
  });

  /** Opens a server of a configuration with the user's answers; asks where it is not approved. */
  const openConfigured = (
    server: ConfiguredServer,
    answers: Answers,
    restartedId?: string,
  ): void => {
    if (server.target.kind === "stdio") {
      const target = withSettings(configured.take(server, answers), settings.getState());
      if (target.kind === "stdio") void starts.start(target, { kind: "person" }, restartedId);
      return;
    }
    // its headers are taken over only once the user has agreed
    const { target, headers, values } = fillServer(server, answers);
    if (target.kind !== "http") return;
    origins.note(values);
    void starts.connectConfigured(server, target, headers, () => {
      const taken = configured.take(server, answers);
      if (restartedId === undefined) open(taken);
      else restartWith(taken, restartedId);
    });
  };

  /** Opens a configured server, after a question if it has inputs. */
  const openNamed = (server: ConfiguredServer, restartedId?: string): void => {
    if (server.inputs.length > 0) questions.ask({ kind: "inputs", server });
    else openConfigured(server, {}, restartedId);
  };

  /** Asks for the values of placeholders in a target; false if it has none. */
  const askForValues = (target: Target): boolean => {
    const { isFromLink } = addressBar.getState();
    const source = isFromLink ? "The link" : "The address";
    if (!serverWithPlaceholders(target, { name: "", source })) return false;
    starts.cancel();
    const ask = ({ maskedAddress }: Engine) => {
      const address = maskedAddress(target);
      const server = serverWithPlaceholders(target, { name: address, source });
      if (server) questions.ask({ kind: "inputs", server, address, isFromLink });
    };
    // the values are kept under the address without its secrets
    loadEngine().then(ask, () => addressBar.reject({ code: "not-loaded" }));
    return true;
  };

  /** Opens a target; asks first if it came from a link or starts a new command. */
  const openWithConsent = (target: Target): void => {
    const { isFromLink, isPasted } = addressBar.getState();
    if (target.kind === "stdio") {
      void starts.start(target, { kind: isFromLink ? "link" : isPasted ? "pasted" : "person" });
    } else if (isFromLink) {
      starts.askToConnect(target, settings.getState().headers, "link");
    } else open(target);
  };

  const connectPlain = () => {
    const { address, isFromLink, isPasted } = addressBar.getState();
    const parsed = parseTarget(address);
    if (parsed.kind === "invalid") return addressBar.reject(parsed.reason);
    if (isFromLink || isPasted) noteVariables(parsed.target);
    settings.adopt(settingsKeyOf(address), isFromLink);
    const target = withSettings(parsed.target, settings.getState());
    addressBar.accept();
    if (!askForValues(target)) openWithConsent(target);
  };

  /** The variables before a command whose author is not the user are shown in its question. */
  const noteVariables = (target: Target) => {
    if (target.kind !== "stdio") return;
    origins.note(Object.entries(target.env ?? {}).map(([name, value]) => [name, [value]] as const));
  };

  const pasting = createPasting({
    addressBar,
    settings,
    questions,
    settingsKeyOf,
    origins,
    connectPlain,
    connectTo(target, isSeen) {
      const chosen = withSettings(target, settings.getState());
      if (chosen.kind === "stdio") void starts.start(chosen, { kind: "pasted" });
      else if (isSeen) open(chosen);
      else starts.askToConnect(chosen, settings.getState().headers, "pasted");
    },
  });

  return {
    connect() {
      const { address, isFromLink } = addressBar.getState();
      const named = isFromLink ? undefined : configured.named(address);
      if (named) return openNamed(named);
      if (!isFromLink && options.openSaved(address)) return;
      // a link names its server exactly
      if (!isFromLink && mayBePaste(address) && !options.isProgram(address)) {
        return void pasting.connect(address);
      }
      connectPlain();
    },
    paste: pasting.paste,
    chooseServer(server) {
      const question = questions.take();
      if (question?.kind === "choose") pasting.choose(server, question.form);
    },
    connectPlain,
    settingsKeyOf,
    answerQuestion(agreed) {
      const question = questions.take();
      if (!question || !agreed || question.kind === "inputs" || question.kind === "choose") return;
      question.proceed();
    },
    answerInputs(answers) {
      const question = questions.take();
      if (question?.kind !== "inputs" || !answers) return;
      const { server, address, pasted } = question;
      if (pasted) return pasting.open(server, answers, pasted);
      if (address === undefined) return openConfigured(server, answers);
      openWithConsent({ ...fillServer(server, answers).target, shown: address });
    },
    disconnect() {
      const record = active();
      if (record) opener.close(record.id);
    },
    restart(id = active()?.id) {
      const record = id === undefined ? undefined : records.getState().records.get(id);
      if (!record?.connection || record.connection.state.getState().kind === "recorded") return;
      const { target } = record;
      const own = settings.of(record.settingsKey);
      // The values of placeholders were lost in the reload.
      if (askForValues(withSettings(target, own))) return;
      // After a reload only the configured server's name is known.
      const named =
        target.kind === "stdio" && target.shown !== undefined && configured.named(target.command);
      if (named && target.args.length === 0) return openNamed(named, record.id);
      const known = record.settings;
      const isSame = own.directory === known?.directory && own.environment === known.environment;
      if (target.kind === "http" || isSame) return restartWith(target, record.id);
      // Settings that were changed since then take precedence over the configuration.
      const { env: _, cwd: __, ...bare } = target;
      const again = withSettings(target.shown ? target : bare, own) as StdioTarget;
      void starts.start(again, { kind: "person" }, record.id);
    },
    resume() {
      const { active, others } = takeResumeStates(tabStorage);
      for (const left of others) resumeProcess(left, false);
      return active !== undefined && resumeProcess(active, true);
    },
    leave: () => saveResumeStates(tabStorage, records.getState()),
  };
}
