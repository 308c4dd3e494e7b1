/** Checks that components and their CSS modules name the same classes (part of `npm run lint`). */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const sheetImport = /^import (?<name>\w+) from "(?<path>\.[^"]+\.module\.css)";$/gm;

/**
 * Finds classes that a component uses and its sheet does not define, and those that nothing uses.
 * @param sources the text of each module and each CSS module by its path from the project's top folder
 * @returns one sentence per class
 */
export function findStrayClasses(sources: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const unused = new Map(
    [...sources]
      .filter(([path]) => path.endsWith(".module.css"))
      .map(([path, text]) => [path, classesOf(text)] as const),
  );
  const defined = new Map([...unused].map(([path, classes]) => [path, new Set(classes)]));
  for (const [path, text] of sources) {
    for (const { groups } of text.matchAll(sheetImport)) {
      const sheet = posix.join(posix.dirname(path), groups?.path ?? "");
      for (const name of usesOf(text, groups?.name ?? "")) {
        // an index that is computed may be any class
        if (name === undefined) unused.get(sheet)?.clear();
        else if (defined.get(sheet)?.has(name)) unused.get(sheet)?.delete(name);
        else problems.push(`${path} uses .${name}, which ${sheet} does not define`);
      }
    }
  }
  for (const [sheet, classes] of unused) {
    for (const name of classes) problems.push(`${sheet} defines .${name}, which nothing uses`);
  }
  return problems;
}

function classesOf(css: string): Set<string> {
  const selectors = css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)|:global\([^)]*\)/g, "");
  return new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name = ""]) => name));
}

/** The classes that a module names of an imported sheet; undefined for one that it computes. */
function usesOf(text: string, name: string): readonly (string | undefined)[] {
  const uses = text.matchAll(new RegExp(`(?<![\\w"./])${name}(?:\\.(\\w+)|\\[)`, "g"));
  return [...uses].map(([, property]) => property);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(import.meta.dirname);
  const files = globSync("web/**/*.{ts,tsx,module.css}", { cwd: root });
  const sources = files.map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
  const problems = findStrayClasses(new Map(sources));
  for (const sentence of problems) console.error(sentence);
  if (problems.length > 0) process.exitCode = 1;
}
