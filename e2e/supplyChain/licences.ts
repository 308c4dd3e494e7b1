/** Checks the licences of all shipped packages: `npm run licences`. */
import { pathToFileURL } from "node:url";
import { readLockFile, type ShippedPackage, shippedPackages } from "./shippedPackages.ts";

/** Permissive licences; to allow another one, add it here. */
const allowed: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "PSF-2.0",
  "Unlicense",
  "Zlib",
]);

/**
 * Whether an SPDX expression permits what is allowed here: one side of an OR, both of an AND.
 * @see https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/
 */
export function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  const innermost = /\(([^()]*)\)/;
  let flat = expression;
  for (let match = innermost.exec(flat); match; match = innermost.exec(flat)) {
    flat = flat.replace(match[0], isAllowed(match[1]) ? "MIT" : "not-allowed");
  }
  return flat
    .split(" OR ")
    .some((side) => side.split(" AND ").every((name) => allowed.has(name.trim())));
}

/** The packages whose licence is not on the list, or missing. */
export function refusedLicences(packages: readonly ShippedPackage[]): readonly ShippedPackage[] {
  return packages.filter(({ licence }) => !isAllowed(licence));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const packages = shippedPackages(readLockFile());
  const refused = refusedLicences(packages);
  for (const { name, version, licence } of refused) {
    console.error(`${name} ${version}: ${licence ?? "no licence"} is not on the list of licences.`);
  }
  console.log(
    `${packages.length - refused.length} of ${packages.length} licences are on the list.`,
  );
  if (refused.length > 0) process.exitCode = 1;
}
