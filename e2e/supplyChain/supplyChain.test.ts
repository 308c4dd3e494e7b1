import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
