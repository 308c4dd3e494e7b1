/** One app beside the result of a call: reads its document, runs the bridge, and notes how far it came. */
import { createStore } from "zustand/vanilla";
import { appFinding } from "../../../shared/apps/appFinding.ts";
import { readAppResource } from "../../../shared/apps/appResource.ts";
import { createAppBridge } from "../../../shared/apps/bridge.ts";
import type { AppBridge, AppEvent } from "../../../shared/apps/bridgeTypes.ts";
import { withDomains } from "../../../shared/apps/declaredDomains.ts";
import { partialInputs } from "../../../shared/apps/partialInput.ts";
import { appPolicy } from "../../../shared/apps/policy.ts";
import { recordApp } from "../../../shared/apps/recordApp.ts";
import { allowAttribute, locateSandbox } from "../../../shared/apps/sandbox.ts";
import { targetIdentity } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import { membersOf } from "../../../shared/core/json/jsonObject.ts";
import { textAt } from "../../../shared/core/json/textAt.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import type { DoneRun } from "../../calls/store/run.ts";
import { toReadable } from "../../platform/readableStore.ts";
import { type Item, readItem, traitsOfKind } from "../../servers/store/catalog/items.ts";
import { itemsQuery, readChanges } from "../../servers/store/catalog/queries.ts";
import type { ResourceChanges } from "../../servers/store/catalog/resourceChanges.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { type AppAnswersOptions, createAppAnswers } from "./appAnswers.ts";
import { createAppGrants } from "./appGrants.ts";
import { createAppQuestions } from "./appQuestions.ts";
import {
  type AppMoment,
  type AppState,
  type ConsoleLine,
  describeApp,
  first,
  last,
  started,
} from "./appState.ts";
import { type HostChoices, hostCapabilities, hostContextOf } from "./hostChoices.ts";
import { createKnownApp, type KnownApp } from "./knownApp.ts";
import { readUiResource } from "./readUiResource.ts";
import type { AppConversation, AppElicitation, FrameOfApp, RunningApp } from "./runningAppTypes.ts";

/** Times that an app may take the focus from a field. */
const maximumFocusTaken = 3;
/** Tools of an app that are listed. */
const maximumTools = 50;
/** Parts in which the input is played back. */
const playedParts = 24;

/** What the user's choice of a sandbox depends on. */
export interface AppHost {
  readonly appsOrigin: string | undefined;
  /** The URL of the page. */
  readonly page: string;
  /** Random, the same for all visits: places of sandboxes are derived from it. */
  readonly secret: string;
}

interface RunningAppOptions
  extends Pick<AppAnswersOptions, "log" | "inbox" | "asker" | "consents" | "openLink"> {
  readonly view: ConnectedView;
  readonly tool: Item;
  readonly uri: string;
  readonly done: Pick<DoneRun, "seq" | "text" | "outcome">;
  /** The elicitation that it answers; then it is told no call. */
  readonly elicitation?: AppElicitation | undefined;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly host: AppHost;
  readonly known: KnownApp;
  /** The app that the tool had before it changed. */
  readonly earlierUri: string | undefined;
  /** The conversation in which it is shown; undefined beside the result on the tool's page. */
  readonly conversation: AppConversation | undefined;
  /** What the app is told at first. */
  readonly choices: HostChoices;
  /** Tells when the document of the app has changed. */
  readonly changes: ResourceChanges;
}

export function createRunningApp(options: RunningAppOptions): RunningApp {
  const { view, tool, uri, done, elicitation, clock, newId, log, host } = options;
  const id = newId();
  const questions = createAppQuestions({ newId, consents: options.consents, appId: id });
  const store = createStore<AppState>(() => ({
    ...started,
    read: undefined,
    resource: undefined,
    policy: undefined,
    messages: [],
    modelContext: undefined,
    profile: "specification",
    tried: {},
    choices: options.choices,
  }));
  const { getState, setState } = store;
  const closed = new AbortController();
  const recorder = recordApp(createRecorder(log, view.connection.id), id, done.seq);
  let requestSeq = done.seq;
  let bridge: AppBridge | undefined;
  let attached: FrameOfApp | undefined;
  let isLoaded = false;
  let tellContext: () => unknown = () => undefined;
  let loading = 0;
  let frames = 0;
  /** When the document was handed over. */
  let startedAt = 0;
  let isPlayed = false;
  let focusTaken = 0;
  const toolOf = (name: string) => {
    const tools = view.queryClient.getQueryData(itemsQuery(view, traitsOfKind("tool")).queryKey);
    return tools?.items.find((item) => item.name === name)?.raw;
  };
  const isRecorded = view.connection.state.getState().kind === "recorded";
  // a recording can say that it is of any server, so it shares nothing with that server's app
  const known = isRecorded ? createKnownApp() : options.known;
  const { target } = view.connection;
  const server = isRecorded ? id : targetIdentity(target);
  const grants = createAppGrants({ known, questions, target, signal: closed.signal });
  const callId = done.text && textAt(done.text, ["id"]);
  const toolInfo = elicitation
    ? undefined
    : { ...(callId && { id: JSON.parse(callId) }), tool: tool.raw };

  const answer = createAppAnswers({
    ...options,
    appId: id,
    callSeq: done.seq,
    requestSeq: () => requestSeq,
    questions,
    async currentTool(name) {
      if (!isRecorded) await readChanges(view, "tool");
      return toolOf(name);
    },
    setDisplayMode: async (mode) => (await attached?.setDisplayMode(mode)) ?? "inline",
    onMessage(content) {
      setState(({ messages }) => ({ messages: last([...messages, content]) }));
      options.conversation?.add("message", content);
    },
    onModelContext(modelContext) {
      setState({ modelContext });
      options.conversation?.add("context", modelContext.content);
    },
  });

  // the app may ask for the list that its server has changed
  const stopFollowingLists = view.queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "invalidate") return;
    const [serverId, connectionId, method] = event.query.queryKey;
    const { connection } = view;
    if (serverId !== connection.serverId || connectionId !== connection.id) return;
    if (method === "tools/list") bridge?.notifyListChanged("tools");
    if (method === "resources/list") bridge?.notifyListChanged("resources");
  });

  // the edit loop: the server says that the document has changed
  const { resourceSubscriptions } = view.client;
  if (resourceSubscriptions.canSubscribe() && !resourceSubscriptions.isSubscribed(uri)) {
    void resourceSubscriptions.watch(uri, true);
  }
  const changedAt = () => options.changes.getState().at(view.connection.id, uri);
  let knownChange = changedAt();
  const stopFollowingChanges = options.changes.subscribe(() => {
    if (changedAt() === knownChange) return;
    knownChange = changedAt();
    // after it took the focus, only the user opens it again
    if (isLoaded && getState().ended !== "focus") void load();
  });

  const load: RunningApp["load"] = async (how = {}) => {
    const turn = ++loading;
    isLoaded = true;
    const isCurrent = () => turn === loading && !closed.signal.aborted;
    isPlayed = how.isPlayed ?? false;
    focusTaken = 0;
    bridge = undefined;
    // the sandbox page loads while the document is read, whose policy is mostly that of the last time
    const expected = known.lastFrame && { generation: ++frames, ...known.lastFrame };
    setState({
      ...started,
      read: undefined,
      resource: undefined,
      policy: undefined,
      frame: expected,
    });
    const read = await readUiResource(view, log, uri, clock);
    if (!isCurrent()) return;
    const { earlierUri: before } = options;
    const changed =
      before === undefined ? [] : [appFinding("app-changed", { name: tool.name, before, uri })];
    setState({ read, findings: changed });
    if (read.kind === "error") {
      const { code, message } = read.error;
      const refused = appFinding("app-resource-refused", { uri, code, message });
      setState({ findings: [...changed, refused] });
    }
    if (read.kind !== "read") return setState({ frame: undefined });
    const resource = readAppResource({ uri, result: read.result, listed: read.listed });
    setState({ resource, findings: [...changed, ...resource.findings] });
    if (resource.kind !== "document") return setState({ frame: undefined });
    const { declared } = resource.document;
    const { profile, tried } = getState();
    // an app of a recording contacts nothing
    const wanted = isRecorded ? undefined : withDomains(declared.csp, tried);
    if (!isRecorded) await grants.ask(declared.permissions, wanted);
    if (!isCurrent()) return;
    const policy = appPolicy(grants.domains(wanted), profile);
    const place = await locateSandbox({ ...host, policy, server, uri });
    if (!isCurrent()) return;
    const allow = allowAttribute(grants.permissions(declared.permissions), place.isOpaque);
    const isExpected = expected?.place.url === place.url && expected.allow === allow;
    known.lastFrame = { place, allow };
    setState({ policy, frame: isExpected ? expected : { generation: ++frames, place, allow } });
    if (isExpected) handOver();
  };

  /** Gives the frame its document, once both are there. */
  const handOver = () => {
    const { resource, policy } = getState();
    if (!bridge || !policy || resource?.kind !== "document") return;
    const { html, declared } = resource.document;
    startedAt = clock.now();
    bridge.load({ html, permissions: grants.permissions(declared.permissions), policy });
  };

  const attach: RunningApp["attach"] = (frame) => {
    const { post, size } = frame;
    attached = frame;
    const contextNow = () => hostContextOf(getState().choices, size(), toolInfo);
    // a frame that was replaced by another is not this app's any more
    const isCurrent = () => bridge === own && !closed.signal.aborted;
    const reach = (moment: AppMoment) =>
      setState(({ moments }) => ({
        moments: { [moment]: clock.now() - startedAt, ...moments },
      }));

    let isListing = false;
    const readTools = async () => {
      const { app } = getState();
      // an app that says again and again that they have changed is asked once at a time
      if (!app?.hasTools || isListing) return;
      isListing = true;
      const listed = await own.listTools();
      isListing = false;
      if (!isCurrent() || "error" in listed) return;
      const { tools } = membersOf(JSON.parse(listed.resultText));
      const all: readonly unknown[] = Array.isArray(tools) ? tools : [];
      const items = all.slice(0, maximumTools).map((one) => readItem("tool", one));
      setState({ tools: items.filter(({ name }) => name !== "") });
    };
    let isAsking = false;
    const ask = async ({ paramsText, onAnswer }: AppElicitation) => {
      // an app that says again and again that it is initialized is asked once at a time
      if (isAsking) return;
      isAsking = true;
      const answered = await own.elicit(paramsText);
      isAsking = false;
      if (isCurrent()) onAnswer(answered);
    };
    const write = ({ level, text }: ConsoleLine) =>
      setState(({ console }) => ({ console: first([...console, { level, text }]) }));
    const note = (event: AppEvent) => {
      if (!isCurrent()) return;
      switch (event.kind) {
        case "document-loaded":
          return reach("loaded");
        case "painted":
          return reach("painted");
        case "initialize":
          setState({ app: describeApp(event), isLate: false });
          return reach("initialize");
        case "initialized":
          reach("initialized");
          if (elicitation) void ask(elicitation);
          if (isPlayed) clock.after(0, () => play(partialInputs(input, playedParts)));
          void readTools();
          return;
        case "input-sent":
          return reach("input");
        case "result-sent":
          return reach("result");
        case "tools-changed":
          void readTools();
          return;
        case "console":
          return write(event);
        case "error": {
          const { text, line } = event;
          return write({
            level: "error",
            text: line === undefined ? text : `${text}, line ${line}`,
          });
        }
        case "blocked":
          return setState(({ blocked }) => ({ blocked: last([...blocked, event.request]) }));
        case "finding":
          return setState(({ findings, isLate }) => ({
            findings: last([...findings, event.finding]),
            isLate: isLate || event.finding.code === "app-initialized-late",
          }));
        case "size":
          return setState({ height: event.height });
        case "teardown-requested":
          void own.teardown("requested by the app");
          return setState({ ended: "asked" });
        case "navigated":
          return setState({ ended: "navigated" });
        default:
      }
    };
    const own = createAppBridge({
      clock,
      post,
      record(direction, text, heads) {
        const { seq } = recorder(direction, text, heads);
        if (direction === "in") requestSeq = seq;
      },
      hostInfo: { name: "mcp-playground", version: __VERSION__, title: "MCP Playground" },
      hostCapabilities: { ...hostCapabilities, ...(elicitation && { elicitation: {} }) },
      hostContext: contextNow(),
      toolOf,
      answer,
      onEvent: note,
    });
    bridge = own;
    tellContext = () => isCurrent() && own.setHostContext(contextNow());

    const input = (done.text && textAt(done.text, ["params", "arguments"])) ?? "{}";
    const sendCall = () => {
      own.sendInput(input);
      const { outcome } = done;
      if (outcome.kind === "result") {
        own.sendResult(textAt(outcome.answer.text, outcome.answer.path) ?? "{}");
      } else own.sendCancelled(outcome.kind === "error" ? outcome.error.message : outcome.kind);
    };
    const play = (parts: readonly string[], at = 0) => {
      const part = parts[at];
      if (!isCurrent()) return;
      if (part === undefined) return sendCall();
      own.sendPartialInput(part);
      clock.after(getState().choices.playMs / playedParts, () => play(parts, at + 1));
    };
    // the bridge keeps it until the app is initialized
    if (!isPlayed && !elicitation) sendCall();

    handOver();
    return {
      receive: own.receive,
      resized: tellContext,
      end() {
        if (bridge === own) bridge = undefined;
        if (attached === frame) attached = undefined;
        return own.teardown("closed by the user").finally(own.close);
      },
    };
  };

  return {
    ...toReadable(store),
    id,
    questions,
    load,
    resume() {
      if (!isLoaded) void load();
    },
    suspend() {
      loading++;
      isLoaded = false;
      setState({ frame: undefined });
    },
    attached: () => attached,
    attach,
    choose(choices) {
      setState((state) => ({ choices: { ...state.choices, ...choices } }));
      tellContext();
    },
    setProfile(profile) {
      setState({ profile });
      void load();
    },
    tryWith(domains) {
      grants.reconsider(domains);
      setState(({ tried }) => ({ tried: withDomains(tried, domains) ?? {} }));
      void load();
    },
    async callTool(name, argumentsText) {
      if (!bridge) return { error: { code: -32000, message: "The app is closed" } };
      return bridge.callTool(name, argumentsText);
    },
    noteFocusTaken() {
      focusTaken++;
      if (focusTaken >= maximumFocusTaken) setState({ frame: undefined, ended: "focus" });
    },
    close() {
      loading++;
      stopFollowingLists();
      stopFollowingChanges();
      closed.abort();
      setState({ frame: undefined });
    },
  };
}
