// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse as readJunit } from "junit2json";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { applyBaseline, readBaseline, writeBaseline } from "./baseline.ts";
import { type ExaminationReport, type RuleVerdict, reportState } from "./examinationReport.ts";
import { writeReport } from "./writeReport.ts";

const hostile =
  '<b onclick="x">\u001b[2J ]]> | `code` ::error::\r\n::add-mask::x & "quoted" \ud800';

const violation: RuleVerdict = {
  rule: "message-not-valid",
  outcome: "violation",
  subject: "tools/list",
  sentence: hostile,
  section: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#data-types",
  evidence: [{ seq: 3, direction: "in", text: hostile, pointer: "/result/tools/0" }],
};

const verdicts: readonly RuleVerdict[] = [
  { rule: "connects", outcome: "passed", sentence: "Connected.", evidence: [] },
  violation,
  { ...violation, rule: "unusual", outcome: "warning", evidence: [] },
  { ...violation, rule: "hint", outcome: "note", evidence: [] },
  { rule: "prompts", outcome: "not-applicable", sentence: "", ms: 12.5, evidence: [] },
  { rule: "auth", outcome: "could-not-run", subject: hostile, sentence: "No token.", evidence: [] },
];

const reportOf = (some: readonly RuleVerdict[]): ExaminationReport => ({
  format: "mcp-playground-report/1",
  examination: "check",
  title: hostile,
  tool: { name: "mcp-playground", version: "1.0.0" },
  startedAt: "2026-01-02T03:04:05.678Z",
  durationMs: 1234,
  server: { name: hostile, version: "1", revision: "2025-11-25", transport: "stdio" },
  verdicts: some,
});

const report = reportOf(verdicts);
const empty = reportOf([]);
const atRevisions: ExaminationReport = {
  ...reportOf(["2026-07-28", "2025-11-25"].map((revision) => ({ ...violation, revision }))),
  differences: [{ subject: "tool x", values: { "2026-07-28": "listed", "2025-11-25": "–" } }],
};

const explained = reportOf([
  {
    rule: "silent",
    outcome: "warning",
    sentence: "It asks for nothing.",
    expected: "A request.",
    seen: "Nothing.",
    fix: "Wait.",
    causes: [
      {
        sentence: hostile,
        sources: [{ title: "a/b#1", url: "https://github.com/a/b/issues/1", date: "2026-01-02" }],
      },
    ],
    evidence: [],
  },
]);

const parse = (path: string) => JSON.parse(readFileSync(path, "utf8"));

test("JSON fits the published schema", () => {
  const schema = parse(join(import.meta.dirname, "../../docs/report.schema.json"));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  const marked = applyBaseline(report, [{ rule: "hint" }, { rule: "gone" }]);
  const published = { ...empty, tool: { ...empty.tool, homepage: "https://play.example/" } };
  for (const each of [report, empty, marked, atRevisions, published, explained]) {
    validate(JSON.parse(writeReport(each, "json", "server.js")));
    expect(validate.errors).toBeNull();
  }
});

test("SARIF fits the schema of OASIS", () => {
  const path = createRequire(import.meta.url).resolve("@microsoft/jest-sarif");
  // the draft 4 of the schema uses nothing that draft 7 reads differently, except its name
  const {
    $schema: _,
    id: __,
    ...schema
  } = parse(join(dirname(path), "schemas/sarif-2.1.0-rtm.5.json"));
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
    schema,
  );
  const marked = applyBaseline(report, [{ rule: "hint" }]);
  for (const each of [report, empty, marked, atRevisions]) {
    validate(JSON.parse(writeReport(each, "sarif", "server.js")));
    expect(validate.errors).toBeNull();
  }
  const [run] = JSON.parse(writeReport(marked, "sarif", "server.js")).runs;
  const levels = run.results.map(({ level }: { level: string }) => level);
  expect(levels).toEqual(["none", "error", "warning", "note", "none", "error"]);
  expect(run.results[3].suppressions).toHaveLength(1);
  expect(run.invocations[0].executionSuccessful).toBe(true);
});

test("JSON and SARIF name the published address of the program, if it has one", () => {
  const homepage = "https://play.example/";
  const published = { ...empty, tool: { ...empty.tool, homepage } };
  const driver = (each: ExaminationReport) =>
    JSON.parse(writeReport(each, "sarif", "server.js")).runs[0].tool.driver;
  expect(driver(published)).toMatchObject({ informationUri: homepage });
  expect(driver(empty)).not.toHaveProperty("informationUri");
  expect(JSON.parse(writeReport(published, "json", "")).tool).toEqual(published.tool);
});

test("JUnit is well-formed, with a test case for each verdict", () => {
  const text = writeReport(report, "junit", "server.js");
  const xml = new DOMParser().parseFromString(text, "application/xml");
  expect(xml.querySelector("parsererror")).toBeNull();
  const suite = xml.querySelector("testsuites > testsuite");
  const counts = ["tests", "failures", "errors", "skipped"].map((name) =>
    suite?.getAttribute(name),
  );
  expect(counts).toEqual(["6", "1", "1", "1"]);
  const cases = [...xml.querySelectorAll("testcase")];
  expect(cases.map((each) => each.firstElementChild?.tagName)).toEqual([
    undefined,
    "failure",
    "system-out",
    "system-out",
    "skipped",
    "error",
  ]);
  expect(xml.querySelector("failure")?.textContent).toContain('<b onclick="x">');
});

test("a reader of JUnit finds the same verdicts", async () => {
  const read = await readJunit(writeReport(report, "junit", "server.js"));
  // XML has no control characters
  const inXml = hostile.replace("\u001b", "\uFFFD").toWellFormed();
  const suites = read && "testsuite" in read ? read.testsuite : [];
  expect(read).toMatchObject({ tests: 6, failures: 1, errors: 1, time: report.durationMs / 1000 });
  expect(suites).toHaveLength(1);
  const [{ testcase: cases = [], ...suite } = {}] = suites ?? [];
  expect(suite).toMatchObject({ name: inXml, tests: 6, failures: 1, errors: 1, skipped: 1 });
  expect(cases.map(({ classname }) => classname)).toEqual(report.verdicts.map(({ rule }) => rule));
  expect(cases.every(({ name, time }) => name !== "" && Number.isFinite(time))).toBe(true);
  const [failure] = cases.flatMap((one) => one.failure ?? []);
  expect(failure).toMatchObject({ type: violation.rule, message: inXml.split("\n")[0] });
  expect(failure?.inner).toContain(inXml);
  expect(cases.flatMap((one) => one.error ?? [])).toHaveLength(1);
  expect(cases.flatMap((one) => one.skipped ?? [])).toHaveLength(1);
});

test("Markdown is a table in which text of the server is no markup", () => {
  const text = writeReport(report, "markdown", "server.js");
  const html = new MarkdownIt({ html: true }).render(text);
  const page = new DOMParser().parseFromString(html, "text/html");
  expect(page.querySelectorAll("tbody tr")).toHaveLength(4);
  expect(page.querySelectorAll("b, code")).toHaveLength(0);
  expect(page.querySelector("tbody")?.textContent).toContain('<b onclick="x">');
  expect(page.querySelector("tbody a")?.getAttribute("href")).toBe(violation.section);
});

test("verdicts that are the same at several revisions are one finding for people", () => {
  const [first, ...more] = writeReport(atRevisions, "github", "a.js").trimEnd().split("\n");
  expect(first).toContain("title=message-not-valid in tools/list 2026-07-28 2025-11-25::");
  expect(more).toEqual([]);
  expect(writeReport(atRevisions, "markdown", "")).toContain("tools/list, 2026-07-28, 2025-11-25");
  const names = writeReport(atRevisions, "junit", "").match(/(?<=testcase name=")[^"]+/g);
  expect(names).toEqual(["tools/list at 2026-07-28", "tools/list at 2025-11-25"]);
});

test("GitHub annotations are one line for each finding", () => {
  const lines = writeReport(report, "github", "src/a,b.js").split("\n");
  expect(lines.map((line) => /^::(\w+) /.exec(line)?.[1])).toEqual([
    "error",
    "warning",
    "notice",
    "error",
    undefined,
  ]);
  expect(lines[0]).toContain("file=src/a%2Cb.js,title=message-not-valid in tools/list::");
});

test("the badge has the fields of Shields, and says the worst", () => {
  expect(JSON.parse(writeReport(report, "badge", ""))).toEqual({
    schemaVersion: 1,
    label: "MCP check",
    message: "1 violation",
    color: "red",
  });
  expect(JSON.parse(writeReport(empty, "badge", ""))).toMatchObject({ message: "passed" });
});

test("a violation counts more than what could not run, and expected findings do not count", () => {
  expect(reportState(report)).toBe("violations");
  expect(reportState(applyBaseline(report, [{ rule: "message-not-valid" }]))).toBe("could-not-run");
  const expected = readBaseline(writeBaseline(report)) ?? [];
  expect(expected).toHaveLength(4);
  expect(reportState(applyBaseline(report, expected))).toBe("passed");
});

test("warnings and the use of what is deprecated fail a report on request", () => {
  const used: RuleVerdict = { ...violation, rule: "deprecated-feature", outcome: "note" };
  expect(reportState(reportOf([used]))).toBe("passed");
  expect(reportState(reportOf([used]), ["deprecated"])).toBe("violations");
  expect(reportState(reportOf([used]), ["warning"])).toBe("passed");
  const warning: RuleVerdict = { ...violation, outcome: "warning" };
  expect(reportState(reportOf([warning]))).toBe("passed");
  expect(reportState(reportOf([warning]), ["warning"])).toBe("violations");
  expect(reportState(reportOf([{ ...warning, isExpected: true }]), ["warning"])).toBe("passed");
});

test("an entry of the baseline that nothing matches is a violation", () => {
  const stale = applyBaseline(empty, [{ rule: "gone", subject: "tools/list" }]);
  expect(stale.verdicts).toMatchObject([
    { rule: "baseline-stale", outcome: "violation", subject: "gone tools/list" },
  ]);
  const other = applyBaseline(report, [{ rule: violation.rule, subject: "prompts/list" }]);
  expect(reportState(other)).toBe("violations");

  // without a connection nothing is known about the entries
  const [, , , , , unreached = violation] = verdicts;
  const unrun = applyBaseline(reportOf([unreached]), [{ rule: "gone" }]);
  expect(reportState(unrun)).toBe("could-not-run");
});

test.each([
  "",
  "[]",
  '{"format":"x","expected":[]}',
  '{"format":"mcp-playground-baseline/1","expected":[{}]}',
])("%s is no baseline", (text) => {
  expect(readBaseline(text)).toBeUndefined();
});
