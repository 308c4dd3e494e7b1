/** Watches files, and tells of changes when the last of them is a moment ago. */
import { basename, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import type { WatchCode } from "../../shared/relay/frames/watchFrames.ts";
import type { Limits } from "../limits.ts";
import { isSource, isTooBroad, kindOf } from "./commandFiles.ts";
import { compileGlob, type Glob, isGlob, splitGlob } from "./glob.ts";

export interface FileWatch {
  /** How many files that is. */
  readonly files: number;
  close(): Promise<void>;
}

/** Why something is not watched. */
export interface WatchRefusal {
  readonly code: WatchCode;
  /** A sentence for people, without its full stop. */
  readonly reason: string;
}

export interface FileWatchOptions {
  /** What `paths` and changes are written from. */
  readonly directory: string;
  /** Files, directories and globs. */
  readonly paths: readonly string[];
  /** Names and globs of what does not count, wherever it is below. */
  readonly ignored: readonly string[];
  /** Whether files in directories count only if they are likely to be part of a program. */
  readonly sourcesOnly: boolean;
  readonly limits: Pick<Limits, "watchedFiles" | "watchPatterns" | "watchPatternChars">;
  /** @param paths written from the directory, or from what is watched */
  readonly onChange: (paths: readonly string[]) => void;
}

/** Milliseconds of quiet after which changes are told, and the longest that they are held back. */
const quietMs = 150;
const longestMs = 1000;

/** What matching all globs of a watch may cost for each character of a path. */
const maxGlobSize = 4096;

/** @returns why it cannot be watched, or the watch */
export async function watchFiles(options: FileWatchOptions): Promise<FileWatch | WatchRefusal> {
  const { directory, limits, onChange } = options;
  const compile = createCompiler(limits);
  const refusal = compile.refusalOf([...options.paths, ...options.ignored]);
  if (refusal) return refusal;
  const isIgnored = ignoring(options.ignored, compile.glob);
  if (typeof isIgnored !== "function") return isIgnored;
  const bases: Base[] = [];
  for (const text of options.paths) {
    const base = await baseOf(directory, text, options.sourcesOnly, compile.glob);
    if ("code" in base) return base;
    bases.push(base);
  }
  const counts = (path: string) =>
    bases.some((base) => {
      const way = wayTo(base.path, path);
      return way !== undefined && !isIgnored(way) && base.counts(way);
    });

  /** From the directory, or from what is watched where that is elsewhere. */
  const nameOf = (path: string) => {
    const own = wayTo(directory, path);
    if (own !== undefined) return own;
    const ways = bases.map((base) => wayTo(base.path, path)).filter((way) => way !== undefined);
    return ways.find(Boolean) ?? basename(path);
  };

  const watcher = watch(
    bases.map(({ path }) => path),
    {
      ignoreInitial: false,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ignored(path, facts) {
        const ways = bases.map((base) => wayTo(base.path, path));
        // directories on the way are entered, other files are not even opened
        if (facts?.isFile()) return !counts(path);
        return ways.every((way) => way === undefined || isIgnored(way));
      },
    },
  );

  let files = 0;
  let isReady = false;
  const changed = new Set<string>();
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;

  const report = () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    longest = undefined;
    const paths = [...changed].sort();
    changed.clear();
    onChange(paths);
  };

  const ready = Promise.withResolvers<WatchRefusal | undefined>();
  watcher.on("all", (event, path) => {
    if (event === "addDir" || event === "unlinkDir") return;
    if (event === "add" && ++files > limits.watchedFiles) {
      ready.resolve(tooManyFiles(limits.watchedFiles));
    }
    if (event === "unlink") files--;
    if (!isReady) return;
    changed.add(nameOf(path));
    clearTimeout(quiet);
    quiet = setTimeout(report, quietMs);
    longest ??= setTimeout(report, longestMs);
  });
  watcher.on("error", (error) => ready.resolve({ code: "failed", reason: describeError(error) }));
  watcher.on("ready", () => ready.resolve(undefined));

  const close = async () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    watcher.removeAllListeners();
    // what goes wrong from here on matters to nobody
    watcher.on("error", () => {});
    await watcher.close();
  };

  const obstacle = await ready.promise;
  if (obstacle !== undefined) {
    await close();
    return obstacle;
  }
  isReady = true;
  return { files, close };
}

interface Base {
  readonly path: string;
  /** @param way from the base; empty for the base itself */
  readonly counts: (way: string) => boolean;
}

/** Compiles the patterns of one watch, whose cost is bounded together. */
function createCompiler({
  watchPatterns,
  watchPatternChars,
}: Pick<Limits, "watchPatterns" | "watchPatternChars">) {
  let size = 0;
  return {
    /** Why patterns are refused before they are compiled, if so. */
    refusalOf(patterns: readonly string[]): WatchRefusal | undefined {
      if (patterns.length > watchPatterns) {
        const reason = `${patterns.length} paths and ignored names were given, and the relay takes ${watchPatterns}: name directories instead`;
        return { code: "too-many-patterns", reason };
      }
      const long = patterns.find((pattern) => pattern.length > watchPatternChars);
      if (long !== undefined) {
        const reason = `A path or glob has ${long.length} characters, and the relay takes ${watchPatternChars}`;
        return { code: "pattern-too-long", reason };
      }
      const negated = patterns.find((pattern) => pattern.startsWith("!"));
      if (negated === undefined) return undefined;
      const reason = `${negated} begins with "!", and the relay has no exceptions: name what is to be watched`;
      return { code: "pattern-unsupported", reason };
    },
    glob(pattern: string): Glob | WatchRefusal {
      const glob = compileGlob(pattern);
      size += glob?.size ?? 0;
      if (glob && size <= maxGlobSize) return glob;
      const reason = `The glob ${pattern} is too complex: use fewer or less nested braces, or several shorter globs`;
      return { code: "pattern-too-complex", reason };
    },
  };
}

type CompileGlob = (pattern: string) => Glob | WatchRefusal;

async function baseOf(
  directory: string,
  text: string,
  sourcesOnly: boolean,
  compile: CompileGlob,
): Promise<Base | WatchRefusal> {
  const pattern = withSlashes(text);
  const split = isGlob(pattern) ? splitGlob(pattern) : undefined;
  const glob = split && compile(split.glob);
  if (glob && "code" in glob) return glob;
  const path = resolve(directory, split ? split.base : text);
  const kind = await kindOf(path);
  if (!kind) return { code: "not-found", reason: `There is no file or directory ${path}` };
  if (kind === "directory" && isTooBroad(path)) {
    const reason = `${path} is too much to watch: name the directory of the server`;
    return { code: "too-much", reason };
  }
  if (glob) return { path, counts: (way) => glob.matches(withSlashes(way)) };
  return { path, counts: kind === "file" || !sourcesOnly ? () => true : isSource };
}

function withSlashes(path: string): string {
  return path.split(sep).join("/");
}

/** The way from one path to another that is below it, or is it; undefined where it is elsewhere. */
function wayTo(base: string, path: string): string | undefined {
  const way = relative(base, resolve(path));
  return way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way ? undefined : way;
}

/** A name alone means whatever is called so, at any depth; a glob means the way from the base. */
function ignoring(
  patterns: readonly string[],
  compile: CompileGlob,
): ((way: string) => boolean) | WatchRefusal {
  const globs: Glob[] = [];
  for (const text of patterns) {
    const pattern = withSlashes(text).replace(/^\.\//, "").replace(/\/$/, "");
    const glob = compile(pattern.includes("/") ? `${pattern}/**` : `**/${pattern}/**`);
    if ("code" in glob) return glob;
    globs.push(glob);
  }
  return (way) => way !== "" && globs.some((glob) => glob.matches(withSlashes(way)));
}

function tooManyFiles(most: number): WatchRefusal {
  const reason = `There are more than ${most.toLocaleString("en")} files: name fewer directories, or ignore more`;
  return { code: "too-much", reason };
}

function describeError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EMFILE") {
    return `This system has no room to watch more files (${code}): name fewer directories`;
  }
  return message;
}
