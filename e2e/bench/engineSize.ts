/** Measures the engine's share of the page. */
import { join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { projectRoot } from "../runScript.ts";
import { type Figure, round } from "./figure.ts";

const shared = join(projectRoot, "shared");

/** Packages that the page contains for `shared/`. */
const packages = /[\\/]node_modules[\\/](jsonc-parser|eventsource-parser)[\\/]/;

/**
 * The folders of `shared/` that a connection needs; the others are not part of the protocol. The
 * message schemas in `protocol` are not counted: only a worker loads them.
 */
const engine = ["core", "protocol", "log", "transport", "client"].map((name) => join(shared, name));

/** Builds the page in memory, with the measured code in separate chunks. */
export async function engineSize(): Promise<Figure[]> {
  const groups = [
    { name: "engine", test: (id: string) => engine.some((folder) => isIn(folder, id)) },
    { name: "packages", test: packages },
    { name: "beside", test: (id: string) => isIn(shared, id) },
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
  const ours = size("engine");
  return [
    kilobytes("the engine, gzipped", ours, "<= 45"),
    kilobytes("the engine with its packages, gzipped", ours + size("packages"), "none"),
    kilobytes("subjects of shared/ beside the engine, gzipped", size("beside"), "none"),
  ];
}

function isIn(folder: string, id: string): boolean {
  return normalize(id).startsWith(join(folder, "/"));
}
