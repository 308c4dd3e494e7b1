/** Finds the files that a command consists of: its script and the project around it. */
import { realpath, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, extname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";

/** Files that mark the root of a project. */
const manifests = [
  "package.json",
  "deno.json",
  "pyproject.toml",
  "setup.py",
  "requirements.txt",
  "Cargo.toml",
  "go.mod",
  "Gemfile",
  "composer.json",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
];

const builtFolders = new Set(["dist", "build", "out", "target", ".output"]);

const sourceExtensions = new Set(
  (
    ".js .mjs .cjs .jsx .ts .mts .cts .tsx .json .jsonc .json5 .wasm .node .py .pyi .toml .cfg .ini " +
    ".yaml .yml .rb .php .go .rs .java .kt .kts .scala .class .jar .cs .fs .dll .swift .lua .ex " +
    ".exs .erl .pl .pm .sh .bash .dart .clj .hs .ml .c .cc .cpp .h .hpp .zig .nim .env .sql .graphql " +
    ".proto .md .txt .html"
  ).split(" "),
);

/** Launchers' options that are followed by the directory of the server. */
const directoryOptions = new Set(["--directory", "--project", "--prefix", "--cwd", "-C"]);

/** Whether a change of this file is likely to change a server's behaviour. */
export function isSource(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return sourceExtensions.has(extension) || /(^|[\\/])\.env(\.|$)/.test(path);
}

interface WatchedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/**
 * The directories and files of a command's program; none if the program is not local, such as a
 * package that a launcher downloads.
 */
export async function commandFiles({
  command,
  args,
  cwd,
}: WatchedCommand): Promise<readonly string[]> {
  const directory = cwd ?? process.cwd();
  const found = new Set<string>();
  const words = /[\\/]/.test(command) ? [command, ...args] : args;
  for (const [index, word] of words.entries()) {
    const path = resolve(directory, word);
    const isNamed = directoryOptions.has(words[index - 1] ?? "");
    const kind = await kindOf(path);
    if (kind === "directory" && isNamed && !isTooBroad(path)) found.add(path);
    if (kind !== "file" || path.split(sep).includes("node_modules")) continue;
    if (word === command || isProgram(path)) found.add(await projectOf(path));
  }
  // For `python -m server` or `npm start`, the working directory determines what runs.
  if (found.size === 0 && cwd !== undefined && !isTooBroad(resolve(cwd))) found.add(resolve(cwd));
  return withoutInner([...found]);
}

/** Whether a directory is too broad to watch: the root, a home directory, the temporary folder. */
export function isTooBroad(directory: string): boolean {
  const path = resolve(directory);
  return [parse(path).root, homedir(), dirname(homedir()), tmpdir()].includes(path);
}

function isProgram(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return (
    sourceExtensions.has(extension) && !/\.(json\w?|toml|cfg|ini|ya?ml|md|txt|html)$/.test(path)
  );
}

/** The root of the project that a script belongs to; for build output, only its folder. */
async function projectOf(script: string): Promise<string> {
  const own = dirname(script);
  let directory = own;
  for (let level = 0; level < 4 && !isTooBroad(directory); level++) {
    for (const manifest of manifests) {
      if ((await kindOf(join(directory, manifest))) === "file") {
        const [first = ""] = relative(directory, script).split(sep);
        return builtFolders.has(first) ? join(directory, first) : directory;
      }
    }
    directory = dirname(directory);
  }
  return isTooBroad(own) || (await realpath(own).then(isTooBroad, () => true)) ? script : own;
}

function withoutInner(paths: readonly string[]): readonly string[] {
  const isInside = (inner: string, outer: string) => {
    const path = relative(outer, inner);
    return path !== "" && !path.startsWith("..") && !isAbsolute(path);
  };
  return paths.filter((path) => !paths.some((other) => isInside(path, other)));
}

export async function kindOf(path: string): Promise<"file" | "directory" | undefined> {
  try {
    const facts = await stat(path);
    return facts.isDirectory() ? "directory" : facts.isFile() ? "file" : undefined;
  } catch {
    return undefined;
  }
}
