/** Watches files and reports changes; those in a row are one report. */
import { basename, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import { systemClock } from "../../shared/core/clock.ts";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import type { WatchCode } from "../../shared/relay/frames/watchFrames.ts";
import { errorCode } from "../errorCode.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { createChangeReports } from "./changeReports.ts";
import { isSource, isTooBroad, kindOf } from "./commandFiles.ts";
import { compileGlob, type Glob, isGlob, splitGlob } from "./glob.ts";

interface FileWatch {
  readonly files: number;
  close(): Promise<void>;
}

/** Why a watch was refused. */
export interface WatchRefusal {
  readonly code: WatchCode;
  /** A sentence without full stop. */
  readonly reason: string;
}

interface FileWatchOptions {
  /** The base of relative `paths` and of reported changes. */
  readonly directory: string;
  /** Files, directories and globs. */
  readonly paths: readonly string[];
  /** Names and globs to ignore, at any depth. */
  readonly ignored: readonly string[];
  /** Whether to watch only source files in directories. */
  readonly sourcesOnly: boolean;
  readonly limits: Pick<RelayLimits, "watchedFiles" | "watchPatterns" | "watchPatternChars">;
  /** @param paths relative to the directory, or to a watched path outside it */
  readonly onChange: (paths: readonly string[]) => void;
}

/** The most that all globs of a watch may add up to in `Glob.size`. */
const maxGlobSize = 4096;

/** Starts watching. @returns the watch, or why it was refused */
export async function watchFiles(options: FileWatchOptions): Promise<FileWatch | WatchRefusal> {
  const { directory, limits, onChange } = options;
  const compile = createCompiler(limits);
  const refusal = compile.refusalOf([...options.paths, ...options.ignored]);
  if (refusal) return refusal;
  const isIgnored = ignoring(options.ignored, compile.glob);
  if (typeof isIgnored !== "function") return isIgnored;
  const bases: Base[] = [];
  for (const text of options.paths) {
    const base = await resolveBase(directory, text, options.sourcesOnly, compile.glob);
    if ("code" in base) return base;
    bases.push(base);
  }
  const counts = (path: string) =>
    bases.some((base) => {
      const inner = pathBelow(base.path, path);
      return inner !== undefined && !isIgnored(inner) && base.counts(inner);
    });

  /** The path relative to the directory, or to the watched path that contains it. */
  const nameOf = (path: string) => {
    const own = pathBelow(directory, path);
    if (own !== undefined) return own;
    const inner = bases.map((base) => pathBelow(base.path, path)).find(Boolean);
    return inner ?? basename(path);
  };

  const watcher = watch(
    bases.map(({ path }) => path),
    {
      ignoreInitial: false,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ignored(path, facts) {
        const inners = bases.map((base) => pathBelow(base.path, path));
        // Directories are entered unless ignored; files that do not count are not even opened.
        if (facts?.isFile()) return !counts(path);
        return inners.every((inner) => inner === undefined || isIgnored(inner));
      },
    },
  );

  let files = 0;
  let isReady = false;
  const changes = createChangeReports(systemClock, onChange);

  const ready = Promise.withResolvers<WatchRefusal | undefined>();
  watcher.on("all", (event, path) => {
    if (event === "addDir" || event === "unlinkDir") return;
    if (event === "add" && ++files > limits.watchedFiles) {
      ready.resolve(tooManyFiles(limits.watchedFiles));
    }
    if (event === "unlink") files--;
    if (isReady) changes.note(nameOf(path));
  });
  watcher.on("error", (error) => ready.resolve({ code: "failed", reason: describeError(error) }));
  watcher.on("ready", () => ready.resolve(undefined));

  const close = async () => {
    changes.stop();
    watcher.removeAllListeners();
    // Errors while closing do not matter.
    watcher.on("error", () => {});
    await watcher.close();
  };

  const failure = await ready.promise;
  if (failure !== undefined) {
    await close();
    return failure;
  }
  isReady = true;
  return { files, close };
}

interface Base {
  readonly path: string;
  /** @param path relative to the base; empty for the base itself */
  readonly counts: (path: string) => boolean;
}

/** Creates the compiler for the patterns of one watch, whose total cost is bounded. */
function createCompiler({
  watchPatterns,
  watchPatternChars,
}: Pick<RelayLimits, "watchPatterns" | "watchPatternChars">) {
  let size = 0;
  return {
    /** Why patterns are refused without compiling them, if they are. */
    refusalOf(patterns: readonly string[]): WatchRefusal | undefined {
      if (patterns.length > watchPatterns) {
        const reason = `${patterns.length} paths and ignored names were given, but the relay accepts ${watchPatterns}: name directories instead`;
        return { code: "too-many-patterns", reason };
      }
      const long = patterns.find((pattern) => pattern.length > watchPatternChars);
      if (long !== undefined) {
        const reason = `A path or glob has ${long.length} characters, but the relay accepts ${watchPatternChars}`;
        return { code: "pattern-too-long", reason };
      }
      const negated = patterns.find((pattern) => pattern.startsWith("!"));
      if (negated === undefined) return undefined;
      const reason = `${negated} begins with "!", but exceptions are not supported: name what to watch`;
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

async function resolveBase(
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
    const reason = `${path} is too broad to watch: name the directory of the server`;
    return { code: "too-much", reason };
  }
  if (glob) return { path, counts: (inner) => glob.matches(withSlashes(inner)) };
  return { path, counts: kind === "file" || !sourcesOnly ? () => true : isSource };
}

function withSlashes(path: string): string {
  return path.split(sep).join("/");
}

/** A path relative to a base that contains it (or equals it); undefined if it is outside. */
function pathBelow(base: string, path: string): string | undefined {
  const inner = relative(base, resolve(path));
  const isOutside = inner === ".." || inner.startsWith(`..${sep}`) || resolve(inner) === inner;
  return isOutside ? undefined : inner;
}

/** A pattern without slash matches a name at any depth; others match the path from the base. */
function ignoring(
  patterns: readonly string[],
  compile: CompileGlob,
): ((path: string) => boolean) | WatchRefusal {
  const globs: Glob[] = [];
  for (const text of patterns) {
    const pattern = withSlashes(text).replace(/^\.\//, "").replace(/\/$/, "");
    const glob = compile(pattern.includes("/") ? `${pattern}/**` : `**/${pattern}/**`);
    if ("code" in glob) return glob;
    globs.push(glob);
  }
  return (path) => path !== "" && globs.some((glob) => glob.matches(withSlashes(path)));
}

function tooManyFiles(limit: number): WatchRefusal {
  const reason = `There are more than ${limit.toLocaleString("en")} files: name fewer directories, or ignore more`;
  return { code: "too-much", reason };
}

function describeError(error: unknown): string {
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EMFILE") {
    return `This system cannot watch more files (${code}): name fewer directories`;
  }
  return errorMessage(error);
}
