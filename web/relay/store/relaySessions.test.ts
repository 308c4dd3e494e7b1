import { expect, test } from "vitest";
import { openRelay, pair } from "../../../relay/relay.fixture.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createRelaySessions } from "./relaySessions.ts";

const home = "http://127.0.0.1:6280/";
const session = "the-session-of-the-first-tab";

/** A tab with its own storage; `status` is the relay's response to the link's token. */
function openTab(
  options: {
    session?: string;
    token?: string;
    status?: number;
    refusal?: string;
    copied?: string;
  } = {},
) {
  const { token, status = 200, refusal, copied } = options;
  const headers: Record<string, string> = refusal ? { "X-Refusal": refusal } : {};
  const stored = new Map(copied ? [["mcp-playground.relay-session", copied]] : []);
  const sessions = createRelaySessions({
    token,
    pageLoad: undefined,
    home,
    storage: createMemoryStorage(stored),
    isFromElsewhere: copied !== undefined,
    fetch: async () => Response.json({ session: "for-the-token" }, { status, headers }),
  });
  if (options.session) sessions.keep(home, options.session);
  return { sessions };
}

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

test.each([
  ["role-missing", 403, "role-missing"],
  ["identity-missing", 401, "identity-missing"],
  ["may-only-look", 403, "may-only-look"],
  // of a later version
  ["another", 403, undefined],
])("a relay that refuses the person with %s is quoted", async (refusal, status, problem) => {
  const { sessions } = openTab({ token: "k", status, refusal });
  expect(await sessions.find(home)).toBeUndefined();
  expect(sessions.linkProblem()).toBe(problem);
});

test("a session that the browser copied from another tab is not used, and is deleted", async () => {
  const opened = openTab({ copied: session });
  expect(opened.sessions.has(home)).toBe(false);
  expect(await opened.sessions.find(home)).toBeUndefined();
  opened.sessions.keep(home, "own");
  expect(await opened.sessions.find(home)).toBe("own");
});

test("a tab with a session gets a new link each time, and one without a session none", async () => {
  const relay = await openRelay();
  const sessions = createRelaySessions({
    token: undefined,
    pageLoad: undefined,
    home: `${relay.url}/`,
    storage: createMemoryStorage(new Map()),
    isFromElsewhere: false,
    // the page's origin, as a browser sends it
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("Origin", relay.origin);
      return fetch(input, { ...init, headers });
    },
  });
  expect(await sessions.createLink()).toBeUndefined();
  sessions.keep(`${relay.url}/`, await pair(relay));
  const links = [await sessions.createLink(), await sessions.createLink()];
  for (const link of links) expect(link).toMatch(new RegExp(`^${relay.origin}/#k=[\\w-]{43}$`));
  expect(links[0]).not.toBe(links[1]);
  sessions.keep(`${relay.url}/`, "revoked");
  expect(await sessions.createLink()).toBeUndefined();
});
