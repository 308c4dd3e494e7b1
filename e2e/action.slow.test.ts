/** Runs the step of the GitHub action as a runner does, on a repository made for it. */
import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import markdownIt from "markdown-it";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { plainServer } from "./installedPackage.fixture.ts";
import { installInto, packInto, whyNoRegistry } from "./packedPackage.ts";
import { projectRoot } from "./runScript.ts";

const action = parse(readFileSync(join(projectRoot, "action.yml"), "utf8"));
const [step] = action.runs.steps;

interface PostedComment {
  readonly id: number;
  readonly user: { readonly login: string; readonly type: "Bot" | "User" };
  body: string;
}

const bot = { login: "github-actions[bot]", type: "Bot" } as const;

/** The registry and cache that this machine uses. */
const npmSettings = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.toLowerCase().startsWith("npm_config_")),
  ),
};

/** What the server that stands for GitHub's API has and got. */
let comments: PostedComment[] = [];
let authorizations = new Set<string | undefined>();
let mayWrite = true;

const api = createServer(async (request, response) => {
  const answer = (status: number, value: unknown) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  authorizations.add(request.headers.authorization);
  const { method = "", url = "" } = request;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  // the token of a workflow has no user
  if (pathname === "/user") return answer(403, {});
  const path = pathname.replace("/repos/someone/project/issues/", "");
  if (method === "GET" && path === "7/comments") {
    const size = Number(searchParams.get("per_page"));
    const start = (Number(searchParams.get("page")) - 1) * size;
    return answer(200, comments.slice(start, start + size));
  }
  if (!mayWrite) return answer(403, {});
  const { body } = JSON.parse(await text(request));
  if (typeof body !== "string" || body.length > 65_536) return answer(422, {});
  if (method === "POST" && path === "7/comments") {
    comments.push({ id: comments.length + 1, user: bot, body });
    return answer(201, {});
  }
  const comment = comments.find(({ id }) => path === `comments/${id}`);
  if (method !== "PATCH" || !comment) return answer(404, {});
  comment.body = body;
  return answer(200, {});
});

/** A name that is markup, a mention, a command of the runner and of a shell, in several lines. */
const hostileName =
  "x`` @everyone <img src=x onerror=alert(1)> [a](javascript:b) ![c](https://evil.example/d)\n\n# e\n::error::f $(touch pwned) #1";

const hostileTool = JSON.stringify({ name: hostileName, inputSchema: { type: "string" } });

/** Adds a tool whose schema is no object, changes one and removes one. */
const changedServer = plainServer
  .replace("const tools = [", `const tools = [${hostileTool}, `)
  .replace('{ name: "echo", inputSchema: { type: "object" } },', "")
  .replace('{ name: "add",', '{ name: "add", title: "Sum",');

let folder: string;
let tarball: string;
let skipReason: string | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "action-test-"));
  tarball = await packInto(folder);
  const trial = join(folder, "trial");
  mkdirSync(trial);
  skipReason = await installInto(trial, tarball).then(() => undefined, whyNoRegistry);
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
}, 600_000);
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => {
  if (skipReason) skip(skipReason);
  comments = [];
  authorizations = new Set();
  mayWrite = true;
});

/** The variables of the step, with the defaults of inputs that are not given. */
function stepVariables(inputs: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries<string>(step.env).map(([name, expression]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? "";
      expect(action.inputs).toHaveProperty(input);
      const initial = action.inputs[input].default?.replace(/^.*github\.token.*$/, "token-of-run");
      return [name, inputs[input] ?? initial ?? ""];
    }),
  );
}

/** Makes a repository whose base branch has one server and whose head has another, cloned as a runner does. */
function checkOut(root: string, servers: { readonly base: string; readonly head: string }) {
  const origin = join(root, "origin");
  const workspace = join(root, "workspace");
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x.example", ...args], { cwd })
      .toString()
      .trim();
  mkdirSync(origin, { recursive: true });
  git(origin, "init", "--quiet", "--initial-branch=main");
  const commit = (server: string) => {
    writeFileSync(join(origin, "server.mjs"), server);
    git(origin, "add", ".");
    git(origin, "commit", "--quiet", "--allow-empty", "--message", "server");
    return git(origin, "rev-parse", "HEAD");
  };
  const base = commit(servers.base);
  commit(servers.head);
  git(root, "clone", "--quiet", "--depth=1", `file://${origin}`, workspace);
  return { workspace, base };
}

/** Runs the step for a pull request that replaces the server `base` by `head`. */
async function runAction(
  servers: { readonly base?: string; readonly head: string },
  inputs: Readonly<Record<string, string>>,
) {
  const root = mkdtempSync(join(folder, "run-"));
  const { workspace, base } = checkOut(root, { base: plainServer, ...servers });
  const file = (name: string, content = "") => {
    writeFileSync(join(root, name), content);
    return join(root, name);
  };
  const child = spawn(
    "bash",
    ["--noprofile", "--norc", "-e", "-o", "pipefail", file("step.sh", step.run)],
    {
      cwd: workspace,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        HOME: process.env.HOME,
        CI: "true",
        ...npmSettings,
        GITHUB_ACTIONS: "true",
        GITHUB_ACTION_PATH: projectRoot,
        RUNNER_TEMP: root,
        GITHUB_OUTPUT: file("output"),
        GITHUB_STEP_SUMMARY: file("summary"),
        GITHUB_EVENT_PATH: file(
          "event.json",
          JSON.stringify({ pull_request: { number: 7, base: { sha: base } } }),
        ),
        GITHUB_REPOSITORY: "someone/project",
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_RUN_ID: "42",
        GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
        ...stepVariables({ server: "node server.mjs", package: tarball, ...inputs }),
      },
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  const reports = /^reports=(.*)$/m.exec(read("output"))?.[1] ?? "";
  return {
    code: await exited,
    output,
    errors,
    summary: read("summary"),
    reports: reports === "" ? [] : readdirSync(reports).sort(),
    readReport: (name: string) => readFileSync(join(reports, name), "utf8"),
    workspace,
    isPwned: [workspace, root].some((each) => existsSync(join(each, "pwned"))),
  };
}

/** The commands of the runner in an output; a line of them can come from the program only. */
const runnerCommands = (output: string) => output.split("\n").filter((line) => /^\s*::/.test(line));

test("a good server passes, with SARIF, JUnit and a summary for each command", async () => {
  const { code, summary, reports, readReport } = await runAction(
    { head: plainServer },
    { commands: "check doctor" },
  );
  expect(code).toBe(0);
  expect(summary).toContain("plain");
  expect(reports).toEqual(
    ["1-check", "2-doctor"].flatMap((command) =>
      ["json", "junit.xml", "md", "sarif"].map((ending) => `${command}.${ending}`),
    ),
  );
  expect(JSON.parse(readReport("1-check.sarif")).version).toBe("2.1.0");
  expect(readReport("2-doctor.junit.xml")).toContain("<testsuite");
  expect(comments).toEqual([]);
}, 600_000);

test("calls, a baseline, a revision and fail-on are passed on", async () => {
  const server = `${changedServer}\nimport { writeFileSync } from "node:fs";\nwriteFileSync("env.json", JSON.stringify(process.env));`;
  const calls = {
    format: "mcp-playground-collection/1",
    name: "sum",
    calls: [{ name: "add", kind: "tool", item: "add", arguments: { a: 2, b: 40 } }],
  };
  const files = {
    "my calls.json": calls,
    "expected.json": {
      format: "mcp-playground-baseline/1",
      expected: [{ rule: "message-not-valid" }, { rule: "tool-name" }],
    },
  };
  const write = Object.entries(files).map(
    ([name, value]) =>
      `writeFileSync(${JSON.stringify(name)}, ${JSON.stringify(JSON.stringify(value))});`,
  );
  const passed = await runAction(
    { head: `${server}\n${write.join("\n")}` },
    { commands: "check\nrun 'my calls.json'", revision: "2025-11-25", "fail-on": "never" },
  );
  expect(passed).toMatchObject({ code: 0, output: expect.stringContaining("::error") });
  expect(JSON.parse(passed.readReport("1-check.json")).server.revision).toBe("2025-11-25");
  expect(passed.readReport("2-run.json")).toContain("add");
  // the server gets nothing of the action
  expect(readFileSync(join(passed.workspace, "env.json"), "utf8")).not.toContain("token-of-run");
}, 600_000);

test("a pull request gets one comment with what is new against its base branch", async () => {
  const isMarked = ({ body }: PostedComment) => body.startsWith("<!-- mcp-playground -->");
  const stranger = { login: "mallory", type: "User" } as const;
  comments = Array.from({ length: 120 }, (_, id) => ({
    id: id + 1,
    user: stranger,
    body: id === 0 ? "<!-- mcp-playground --> of somebody else" : "hello",
  }));
  const inputs = { commands: "check", comment: "true", prepare: "touch prepared\n" };
  const first = await runAction({ head: changedServer }, inputs);
  expect(first.code).toBe(1);
  expect([...authorizations]).toEqual(["Bearer token-of-run"]);
  expect(comments).toHaveLength(121);
  expect(comments[0]?.body).toContain("of somebody else");
  const { body = "" } = comments[120] ?? {};
  expect(body).toMatch(/^\*\*`check`\*\*: \d+ new violations?/m);
  expect(body).toMatch(/^- violation in `tools\/list`: /m);
  expect(body).toMatch(/^- removed: `echo`$/m);
  expect(body).toMatch(/^- changed: `add` \(`title`\)$/m);
  expect(body).toContain("https://github.example/someone/project/actions/runs/42");
  expect(first.summary).toContain("- changed: `add` (`title`)");

  // what the server wrote is code, in one line
  const tokens = markdownIt({ html: true, linkify: true })
    .parse(body, {})
    .flatMap((token) => [token, ...(token.children ?? [])]);
  const outside = tokens.filter(({ type }) => type === "text" || type.startsWith("html"));
  expect(outside.map(({ content }) => content).join("")).not.toMatch(/everyone|img|touch|evil/);
  expect(tokens.filter(({ tag }) => ["img", "h1"].includes(tag))).toEqual([]);
  expect(tokens.flatMap((token) => token.attrGet("href") ?? [])).toEqual([
    "https://github.example/someone/project/actions/runs/42",
  ]);
  expect(body).toContain("@everyone <img src=x onerror=alert(1)>");
  // the name of a tool, which looks like a command, is data of the action's own commands only
  for (const line of runnerCommands(first.output + first.errors))
    expect(line).toMatch(/^::(?:(?:error|warning|notice) file=|error::Failed: )/);
  expect(first.isPwned).toBe(false);
  // the checkout of the base branch is gone
  expect(
    execFileSync("git", ["worktree", "list"], { cwd: first.workspace })
      .toString()
      .trim()
      .split("\n"),
  ).toHaveLength(1);

  const second = await runAction({ head: plainServer }, inputs);
  expect(second.code).toBe(0);
  expect(comments.filter(isMarked)).toHaveLength(2);
  expect(comments[120]?.body).toContain("**`check`**: nothing new.");
  expect(comments[120]?.body).toContain("**Tools**: unchanged.");
}, 600_000);

test("without the right to write, or a base to compare with, the result stays the same", async () => {
  mayWrite = false;
  const fork = await runAction({ head: plainServer }, { comment: "true" });
  expect(fork).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      "::warning::The comment could not be written: GitHub answered 403.",
    ),
  });
  mayWrite = true;
  await runAction({ head: plainServer }, { comment: "true", prepare: "false" });
  expect(comments[0]?.body).toContain("The base branch could not be prepared.");
}, 600_000);

test("inputs that look like options or commands end the step with one sentence", async () => {
  const wrong = await runAction(
    { head: plainServer },
    {
      baseline: "$(touch pwned) --record=pwned",
      revision: "x\n--record=pwned",
      "fail-on": "never",
    },
  );
  expect(wrong).toMatchObject({ code: 1, isPwned: false });
  expect(runnerCommands(wrong.output + wrong.errors)).toEqual([
    "::error::Failed: check. See the summary.",
  ]);
}, 600_000);

test("a server that cannot be started fails the step, unless nothing does", async () => {
  const gone = await runAction({ head: "process.exit(3)" }, {});
  expect(gone).toMatchObject({ code: 1, output: expect.stringContaining("Failed: check.") });
}, 600_000);

test("each input of the action is a variable of its step, and its script has none", () => {
  expect(action.runs.steps).toHaveLength(1);
  expect(step.run).not.toContain("${{");
  const variables = Object.values<string>(step.env);
  expect(variables.toSorted()).toEqual(
    Object.keys(action.inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .toSorted(),
  );
});
