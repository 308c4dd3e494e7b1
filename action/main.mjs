/** Runs the GitHub action: installs the package, runs its commands, and writes the comment of a pull request. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withBase } from "./baseBranch.mjs";
import { commentText } from "./commentText.mjs";
import { changedTools, newVerdicts } from "./comparison.mjs";
import { InputError, readInputs } from "./inputs.mjs";
import { runNpm } from "./npm.mjs";
import { writeComment } from "./pullRequest.mjs";
import { announce, failStep } from "./workflowCommands.mjs";

/** Exit codes of a command whose arguments or files are wrong. */
const wrongUsage = 2;

/** What GitHub takes as the summary of a step, less a note about what was left out. */
const maxSummaryBytes = 1024 * 1024 - 1000;

const needed = [22, 13];

const { env } = process;
const token = env.MCP_TOKEN ?? "";
// neither npm, nor the server, nor what prepares the base branch gets it
delete env.MCP_TOKEN;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  failStep(`Node ${needed.join(".")} or newer is needed; this is ${process.version}.`);
}
const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), "mcp-playground-"));
const installed = install();
const { splitShellWords } = await import(
  pathToFileURL(join(installed, "dist/shared/config/paste/shellWords.js")).href
);
const { server, commands, revision, ...inputs } = readOrFail();

const reports = join(folder, "reports");
const results = commands.map((words, index) => examine(words, index, reports, process.cwd()));
if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `reports=${reports}\n`);
if (inputs.wantsComment) await comment();
for (const { markdown } of results) addToSummary(markdown);

const failed = results.filter(({ code, report }) => {
  if (code === wrongUsage) return true;
  if (code !== 0 && code !== 1) return !inputs.isNeverFailing;
  return report?.verdicts.some(
    ({ outcome, isExpected }) => inputs.failing.includes(outcome) && !isExpected,
  );
});
if (failed.length > 0) {
  failStep(`Failed: ${failed.map(({ words }) => words.join(" ")).join(", ")}. See the summary.`);
}

function readOrFail() {
  try {
    return readInputs(env, splitShellWords);
  } catch (error) {
    if (error instanceof InputError) return failStep(error.message);
    throw error;
  }
}

/** Installs the package. @returns its folder */
function install() {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const wanted = env.MCP_PACKAGE || `mcp-playground@${version}`;
  // in a folder of its own: no setting or package of the repository has an effect on it
  const { status } = runNpm(
    [
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--prefer-offline",
      "--prefix",
      folder,
      "--",
      wanted,
    ],
    folder,
  );
  if (status !== 0) failStep(`npm could not install ${wanted}.`);
  return join(folder, "node_modules/mcp-playground");
}

/** Runs one command in a folder. The report is undefined where none was written. */
function examine(words, index, into, cwd) {
  mkdirSync(into, { recursive: true });
  const isOfBase = into !== reports;
  const file = (ending) => join(into, `${index + 1}-${words[0]}.${ending}`);
  const files = { sarif: "sarif", junit: "junit.xml", json: "json", markdown: "md" };
  const args = [
    ...words,
    ...["--output", isOfBase ? "text" : "github"],
    ...Object.entries(files).flatMap(([format, ending]) => [
      "--report",
      `${format}=${file(ending)}`,
    ]),
    ...(isOfBase ? [] : inputs.baseline),
    ...revision,
    ...server,
  ];
  const { status } = runProgram(args, cwd, isOfBase ? "ignore" : "inherit");
  const read = (ending) =>
    existsSync(file(ending)) ? readFileSync(file(ending), "utf8") : undefined;
  const json = read("json");
  return { words, code: status, report: json && JSON.parse(json), markdown: read("md") ?? "" };
}

function runProgram(args, cwd, output) {
  return spawnSync(process.execPath, [join(installed, "dist/relay/cli/main.js"), ...args], {
    cwd,
    stdio: ["ignore", output, output === "ignore" ? "ignore" : "inherit"],
    maxBuffer: 1 << 28,
  });
}

/** The tools that the server lists when it is started in a folder; undefined if it cannot be asked. */
function toolsIn(cwd) {
  const args = ["list", "tools", "--output", "raw", ...revision, ...server];
  const { status, stdout } = runProgram(args, cwd, "pipe");
  if (status !== 0) return undefined;
  return String(stdout)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function comment() {
  const event = env.GITHUB_EVENT_PATH
    ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8"))
    : {};
  const { number, base } = event.pull_request ?? {};
  if (number === undefined) {
    console.log("This run is not for a pull request, so there is no comment.");
    return;
  }
  const isCommand = server[0] === "--";
  const compared = isCommand
    ? withBase({ folder, commit: base?.sha ?? "", preparations: inputs.preparations }, (cwd) => ({
        // models answer differently each time, and are paid for
        results: commands.map((words, index) =>
          words[0] === "eval"
            ? undefined
            : examine(words, index, join(folder, "base-reports"), cwd),
        ),
        tools: toolsIn(cwd),
      }))
    : { reason: "A server with a URL has no base branch to compare with." };
  const body = commentText({
    found: results.map(({ words, report }, index) => {
      const before = compared.results?.[index]?.report;
      return {
        command: words.join(" "),
        verdicts: report && newVerdicts(report, before),
        isCompared: before !== undefined,
      };
    }),
    tools: compared.tools && changedTools(compared.tools, toolsIn(process.cwd())),
    reason: compared.reason,
    runUrl: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
  });
  addToSummary(body);
  const api = env.GITHUB_API_URL || "https://api.github.com";
  const problem = await writeComment({
    api,
    repository: env.GITHUB_REPOSITORY ?? "",
    number,
    token,
    body,
  });
  // the token of a pull request from a fork may only read: that is no fault of the server
  if (problem) announce("warning", `The comment could not be written: ${problem}`);
}

function addToSummary(text) {
  const path = env.GITHUB_STEP_SUMMARY;
  if (!path || text === "") return;
  const size = existsSync(path) ? readFileSync(path).length : 0;
  if (size + Buffer.byteLength(text) < maxSummaryBytes) appendFileSync(path, `${text}\n`);
  else if (size < maxSummaryBytes) {
    appendFileSync(path, "\nA part that is too long for a summary was left out.\n");
  }
}
