/** Measures the engine's share of the page: `shared/` without the subjects beside the protocol. */
import { join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { projectRoot } from "../runScript.ts";
import { type Figure, round } from "./figure.ts";

const shared = join(projectRoot, "shared");
const schemas = join(shared, "mcp", "messages");

/** Packages that the page contains for `shared/`. */
const packages = /[\\/]node_modules[\\/](jsonc-parser|eventsource-parser)[\\/]/;

/**
 * Subjects of `shared/` beside the protocol: authorization, HTTP through the relay, configuration
 * files,
 * watching files, pairing. Their share of the first load is reported separately.
 */
const beside =
  /[\\/]shared[\\/](oauth[\\/]|config[\\/](?!target|commandLine)|relay[\\/](frames|client)[\\/](configFrames|httpFrames|pairing|redirect|relayExchange|relayFetch|relayedResponse|relayWatch|watchFrames)\.|core[\\/](text[\\/]|failures[\\/]authorization)|log[\\/](bodySecrets|mask)\.|transport[\\/]http[\\/]authorizedExchange\.)/;

/** Builds the page in memory, with the measured code in separate chunks. */
export async function engineSize(): Promise<Figure[]> {
  const cut = {
    shared: (id: string) => isIn(shared, id) && !isIn(schemas, id) && !beside.test(id),
    packages: (id: string) => packages.test(id),
    schemas: (id: string) => isIn(schemas, id),
  };
  const isBeside = (id: string) => isIn(shared, id) && beside.test(id);
  const groups = [
    ...Object.entries(cut).map(([name, test]) => ({ name, test, priority: 2 })),
    { name: "beside-first", tags: ["$initial" as const], test: isBeside, priority: 2 },
    { name: "beside", test: isBeside, priority: 1 },
  ];
  const { output } = (await build({
    configFile: join(projectRoot, "vite.config.ts"),
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: {
        output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
      },
    },
  })) as Rolldown.RolldownOutput;
  const size = (name: string) =>
    output
      .filter((file) => file.type === "chunk" && file.name === name)
      .reduce((sum, file) => sum + gzipSync(file.type === "chunk" ? file.code : "").byteLength, 0);
  const kilobytes = (name: string, bytes: number, goal: string): Figure => {
    return { name, value: round(bytes / 1000), unit: "kB", goal };
  };
  const ours = size("shared");
  return [
    kilobytes("the engine without message schemas, gzipped", ours, "<= 45"),
    kilobytes("the same with its packages, gzipped", ours + size("packages"), "none"),
    kilobytes("message schemas, gzipped", size("schemas"), "none"),
    kilobytes(
      "of the subjects beside it, in the first load, gzipped",
      size("beside-first"),
      "none",
    ),
    kilobytes("the rest of them, fetched when they come up, gzipped", size("beside"), "none"),
  ];
}

function isIn(folder: string, id: string): boolean {
  return normalize(id).startsWith(join(folder, "/"));
}
