import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { createBrowserStorage } from "../../platform/browserStorage.ts";
import { createRelaySessions } from "./relaySessions.ts";
import { tabChannelName } from "./tabs/tabMessages.ts";
import { createTabKeys } from "./tabs/tabSeal.ts";

const home = "http://127.0.0.1:6280/";
const session = "the-session-of-the-first-tab";

beforeEach(() => void vi.stubGlobal("isSecureContext", true));
afterEach(() => void vi.unstubAllGlobals());

function openChannel() {
  const channel = new BroadcastChannel(tabChannelName);
  onTestFinished(() => channel.close());
  return channel;
}

/** A tab with its own storage; `status` is the relay's response to the link's token. */
function openTab(
  options: { session?: string; token?: string; status?: number; copied?: string } = {},
) {
  const storage = createBrowserStorage(() => {
    throw new Error("none");
  });
  const { token, status = 200, copied } = options;
  if (copied) storage.setItem("mcp-playground.relay-session", copied);
  const sessions = createRelaySessions({
    token,
    pageLoad: undefined,
    home,
    storage,
    isFromElsewhere: options.copied !== undefined,
    fetch: async () => Response.json({ session: "for-the-token" }, { status }),
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    channel: openChannel(),
  });
  if (options.session) sessions.keep(home, options.session);
  const question = new AbortController();
  let code: string | undefined;
  const onAsked = (shown: string) => {
    code = shown;
  };
  return {
    sessions,
    question,
    code: () => code,
    request: () => sessions.offers.request.getState(),
    ask: () => sessions.askTabs(home, { onAsked, signal: question.signal }),
  };
}

/** A script of another document of the same origin: it can read and write every message. */
function openScript() {
  const channel = openChannel();
  const heard: unknown[] = [];
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => void heard.push(data));
  return { say: (data: unknown) => channel.postMessage(data), heard };
}

/** Generating a key is slow on a busy machine. */
const until = (isSo: () => boolean) =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000, interval: 5 });

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

test("a tab gets the session once the user allows it in the tab that has it, by the code that both show", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const asking = other.ask();
  await until(() => owner.request() !== undefined);
  await until(() => other.code() !== undefined && other.code() === owner.request()?.code);
  expect(other.code()).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
  await owner.sessions.offers.answer(true);
  expect(await asking).toBe(session);
  expect(await other.sessions.find(home)).toBe(session);
});

test("a script that uses the former messages gets no answer", async () => {
  const owner = openTab({ session });
  const script = openScript();
  script.say({ wanted: home });
  await settled();
  expect(script.heard).toEqual([]);
  expect(owner.request()).toBeUndefined();
});

test("a script that listens while a tab is allowed gets no session", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const script = openScript();
  const asking = other.ask();
  await until(() => owner.request() !== undefined);
  await owner.sessions.offers.answer(true);
  expect(await asking).toBe(session);
  const overheard = Buffer.concat(
    script.heard.flatMap((data) =>
      Object.values(data as object).map((value) => Buffer.from(value as string)),
    ),
  );
  expect(script.heard.length).toBeGreaterThan(2);
  expect(overheard.includes(session)).toBe(false);
});

test("a script that asks after the user's tab does not take its place in the dialog", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const script = openScript();
  const { publicKey } = await createTabKeys();
  const asking = other.ask();
  await until(() => owner.request() !== undefined);
  const before = owner.request();
  script.say({ kind: "ask", id: "script", address: home, publicKey });
  await settled();
  expect(owner.request()).toBe(before);
  await owner.sessions.offers.answer(true);
  expect(await asking).toBe(session);
  expect(script.heard).not.toContainEqual(expect.objectContaining({ id: "script" }));
});

test("a script that withdraws the user's request and asks itself shows another code", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const script = openScript();
  const { publicKey } = await createTabKeys();
  const asking = other.ask();
  await until(() => other.code() !== undefined);
  const id = owner.request()?.id;
  script.say({ kind: "over", id });
  script.say({ kind: "ask", id, address: home, publicKey });
  await until(() => ![undefined, other.code()].includes(owner.request()?.code));
  // Even if the user allows it, the response is encrypted for the tab that asked.
  other.question.abort();
  expect(await asking).toBeUndefined();
});

test("after a refusal repeated requests are not shown", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const asking = other.ask();
  await until(() => owner.request() !== undefined);
  await owner.sessions.offers.answer(false);
  expect(await asking).toBeUndefined();
  expect(await openTab().ask()).toBeUndefined();
  expect(owner.request()).toBeUndefined();
});

test("a withdrawn question closes in the tab that shows it; without other tabs there is no wait", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const asking = other.ask();
  await until(() => other.code() !== undefined);
  other.question.abort();
  expect(await asking).toBeUndefined();
  await until(() => owner.request() === undefined);
  owner.sessions.forget(home);
  expect(await other.ask()).toBeUndefined();
});

test.each([
  { kind: "ask" },
  { kind: "ask", id: "1", address: home, publicKey: "x" },
  null,
  1,
  "ask",
])("%j is no request", async (data) => {
  const owner = openTab({ session });
  openScript().say(data);
  await settled();
  expect(owner.request()).toBeUndefined();
});

test("an invalid key ends the request without a session", async () => {
  const owner = openTab({ session });
  const script = openScript();
  script.say({ kind: "ask", id: "1", address: home, publicKey: new Uint8Array(300) });
  await until(() => owner.request() !== undefined);
  await owner.sessions.offers.answer(true);
  await vi.waitFor(() => expect(script.heard).toContainEqual({ kind: "denied", id: "1" }));
});

test("a used link is distinguished from one of another relay, and from the tab's own session", async () => {
  const used = openTab({ token: "k", status: 410 });
  expect(await used.sessions.find(home)).toBeUndefined();
  expect(used.sessions.linkProblem()).toBe("used");
  const unknown = openTab({ token: "k", status: 401 });
  expect(await unknown.sessions.find(home)).toBeUndefined();
  expect(unknown.sessions.linkProblem()).toBe("unknown");
  const good = openTab({ token: "k" });
  expect(await good.sessions.find(home)).toBe("for-the-token");
  expect(good.sessions.linkProblem()).toBeUndefined();
  const kept = openTab({ token: "k", status: 410, session });
  expect(await kept.sessions.find(home)).toBe(session);
});

test("a session that the browser copied from another tab is not used, and is deleted", async () => {
  const opened = openTab({ copied: session });
  expect(opened.sessions.has(home)).toBe(false);
  expect(await opened.sessions.find(home)).toBeUndefined();
  opened.sessions.keep(home, "own");
  expect(await opened.sessions.find(home)).toBe("own");
});
