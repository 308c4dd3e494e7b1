/** Lists the shipped packages: run-time dependencies of the relay, and packages bundled into the page. */
import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { projectRoot } from "../runScript.ts";

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or the package's own text; undefined if it has none. */
  readonly licence: string | undefined;
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export type LockFile = Readonly<Record<string, LockEntry>>;

/** @returns the packages of `package-lock.json` by their paths */
export function readLockFile(): LockFile {
  const text = readFileSync(join(projectRoot, "package-lock.json"), "utf8");
  return (JSON.parse(text) as { readonly packages: LockFile }).packages;
}

/** All shipped packages, those that others need included. */
export function shippedPackages(packages: LockFile): readonly ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();
  const visit = (name: string, from: string) => {
    const path = resolve(packages, name, from);
    // optional packages of other platforms are in no lock file entry of this name
    if (path === undefined || found.has(path)) return;
    const entry = packages[path] as LockEntry;
    found.set(path, { name, version: entry.version ?? "", licence: entry.license });
    for (const needed of neededBy(entry)) visit(needed, path);
  };
  for (const name of Object.keys(packages[""]?.dependencies ?? {})) visit(name, "");
  for (const name of bundledPackages()) visit(name, "");
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

function neededBy(entry: LockEntry): readonly string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  );
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers,
  ];
}

/** Looks a package up the way Node.js does: beside the one that needs it, then further up. */
function resolve(packages: LockFile, name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, "")
  ) {
    const path = `${folder}${folder === "" ? "" : "/"}node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return path;
    if (folder === "") return undefined;
  }
}

/** The packages that the page's own code imports. */
function bundledPackages(): readonly string[] {
  const files = globSync("{web,shared}/**/*.{ts,tsx}", { cwd: projectRoot }).filter(
    // what builds the page is not part of it
    (file) => !/^web\/build\/|\.(?:test|fixture)\.tsx?$|\.d\.ts$/.test(file),
  );
  const specifiers = files.flatMap((file) => {
    const text = readFileSync(join(projectRoot, file), "utf8")
      // the build removes type imports
      .replace(/import type\s[^;]*;/g, "");
    return [...text.matchAll(/(?:from|import|import\()\s*"([^".][^"]*)"/g)].map(([, name]) => name);
  });
  const names = specifiers.flatMap((name) => /^(?:@[^/]+\/)?[^/?]+/.exec(name ?? "") ?? []);
  return [...new Set(names)].filter(
    (name) => !/^(?:node|virtual):/.test(name) && !builtinModules.includes(name),
  );
}
