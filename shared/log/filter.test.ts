import fc from "fast-check";
import { expect, test } from "vitest";
import type { Direction } from "./entry.ts";
import {
  type BodyText,
  type FilteredRow,
  type FilterSubject,
  parseFilter,
  readFilter,
} from "./filter.ts";

const base: FilteredRow = {
  kinds: ["request"],
  method: "tools/call",
  subject: "Echo",
  summary: "",
  tone: "plain",
  ids: ["3"],
  status: undefined,
  logs: [],
};
const subject = (row: FilteredRow, direction: Direction, more: Partial<FilterSubject> = {}) => ({
  direction,
  row: () => row,
  initiator: () => undefined,
  findings: () => [],
  isOfServer: () => false,
  holds: () => false,
  ...more,
});
const model = { kind: "model", id: "GPT 5" } as const;
const request = [base, "out"] as const;
const failure = [
  { ...base, kinds: ["error"], summary: "error -32602 Invalid params", status: 404, ms: 42 },
  "in",
] as const;
const notification = [
  {
    ...base,
    kinds: ["notification"],
    method: "notifications/progress",
    subject: "",
    ids: [],
    status: 200,
  },
  "in",
] as const;
const event = [
  { ...base, kinds: ["connection"], method: "", subject: "", ids: [], summary: "Closed x:y" },
  "none",
] as const;

const logged = (level: string, logger: string) =>
  [
    {
      ...base,
      kinds: ["notification"],
      method: "notifications/message",
      subject: "",
      summary: `${level} ${logger}: it happened`,
      ids: [],
      logs: [{ level, logger, text: "it happened" }],
    },
    "in",
  ] as const;
const info = logged("info", "db.pool");
const error = logged("error", "web");

const all: Readonly<Record<string, readonly [FilteredRow, Direction]>> = {
  request,
  failure,
  notification,
  event,
};

const table: readonly (readonly [filter: string, passing: string])[] = [
  ["tools", "request failure"],
  ["TOOLS/CALL", "request failure"],
  ["echo invalid", "failure"],
  ["-32602", "failure"],
  ["--32602", "request notification event"],
  ["error", "failure"],
  ["closed", "event"],
  ["-tools", "notification event"],
  ["-tools -closed", "notification"],
  ["--tools", "request failure"],
  ["method:progress", "notification"],
  ["method:tools/call", "request failure"],
  ["dir:in", "failure notification"],
  ["dir:o", "request"],
  ["-dir:in", "request event"],
  ["dir:none", ""],
  ["kind:request", "request"],
  ["kind:re", "request"],
  ["kind:error dir:in", "failure"],
  ["id:3", "request failure"],
  ["id:33", ""],
  ["status:4xx", "failure"],
  ["status:404", "failure"],
  ["status:40x", "failure"],
  ["status:200", "notification"],
  ["status:2", "notification"],
  ["status:9xx", ""],
  ["status:4000", ""],
  ["x:y", "event"],
  ["kind:nonsense", ""],
  ["method: tools", "request failure"],
  ["tool:ech", "request failure"],
  ["tool:/^echo$/", "request failure"],
  ["tool:other", ""],
  ["method:progress or closed", "notification event"],
  ["not (tools or closed)", "notification"],
  ["tools and not kind:error", "request"],
  ["tool:echo and (dir:out or status:4xx)", "request failure"],
  ["dur:>40ms", "failure"],
  ["dur:>42", ""],
  ["dur:>=42ms", "failure"],
  ["dur:<1s", "failure"],
  ["took:<=0.01min", "failure"],
  ["-dur:>1ms", "request notification event"],
];

test.each(table)("the filter %j matches: %s", (text, passing) => {
  const filter = parseFilter(text);
  const names = Object.keys(all).filter((name) =>
    filter?.matches(subject(...(all[name] as typeof request))),
  );
  expect(names.join(" ")).toBe(passing);
});

const logs: Readonly<Record<string, readonly [FilteredRow, Direction]>> = {
  notification,
  info,
  error,
};

test.each([
  ["level:debug", "info error"],
  ["level:warning", "error"],
  ["level:ERR", "error"],
  ["level:alert", ""],
  ["level:nonsense", ""],
  ["-level:warning kind:notification", "notification info"],
  ["logger:db", "info"],
  ["logger:db level:error", ""],
  ["happened", "info error"],
])("%s among log messages", (text, passing) => {
  const filter = parseFilter(text);
  const names = Object.keys(logs).filter((name) =>
    filter?.matches(subject(...(logs[name] as typeof request))),
  );
  expect(names.join(" ")).toBe(passing);
});

test.each(["", "  ", "-", "method:", "-kind:", "dir: id:", "level: logger:"])(
  "%j has no term",
  (text) => {
    expect(parseFilter(text)).toBeUndefined();
  },
);

test("a batch matches by the kind of any of its messages", () => {
  expect(
    parseFilter("kind:error")?.matches(subject({ ...base, kinds: ["result", "error"] }, "in")),
  ).toBe(true);
});

/** A row with a body. */
const bodyOf = (text: string) => ({
  holds: ({ isIn }: BodyText) => isIn(text.toLowerCase()),
});

const violation = { severity: "violation", code: "second-answer" };

test.each<[filter: string, more: Partial<FilterSubject>, passes: boolean]>([
  ["by:model", { initiator: () => model }, true],
  ["by:mo", { initiator: () => model }, true],
  ["initiator:model", { initiator: () => model }, true],
  ["by:gpt", { initiator: () => model }, true],
  ["by:user", { initiator: () => model }, false],
  ["-by:user", { initiator: () => model }, true],
  // unknown is not the user
  ["by:user", { initiator: () => undefined }, false],
  ["finding:any", { findings: () => [violation] }, true],
  ["finding:any", {}, false],
  ["-finding:any", {}, true],
  ["finding:viol", { findings: () => [violation] }, true],
  ["finding:warning", { findings: () => [violation] }, false],
  ["finding:second-answer", { findings: () => [violation] }, true],
  ["server:every", { isOfServer: (text) => "everything".includes(text) }, true],
  ["server:other", { isOfServer: (text) => "everything".includes(text) }, false],
  ['body:"two words"', bodyOf("It has two words"), true],
  ["text:Word", bodyOf("A WORD"), true],
  ["text:/w.{2}d$/", bodyOf("a word"), true],
  ["text:/^word/", bodyOf("a word"), false],
  ["/w[aeiou]rd/", bodyOf("a word"), true],
  ["/tools.call|nothing/", bodyOf(""), true],
  ["not text:word", bodyOf("a word"), false],
  ["text:other or by:model", { ...bodyOf("a word"), initiator: () => model }, true],
  ["body:word", {}, false],
  ["is:problem", {}, false],
])("the filter %j reads facts beside the row", (text, more, passes) => {
  expect(parseFilter(text)?.matches(subject(base, "in", more))).toBe(passes);
});

test("the texts to search bodies for are listed; is:problem matches warnings", () => {
  const filter = parseFilter('is:problem body:"A b" -body:c');
  expect(filter?.bodies.map(({ key }) => key)).toEqual(["a b", "c"]);
  expect(filter?.usesFindings).toBe(false);
  expect(parseFilter("finding:any")?.usesFindings).toBe(true);
  expect(parseFilter("is:prob")?.matches(subject({ ...base, tone: "warning" }, "in"))).toBe(true);
});

test.each([
  [
    "dir:sideways",
    { code: "unknown-value", prefix: "dir", known: ["in", "out"], start: 0, end: 12 },
  ],
  ["a kind:nonsense", { code: "unknown-value", prefix: "kind", start: 2 }],
  ["dur:soon", { code: "unknown-value", prefix: "dur", known: [] }],
  ["status:9xx", { code: "unknown-value", prefix: "status" }],
  ["a /b(/", { code: "bad-pattern", reason: "unfinished", start: 4 }],
  ["text:/(?=a)/", { code: "bad-pattern", reason: "unsupported", start: 6 }],
  ["(a", { code: "missing-end" }],
])("%j says what is wrong, and where", (text, problem) => {
  expect(readFilter(text).problem).toMatchObject(problem);
});

test("what is wrong is left out, and the rest still filters", () => {
  const { filter } = readFilter("tools /b(/ or");
  expect(filter?.matches(subject(...request))).toBe(true);
  expect(filter?.matches(subject(...event))).toBe(false);
});

const part = fc.constantFrom(
  "a",
  "tool:",
  "dur:>5",
  "by:",
  "is:p",
  "status:4xx",
  "/a(/",
  "/a+/",
  "(",
  ")",
  "or",
  "and",
  "not",
  "-",
  '"',
  ":",
);

test("any text is a filter that answers", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const { filter } = readFilter(parts.join(" "));
      for (const [row, direction] of Object.values(all)) filter?.matches(subject(row, direction));
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      readFilter(text).filter?.matches(subject(base, "in"));
    }),
  );
});
