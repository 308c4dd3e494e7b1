/** Checks that what the product exports has a name of its own, and is used elsewhere (part of `npm run lint`). */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Names that two modules may have, and why. */
const allowed: ReadonlyMap<string, string> = new Map([
  ["EditLoopReport", "the component, and the same one loaded when it is first shown"],
  ["EditLoopSwitch", "the component, and the same one loaded when it is first shown"],
  ["FailureNotice", "the component, and the same one loaded when it is first shown"],
  ["FailureTitle", "the component, and the same one loaded when it is first shown"],
  ["GeneratePanel", "the component, and the same one loaded when it is first shown"],
  ["main.ts", "the first module of the page and of the command line"],
  ["entry.ts", "the inline script of index.html, and an entry of the log"],
  ["server.ts", "the relay's server, and the state of an open server"],
]);

const declaration =
  /^export (?:(?:interface|type|class) (?<type>\w+)|(?:(?:async )?function\*?|const) (?<value>\w+))/gm;

/**
 * Finds names with more than one meaning.
 * @param sources the text of each module by its path from the project's top folder
 * @returns one sentence per name, with the paths
 */
export function findSharedNames(sources: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string[]>();
  const add = (key: string, path: string) => places.set(key, [...(places.get(key) ?? []), path]);
  for (const [path, text] of sources) {
    add(`file ${basename(path).replace(/\.tsx?$/, ".ts")}`, path);
    for (const { groups } of text.matchAll(declaration)) {
      if (groups?.type) add(`type ${groups.type}`, path);
      else add(`value ${groups?.value}`, path);
    }
  }
  return [...places]
    .filter(([key, paths]) => paths.length > 1 && !allowed.has(key.slice(key.indexOf(" ") + 1)))
    .map(([key, paths]) => `${key} has several meanings: ${paths.join(", ")}`);
}

/**
 * Finds exported values that no other file names, tests included, and exported types that nothing names.
 * @param sources the text of each module and each test
 * @returns one sentence per export
 */
export function findUnusedExports(sources: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, number>();
  for (const text of sources.values()) {
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  return [...sources]
    .filter(([path]) => isOfProduct(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(declaration)].flatMap(({ groups: { type, value } = {} }) => {
        const name = type ?? value ?? "";
        if (files.get(name) !== 1) return [];
        // a type may be exported because it is part of a signature
        const isNamed =
          type !== undefined && (text.match(new RegExp(`\\b${name}\\b`, "g")) ?? []).length > 1;
        return isNamed ? [] : `${name} is exported, but used in ${path} only`;
      }),
    );
}

const isOfProduct = (path: string) =>
  /^(web|shared|relay)\//.test(path) && !/\.(test|fixture|properties|d)\.tsx?$/.test(path);

/** Reads every module and every test. */
function readModules(root: string): Map<string, string> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const present = files.filter((file) => existsSync(join(root, file)));
  return new Map(present.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = readModules(dirname(import.meta.dirname));
  const product = new Map([...modules].filter(([path]) => isOfProduct(path)));
  const problems = [...findSharedNames(product), ...findUnusedExports(modules)];
  for (const sentence of problems) console.error(sentence);
  if (problems.length > 0) process.exitCode = 1;
}
