/** Everything one tab holds: the log, the connection, what was written, what was asked. */
import type { QueryClient } from "@tanstack/react-query";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Connected } from "../../../shared/client/client.ts";
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import { type Answers, fillServer } from "../../../shared/config/fillServer.ts";
import {
  formatTarget,
  parseTarget,
  type StdioTarget,
  type Target,
} from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { latest } from "../../../shared/mcp/revisions.ts";
import { maskedAddress, serverWithPlaceholders } from "../../../shared/recording/placeholders.ts";
import { createBodyLimit } from "../../../shared/transport/http/bodyLimit.ts";
import type { Slots } from "../../../shared/transport/http/slots.ts";
import { type Authorizations, createAuthorizations } from "../auth/authorizations.ts";
import { followAuthorization, type OnScreen, readScreen, resumeSignIn } from "../auth/signIn.ts";
import { takeSignIn } from "../auth/storage/storedSignIn.ts";
import { type Changes, createChanges, noteChange } from "../catalog/listChanges.ts";
import { askForLists } from "../catalog/queries.ts";
import { refreshAfter } from "../catalog/refreshAfter.ts";
import { type Composition, firstComposition } from "../invocations/composition.ts";
import { createDrafts, type Drafts } from "../invocations/drafts.ts";
import { type PersistedTasks, persistedTasksOf } from "../invocations/persistedTasks.ts";
import { createRuns, type Runs, resumeRun } from "../invocations/runs.ts";
import { createForwarding, type Forwarding } from "../relay/forwarding.ts";
import type { RelayAccess } from "../relay/relayAccess.ts";
import { capabilitiesText, createAnswers } from "../requests/answers.ts";
import { createInbox, type Inbox } from "../requests/inbox.ts";
import { type Approvals, createApprovals } from "../servers/approvals.ts";
import { type AskedValues, createAskedValues } from "../servers/askedValues.ts";
import { createConfiguredApprovals } from "../servers/configuredApprovals.ts";
import { type ConfiguredServers, createConfiguredServers } from "../servers/configuredServers.ts";
import { createStoredRoutes } from "../servers/routes.ts";
import { createSavedServers, type SavedServers } from "../servers/savedServers.ts";
import {
  createServerSettings,
  type ServerSettings,
  withSettings,
} from "../servers/serverSettings.ts";
import { createSettings, type Settings } from "../servers/settings.ts";
import type { TextStorage } from "../storedJson.ts";
import { createLogFindings, type LogFindings } from "../traffic/logFindings.ts";
import { createWorkspace, type Workspace } from "../view/workspace.ts";
import { type Connection, connectedView, createConnection } from "./connection.ts";
import { eraMemoryFor } from "./eraMemory.ts";
import { openTransport } from "./openTransport.ts";
import { type ResumeState, saveResumeState, takeResumeState } from "./resumeState.ts";
import { createStarts } from "./starts.ts";

export interface RuntimeOptions {
  readonly clock: Clock;
  /** 128 random bits. */
  readonly newId: () => string;
  /** Undefined where the page is not a secure context. */
  readonly subtle: SubtleCrypto | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Kept from visit to visit. */
  readonly storage: TextStorage;
  /** Kept while the tab lives. */
  readonly tabStorage: TextStorage;
  readonly relay: RelayAccess;
  /** This tab's session with the relay that served the page; undefined where it has none. */
  readonly relaySession: () => Promise<string | undefined>;
  /** Of this tab: how many long streams an origin may have at once. */
  readonly slots: Slots;
  /** Lets the page have its turn while much is read. */
  readonly pause: () => Promise<void>;
  readonly queryClient: QueryClient;
  /** The address of the page, without fragment. */
  readonly base: string;
}

export interface Runtime {
  readonly log: EventLog;
  /** What is noticed about the log. */
  readonly findings: LogFindings;
  readonly settings: StoreApi<Settings>;
  /** Which server the settings of this moment belong to. */
  readonly targetSettings: ServerSettings;
  readonly saved: SavedServers;
  readonly inbox: Inbox;
  readonly workspace: Workspace;
  readonly drafts: Drafts;
  readonly runs: Runs;
  readonly approvals: Approvals;
  /** What the relay was started with. */
  readonly configured: ConfiguredServers;
  /** What placeholders in addresses stand for. */
  readonly askedValues: AskedValues;
  /** The tasks under way on a target, kept over a reload. */
  readonly persistedTasks: (target: Target) => PersistedTasks;
  readonly changes: Changes;
  /** How this tab is authorized at each server. */
  readonly authorizations: Authorizations;
  /** Runs what is selected; set while something is. */
  readonly runSelected: { current: (() => void) | undefined };
  /** What the composer holds. */
  readonly composed: StoreApi<Composition>;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly relay: RelayAccess;
  /** Requests that leave from the relay. */
  readonly forwarding: Forwarding;
  /** Connects to what the address bar says, after asking where that is due. */
  connect(): void;
  /** Answers the question that stands in the workspace. */
  answerQuestion(agreed: boolean): void;
  /** Connects with what a configured server was asking for; undefined where nothing was told. */
  answerInputs(answers: Answers | undefined): void;
  disconnect(): void;
  /**
   * Ends the newest connection and makes it anew with what it was made with: a command is stopped
   * and started. Log, drafts and results stay.
   */
  restart(): void;
  /** Goes on with the process that the page before a reload was talking to, if it left one. */
  resume(): void;
  /** Writes down what a reload would lose; call it when the page goes away. */
  leave(): void;
}

/** Makes a tab's runtime; nobody is contacted. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { clock, newId, storage, tabStorage, queryClient } = options;
  const log = createEventLog({ now: clock.now });
  const settings = createSettings(storage);
  const targetSettings = createServerSettings(settings, createStoredRoutes(storage));
  const saved = createSavedServers(storage);
  const inbox = createInbox(newId);
  const workspace = createWorkspace();
  const drafts = createDrafts();
  const runs = createRuns();
  const approvals = createApprovals();
  const { relay } = options;
  const configured = createConfiguredServers({
    relay,
    workspace,
    settings,
    targetSettings,
  });
  const persistedTasks = (target: Target) => persistedTasksOf(tabStorage, target);
  const changes = createChanges();
  const composed = createStore(() => firstComposition);
  const forwarding = createForwarding(relay, tabStorage);
  const authorizations: Authorizations = createAuthorizations({
    clock,
    newId,
    fetch: options.fetch,
    async relayFetch() {
      const link = await options.relay.link();
      return "code" in link ? undefined : forwarding.available();
    },
    relaySession: options.relaySession,
    isOnRoute: (serverUrl, origin) =>
      targetSettings.of(serverUrl).route === "relay" && forwarding.hasAgreed(origin),
    storage,
    tabStorage,
    recorderFor() {
      const before = newId();
      const idNow = () => workspace.getState().connection?.id ?? before;
      return (draft, body, at) => createRecorder(log, idNow())(draft, body, at);
    },
    revision() {
      const state = workspace.getState().connection?.state.getState();
      const { revision } = settings.getState();
      if (state?.kind === "connected") return state.client.agreement.revision;
      return revision === "auto" ? undefined : revision;
    },
    screen: () => readScreen(tab),
    base: options.base,
  });
  const tab: OnScreen = { workspace, settings, targetSettings, drafts, composed, authorizations };

  /** What was set for each command when it was started. */
  const setFor = new WeakMap<Connection, Settings>();

  const open = (target: Target, left?: ResumeState, isRestart = false): void => {
    starts.cancel();
    const previous = workspace.getState().connection;
    const before =
      previous && connectedView({ connection: previous, state: previous.state.getState() });
    const ended = previous?.close();
    if (!isRestart) runs.setState(new Map(), true);
    // a fallback must not pick up what was set for another server meanwhile
    const given = settings.getState();
    const id = newId();
    const record = createRecorder(log, id);
    const bodyLimit = createBodyLimit(given.largestAnswerMegabytes * 1_000_000);
    const authorization = target.kind === "http" ? authorizations.of(target.url) : undefined;
    const connection = createConnection({
      id,
      target,
      label: formatTarget(target),
      async openTransport(kind) {
        // the same command twice would quarrel over its files and ports
        if (isRestart && target.kind === "stdio") await ended;
        const authorizer = authorization?.authorizer;
        const ways = { ...options, forwarding, bodyLimit, authorizer };
        return openTransport(ways, target, kind, record, given, left);
      },
      before: isRestart ? before : undefined,
      bodyLimit,
      record,
      clock,
      settings,
      memory: eraMemoryFor(tabStorage, target),
      capabilitiesText: capabilitiesText(settings.getState()),
      answerInput: (server, input) =>
        createAnswers(settings.getState, (asked) => inbox.ask(id, server, asked))(input),
      onNotification(method, params) {
        refreshAfter(queryClient, id, method);
        noteChange(changes, id, method, params, clock.now());
      },
      ...resumeOf(target, settings.getState(), left),
    });
    setFor.set(connection, given);
    workspace.setState({ connection, question: undefined, fromLink: false });
    if (authorization)
      followAuthorization(workspace, connection, authorization, () => runtime.connect());
    const stop = connection.state.subscribe((state) => {
      if (state.kind === "connected") {
        askForLists(queryClient, { connection, client: state.client });
        saved.remember(target);
        resumeTasks(target, state.client);
      }
      if (state.kind !== "connecting") stop();
    });
  };

  const starts = createStarts({
    approvals,
    configured,
    configuredApprovals: createConfiguredApprovals({
      storage,
      subtle: options.subtle,
      newSalt: newId,
    }),
    workspace,
    open: (target, isRestart) => open(target, undefined, isRestart),
  });

  /** Opens a server that was chosen from a configuration. */
  const openConfigured = (chosen: Target, isRestart = false): void => {
    const target = withSettings(chosen, settings.getState());
    if (target.kind === "stdio") void starts.start(target, isRestart);
    else open(target, undefined, isRestart);
  };

  /** In the modern era a task belongs to nobody's session: it can be asked for anew. */
  const resumeTasks = (target: Target, client: Connected) => {
    if (client.session.era().kind !== "modern") return;
    const tasks = persistedTasks(target);
    for (const [key, task] of tasks.all()) {
      void resumeRun(runs, key, client, task, tasks, clock.now());
    }
  };

  /** Asks for what placeholders in a target stand for; false where there are none. */
  const askForValues = (target: Target): boolean => {
    const { fromLink } = workspace.getState();
    const address = maskedAddress(target);
    const source = fromLink ? "The link" : "The address";
    const server = serverWithPlaceholders(target, { name: address, source });
    if (!server) return false;
    starts.cancel();
    workspace.setState({ question: { kind: "inputs", server, address, fromLink } });
    return true;
  };

  /** Opens a target, after a question where it came from a link or starts something new. */
  const openWithConsent = (target: Target, fromLink = false): void => {
    if (fromLink) starts.askAboutLink(target);
    else if (target.kind === "stdio") void starts.start(target);
    else open(target);
  };

  const disconnect = () => {
    void workspace.getState().connection?.close();
  };

  const runtime: Runtime = {
    log,
    findings: createLogFindings(log, clock.now),
    settings,
    targetSettings,
    saved,
    inbox,
    workspace,
    drafts,
    runs,
    approvals,
    configured,
    askedValues: createAskedValues(async () =>
      (await import("../auth/storage/storesOfPage.ts")).encryptedStoreOfPage(options),
    ),
    persistedTasks,
    changes,
    authorizations,
    runSelected: { current: undefined },
    composed,
    clock,
    fetch: options.fetch,
    relay,
    forwarding,
    connect() {
      const { address, fromLink } = workspace.getState();
      const named = fromLink ? undefined : configured.named(address);
      if (named) {
        const target = configured.prepare(named);
        return target && openConfigured(target);
      }
      const parsed = parseTarget(address);
      if (parsed.kind === "invalid") return workspace.setState({ invalid: parsed.reason });
      targetSettings.adopt(address);
      const target = withSettings(parsed.target, settings.getState());
      workspace.setState({ invalid: undefined });
      if (!askForValues(target)) openWithConsent(target, fromLink);
    },
    answerQuestion(agreed) {
      const { question } = workspace.getState();
      workspace.setState({ question: undefined });
      if (!question || question.kind === "inputs" || !agreed) return;
      if (question.kind === "start") starts.approve(question);
      open(question.target);
    },
    answerInputs(answers) {
      const { question } = workspace.getState();
      workspace.setState({ question: undefined });
      if (question?.kind !== "inputs" || !answers) return;
      const { server, address, fromLink } = question;
      if (address === undefined) return openConfigured(configured.answer(server, answers));
      openWithConsent({ ...fillServer(server, answers).target, shown: address }, fromLink);
    },
    disconnect,
    restart() {
      const { connection } = workspace.getState();
      if (!connection) return;
      const { target } = connection;
      const own = targetSettings.of(formatTarget(target));
      // values of placeholders went with the page before
      if (askForValues(withSettings(target, own))) return;
      // a page that was reloaded knows a configured server's name only
      const named =
        target.kind === "stdio" && target.shown !== undefined && configured.named(target.command);
      const anew = named && target.args.length === 0 ? configured.prepare(named) : target;
      if (anew !== target) return anew && openConfigured(anew, true);
      const known = setFor.get(connection);
      const isSame = own.directory === known?.directory && own.environment === known.environment;
      if (target.kind === "http" || isSame) return open(target, undefined, true);
      // what was set for it since then counts, beside what a configuration gives
      const { env: _, cwd: __, ...bare } = target;
      const again = withSettings(target.shown ? target : bare, own) as StdioTarget;
      void starts.start(again, true);
    },
    resume() {
      const signIn = takeSignIn(tabStorage);
      if (signIn) return void resumeSignIn(tab, signIn, runtime.connect);
      const left = takeResumeState(tabStorage);
      const parsed = left && parseTarget(left.address);
      if (!left || parsed?.kind !== "target" || parsed.target.kind !== "stdio") return;
      workspace.setState({ address: left.address });
      // it may be a configured server's name: it was remembered, where it is to be, when it was started
      const { address, cwd, environmentNames } = left;
      targetSettings.adopt(address);
      settings.setState({
        directory: cwd ?? "",
        environment: environmentNames.map((name) => [name, ""] as const),
      });
      open({ ...parsed.target, ...(cwd ? { cwd } : {}), shown: address }, left);
      const { connection } = workspace.getState();
      // values of variables went with the page before: to start it anew is another thing
      if (connection && environmentNames.length > 0) setFor.delete(connection);
    },
    leave: () => saveResumeState(tabStorage, workspace.getState().connection),
  };
  return runtime;
}

/** A conversation that is under way: with a process left behind, or in a session that was named. */
function resumeOf(
  target: Target,
  { sessionId, revision }: Settings,
  left: ResumeState | undefined,
) {
  if (left) return { resume: { agreement: left.agreement, lastId: left.lastId } };
  if (target.kind !== "http" || sessionId === "") return {};
  const known = revision === "auto" ? latest.legacy : revision;
  const agreement: Agreement = {
    revision: known,
    serverInfo: { name: "", version: "" },
    // nobody told what the server offers: everything is asked for
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: undefined,
  };
  return { resume: { agreement, lastId: 0 } };
}
