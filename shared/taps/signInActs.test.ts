import { expect, test } from "vitest";
import { actStatement } from "../messages/clientActText.ts";
import { type ActExchange, actsOfSteps } from "./acts/acts.fixture.ts";

const token = [["Authorization", "Bearer a"]] as const;
const initialize = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {} },
};
const welcome = { id: 1, result: { protocolVersion: "2025-06-18", capabilities: {} } };
const list = { id: 2, method: "tools/list" };
const metadata = {
  method: "GET",
  path: "/.well-known/oauth-protected-resource/mcp",
} as const;

/** A client that signs in at the server's own authorization server. */
const signIn: readonly ActExchange[] = [
  { at: 0, request: initialize },
  { at: 10, status: 401 },
  { at: 20, ...metadata },
  { at: 30, status: 200 },
  { at: 40, method: "POST", path: "/register" },
  { at: 50, status: 201 },
  { at: 60, method: "POST", path: "/token" },
  { at: 70, status: 200 },
];
const greet: readonly ActExchange[] = [
  { at: 80, request: initialize, headers: token },
  { at: 90, status: 200, answer: welcome },
];

const steps = [
  "reads-metadata",
  "registers",
  "gets-token",
  "signs-in",
  "goes-on",
  "calls",
  "falls-back",
];

async function actsOf(all: readonly ActExchange[], now: number) {
  const { acts } = await actsOfSteps(all, now);
  const own = acts.filter(({ code, state }) => steps.includes(code) && state !== "not-seen");
  return own.map(({ code, state, ms, seqs }) => ({ step: `${code} ${state}`, ms, seqs }));
}

test("each step of a sign-in is proved, with the time to the next one", async () => {
  const all = [...signIn, ...greet, { at: 100, request: list, headers: token } as const];
  expect(await actsOf(all, 20_000)).toEqual([
    { step: "reads-metadata ok", ms: 10, seqs: [1, 2] },
    { step: "registers ok", ms: 10, seqs: [4, 5] },
    { step: "gets-token ok", ms: 10, seqs: [6, 7] },
    { step: "signs-in ok", ms: 70, seqs: [1, 8] },
    { step: "goes-on ok", ms: 30, seqs: [7, 11] },
  ]);
});

test.each<[name: string, steps: readonly ActExchange[], missing: readonly string[]]>([
  ["a client that is asked for a token", signIn.slice(0, 2), ["reads-metadata", "signs-in"]],
  ["a client that has read the metadata", signIn.slice(0, 4), ["signs-in"]],
  ["a client that got a token and does not use it", signIn, ["signs-in", "goes-on"]],
  ["a client that greets and falls silent", [...signIn, ...greet], ["goes-on"]],
  [
    "a client whose server/discover is refused",
    [
      { at: 0, request: { id: 1, method: "server/discover", params: {} } },
      { at: 10, status: 200, answer: { id: 1, error: { code: -32601, message: "no" } } },
    ],
    ["falls-back"],
  ],
])("%s has something to do: open first, then missing", async (_name, all, missing) => {
  const now = await actsOf(all, 5000);
  const later = await actsOf(all, 60_000);
  const stepsIn = (acts: typeof now, state: string) =>
    acts.flatMap(({ step }) => (step.endsWith(` ${state}`) ? [step.split(" ")[0]] : []));
  expect(stepsIn(now, "open")).toEqual(missing);
  expect(stepsIn(later, "failed")).toEqual(missing);
});

test("a refused registration or token is a warning", async () => {
  const refused = signIn.map((step) =>
    "status" in step && step.at > 30 ? { ...step, status: 400 } : step,
  );
  expect((await actsOf(refused, 1000)).map(({ step }) => step)).toEqual(
    expect.arrayContaining(["registers warning", "gets-token warning", "signs-in open"]),
  );
});

const refusedWith = (value: string): readonly ActExchange[] => [
  { at: 0, request: initialize },
  { at: 10, status: 401, headers: [["WWW-Authenticate", value]] },
];
const metadataUrl = "https://a.example/.well-known/oauth-protected-resource/mcp";
const listTools: readonly ActExchange[] = [
  { at: 100, request: list, headers: token },
  { at: 110, status: 200, answer: { id: 2, result: { tools: [] } } },
];

test.each<[name: string, steps: readonly ActExchange[], missing: readonly string[]]>([
  ["a 401 that names no metadata", refusedWith("Bearer"), ["challenge"]],
  [
    "a 401 with a relative address",
    refusedWith('Bearer resource_metadata="/.well-known/oauth-protected-resource"'),
    ["challenge"],
  ],
  [
    "a 401 that names metadata",
    refusedWith(`Bearer realm="a", resource_metadata="${metadataUrl}"`),
    ["discovery"],
  ],
  ["metadata that were read", signIn.slice(0, 4), ["registration", "token"]],
  ["a registration", signIn.slice(0, 6), ["token"]],
  ["a token that is not used", signIn, ["request"]],
  [
    "a request without the token",
    [...signIn, { at: 80, request: initialize }, { at: 90, status: 401 }],
    ["authorization"],
  ],
  [
    "a token that is refused",
    [...signIn, { at: 80, request: initialize, headers: token }, { at: 90, status: 401 }],
    ["accepted-token"],
  ],
  ["a handshake with a token", [...signIn, ...greet], ["list"]],
  [
    "a handshake without a token",
    [
      { at: 0, request: initialize },
      { at: 10, status: 200, answer: welcome },
    ],
    ["list"],
  ],
  ["a list", [...signIn, ...greet, ...listTools], ["call"]],
  [
    "a call",
    [
      ...signIn,
      ...greet,
      ...listTools,
      { at: 120, request: { id: 3, method: "tools/call", params: { name: "a" } }, headers: token },
    ],
    [],
  ],
])("names what is missing after %s", async (_name, all, missing) => {
  const { acts } = await actsOfSteps(all, 60_000);
  expect(acts.flatMap((act) => act.missing ?? [])).toEqual(missing);
});

test("says for how long a client that signed in has asked for nothing", async () => {
  const { acts } = await actsOfSteps([...signIn, ...greet], 40_070);
  const act = acts.find(({ code }) => code === "goes-on");
  expect(act && actStatement(act, "someone")).toEqual({
    state: "failed",
    sentence: "It signed in and has asked for nothing since",
    detail: "pending 40.00 s",
    seqs: [7],
    causes: [expect.objectContaining({ sentence: expect.stringContaining("answers GET") })],
  });
});
