/** Checks that exported types, exported values and files of the product have one name each (part of `npm run lint`). */
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

/** Reads every module of the product. */
function readProduct(root: string): Map<string, string> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "web", "shared", "relay"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const modules = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.(test|fixture|properties|d)\.tsx?$/.test(file) &&
      existsSync(join(root, file)),
  );
  return new Map(modules.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shared = findSharedNames(readProduct(dirname(import.meta.dirname)));
  for (const sentence of shared) console.error(sentence);
  if (shared.length > 0) process.exitCode = 1;
}
