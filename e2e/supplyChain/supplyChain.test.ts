import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { projectRoot } from "../runScript.ts";
import { isAllowed, refusedLicences } from "./licences.ts";
import { billOfMaterials } from "./sbom.ts";
import { readLockFile, shippedPackages } from "./shippedPackages.ts";

const own = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
};

test("every package that reaches users has a licence on the list", () => {
  const packages = shippedPackages(readLockFile());
  const names = packages.map(({ name }) => name);
  // needed at run time, bundled into the page, and needed by those
  expect(names).toEqual(
    expect.arrayContaining([
      ...Object.keys(own.dependencies),
      "react",
      "monaco-editor",
      "scheduler",
    ]),
  );
  expect(names).not.toContain("vitest");
  expect(refusedLicences(packages)).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MPL-2.0 OR Apache-2.0)", true],
  ["(MIT AND (GPL-3.0-only OR Zlib))", true],
  ["MIT AND GPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE", false],
  ["UNLICENSED", false],
  [undefined, false],
])("%s: %s", (expression, verdict) => {
  expect(isAllowed(expression)).toBe(verdict);
});

test("the bill of materials is a CycloneDX document of what reaches users", async () => {
  const document = await billOfMaterials();
  expect(document).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: own.name, version: own.version, type: "application" } },
  });
  expect(document.specVersion).toMatch(/^1\.[5-9]$/);
  const shipped = shippedPackages(readLockFile()).map(({ name, version }) => `${name}@${version}`);
  const refs = document.components.map((component) => component["bom-ref"]);
  expect(refs.toSorted()).toEqual([...new Set(shipped)].toSorted());
  for (const { purl } of document.components) expect(purl).toMatch(/^pkg:npm\/.+@\d/);
  for (const { dependsOn } of document.dependencies) {
    for (const ref of dependsOn) expect(refs).toContain(ref);
  }
});

test.each([".github/workflows/ci.yml", ".github/workflows/release.yml", ".github/dependabot.yml"])(
  "%s is well-formed; each action is named by its commit, and jobs may only read",
  (file) => {
    const text = readFileSync(join(projectRoot, file), "utf8");
    const [document] = parseAllDocuments(text);
    expect(document?.errors).toEqual([]);
    for (const [, action = ""] of text.matchAll(/uses:\s*(.+)/g)) {
      expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
    if (file.includes("workflows")) {
      expect(document?.toJS()).toMatchObject({ permissions: { contents: "read" } });
    }
  },
);

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

test("the job that can sign a release installs, builds and tests nothing", () => {
  const text = readFileSync(join(projectRoot, ".github/workflows/release.yml"), "utf8");
  const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, Job>> };
  const { publish, ...others } = jobs;
  for (const { permissions } of Object.values(others)) expect(permissions).toBeUndefined();
  expect(publish).toMatchObject({ needs: "build", permissions: { "id-token": "write" } });
  const actions = publish?.steps.flatMap(({ uses }) => uses?.replace(/@.*/, "") ?? []);
  expect(actions).toEqual(["actions/setup-node", "actions/download-artifact"]);
  const commands = publish?.steps.flatMap(({ run }) => run ?? []);
  expect(commands).toEqual(["npm publish ./*.tgz --provenance --access public --ignore-scripts"]);
});
