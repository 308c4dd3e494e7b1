/** Reads the workflows: what they may do, and that nobody's input becomes part of their scripts. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { projectRoot } from "../runScript.ts";

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
}

interface WorkflowJob {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly WorkflowStep[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

const files = globSync(".github/workflows/*.yml", { cwd: projectRoot }).sort();
const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");

function read(file: string): Workflow {
  const [document] = parseAllDocuments(textOf(file));
  expect(document?.errors).toEqual([]);
  return document?.toJS();
}

const workflows = new Map(files.map((file) => [file, read(file)]));
const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => [`${file} ${name}`, job] as const),
);
const jobOf = (name: string) => jobs.find(([each]) => each === `.github/workflows/${name}`)?.[1];

test("they are found", () => {
  expect(files.map((file) => file.replace(/^.*\//, ""))).toEqual([
    "ci.yml",
    "pages.yml",
    "platforms.yml",
    "release.yml",
  ]);
});

test.each([...files, ".github/dependabot.yml", "action.yml", "compose.yaml"])(
  "%s is well-formed, and names each action by its commit",
  (file) => {
    const text = textOf(file);
    expect(parseAllDocuments(text)[0]?.errors).toEqual([]);
    for (const [, action = ""] of text.matchAll(/uses:\s*(.+)/g)) {
      expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  },
);

test("an action has the same commit and version everywhere", () => {
  const versions = new Map<string, Set<string>>();
  for (const [, name = "", version = ""] of files
    .map(textOf)
    .join("\n")
    .matchAll(/uses:\s*([\w/-]+)@(.+)/g)) {
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  for (const [name, found] of versions)
    expect([name, [...found]]).toEqual([name, [expect.any(String)]]);
});

test.each([...workflows])("%s may only read, unless a job needs more", (_, workflow) => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  // it would run with secrets on the code of a pull request
  expect(workflow.on).not.toHaveProperty("pull_request_target");
});

test.each(jobs)("%s: no expression is part of a script, and it ends", (_, job) => {
  for (const { run } of job.steps) expect(run ?? "").not.toContain("${{");
  // an expression in a variable is no text that others write
  const values = job.steps.flatMap((step) => Object.values({ ...step.env, ...step.with }));
  for (const value of values)
    expect(String(value)).not.toMatch(/\$\{\{[^}]*(github\.(event|head_ref)|inputs\.)/);
  expect(job["timeout-minutes"]).toBeGreaterThan(0);
});

const isCheckout = ({ uses }: WorkflowStep) => uses?.startsWith("actions/checkout@") === true;

test.each(jobs)("%s: a checkout leaves no credentials behind", (_, job) => {
  for (const step of job.steps.filter(isCheckout)) {
    expect(step.with).toMatchObject({ "persist-credentials": false });
  }
});

test("only four jobs may do more than read, and those that can sign run no code of the project", () => {
  const more = jobs.filter(([, { permissions }]) => permissions !== undefined);
  expect(
    Object.fromEntries(more.map(([name, job]) => [name.replace(/^.*\//, ""), job.permissions])),
  ).toEqual({
    "pages.yml deploy": { pages: "write", "id-token": "write" },
    "release.yml image": { contents: "read", packages: "write" },
    "release.yml publish": { "id-token": "write" },
    "release.yml publish-image": { packages: "write", "id-token": "write" },
  });
  for (const [, job] of more.filter(([, { permissions }]) => permissions?.["id-token"])) {
    expect(job.environment).toMatch(/^(release|github-pages)$/);
    expect(job.steps.filter(isCheckout)).toEqual([]);
    for (const { run = "" } of job.steps)
      expect(run).not.toMatch(/npm (ci|install|run|test)|node /);
  }
});

test("the package is published as it was packed", () => {
  const publish = jobOf("release.yml publish");
  expect(publish).toMatchObject({ needs: "build" });
  expect(publish?.steps.flatMap(({ run }) => run ?? [])).toEqual([
    "npm publish ./*.tgz --provenance --access public --ignore-scripts",
  ]);
});

test("an image is tried after it was pushed, and gets its names and signature after that", () => {
  const scripts = jobOf("release.yml image")?.steps.flatMap(({ run }) => run ?? []) ?? [];
  const pushed = scripts.findIndex((run) => run.includes("push-by-digest=true"));
  const tried = scripts.findIndex((run) => run.includes("tryImage.ts"));
  expect(pushed).toBeGreaterThan(-1);
  expect(tried).toBeGreaterThan(pushed);
  expect(scripts.join("\n")).toContain("--provenance=mode=max");
  expect(scripts.join("\n")).not.toContain("--tag");
  const names = jobOf("release.yml publish-image");
  expect(names?.needs).toEqual(["image", "publish"]);
  expect(names?.steps.at(-1)?.run).toContain('cosign sign --yes --recursive "$image@$digest"');
});
