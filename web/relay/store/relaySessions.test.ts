import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { sha256 } from "../../../shared/core/bytes.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { toHex } from "../../../shared/core/hex.ts";
import { createBrowserStorage } from "../../platform/browserStorage.ts";
import { createRelaySessions } from "./relaySessions.ts";
import { createHashedSecret } from "./tabs/hashedSecret.ts";
import { tabChannelName } from "./tabs/tabMessages.ts";
import { createTabKeys } from "./tabs/tabSeal.ts";

const home = "http://127.0.0.1:6280/";
const session = "the-session-of-the-first-tab";

type Bytes = Uint8Array<ArrayBuffer>;
/** A message, as a script reads it. */
interface Heard {
  readonly id: string;
  readonly nonce?: Bytes;
}

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

/** Asks as a script may, with a key of its choice; reveals it for the nonce that it gets. */
async function askAsScript(script: ReturnType<typeof openScript>, publicKey: Bytes) {
  const { secret, digest } = await createHashedSecret();
  const id = toHex(digest);
  script.say({ kind: "ask", id, address: home, commitment: await sha256(publicKey) });
  const nonceOf = () =>
    script.heard.map((data) => data as Heard).find((data) => data.id === id && data.nonce)?.nonce;
  return {
    id,
    nonceOf,
    reveal: (key = publicKey) =>
      script.say({ kind: "reveal", id, nonce: nonceOf(), publicKey: key }),
    withdraw: () => script.say({ kind: "over", id, secret }),
  };
}

test("a script that asks after the user's tab does not take its place in the dialog", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const script = openScript();
  const { publicKey } = await createTabKeys();
  const asking = other.ask();
  await until(() => owner.request() !== undefined);
  const before = owner.request();
  const forged = await askAsScript(script, publicKey);
  await settled();
  expect(owner.request()).toBe(before);
  await owner.sessions.offers.answer(true);
  expect(await asking).toBe(session);
  expect(forged.nonceOf()).toBeUndefined();
});

test("only the tab that asked withdraws its request: a script cannot put its own in its place", async () => {
  const [owner, other] = [openTab({ session }), openTab()];
  const script = openScript();
  const { publicKey } = await createTabKeys();
  const asking = other.ask();
  await until(() => other.code() !== undefined && owner.request() !== undefined);
  const before = owner.request();
  const id = before?.id;
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const commitment = await sha256(publicKey);
  const nonce = script.heard.map((data) => data as Heard).find(({ nonce }) => nonce)?.nonce;
  for (const message of [
    { kind: "over", id },
    { kind: "over", id, secret },
    { kind: "denied", id, secret },
    { kind: "allowed", id, sealed: secret },
    { kind: "reveal", id, nonce, publicKey },
    { kind: "reveal", id, nonce: secret, publicKey },
    { kind: "ask", id, address: home, commitment },
  ]) {
    script.say(message);
  }
  const forged = await askAsScript(script, publicKey);
  await settled();
  expect(owner.request()).toBe(before);
  expect(forged.nonceOf()).toBeUndefined();
  await owner.sessions.offers.answer(true);
  expect(await asking).toBe(session);
});

test("a code cannot be prepared: the same key has another code each time, and no other key counts", async () => {
  const owner = openTab({ session });
  const script = openScript();
  const { publicKey } = await createTabKeys();
  const codes = new Set<string>();
  for (const _ of [1, 2]) {
    const forged = await askAsScript(script, publicKey);
    await until(() => forged.nonceOf() !== undefined);
    // found by trying keys until one has the wanted code with this nonce
    forged.reveal((await createTabKeys()).publicKey);
    await settled();
    expect(owner.request()).toBeUndefined();
    forged.reveal();
    await until(() => owner.request() !== undefined);
    codes.add(owner.request()?.code ?? "");
    forged.withdraw();
    await until(() => owner.request() === undefined);
  }
  expect(codes.size).toBe(2);
});

test("of several tabs with the session, the one that answers first asks the user", async () => {
  const owners = [openTab({ session }), openTab({ session })];
  const other = openTab();
  const asking = other.ask();
  await until(() => other.code() !== undefined && owners.some((tab) => tab.request()));
  await settled();
  const asked = owners.filter((tab) => tab.request());
  expect(asked.map((tab) => tab.request()?.code)).toEqual([other.code()]);
  await asked[0]?.sessions.offers.answer(true);
  expect(await asking).toBe(session);
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
  { kind: "ask", id: "1", address: home, commitment: "x" },
  { kind: "ask", id: "1", address: home, commitment: new Uint8Array(31) },
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
  const forged = await askAsScript(script, new Uint8Array(300));
  await until(() => forged.nonceOf() !== undefined);
  forged.reveal();
  await until(() => owner.request() !== undefined);
  await owner.sessions.offers.answer(true);
  await vi.waitFor(() =>
    expect(script.heard).toContainEqual(expect.objectContaining({ kind: "denied", id: forged.id })),
  );
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
