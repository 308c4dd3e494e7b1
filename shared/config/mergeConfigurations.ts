/** Merges the configurations of several files, with unique server names. */
import type { Configuration, ConfiguredServer } from "./configured.ts";

/** Merges configurations in order; the file name is appended to names that occur more than once. */
export function mergeConfigurations(files: readonly Configuration[]): Configuration {
  const all = files.flatMap(({ servers }) => servers);
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  const named = all.map((server): ConfiguredServer => {
    const { name, source } = server;
    const base = counts.get(name) === 1 ? name : `${name} (${source})`;
    let free = base;
    for (let n = 2; taken.has(free); n++) free = `${base} ${n}`;
    taken.add(free);
    return free === name ? server : { ...server, name: free };
  });
  return { servers: named, problems: files.flatMap(({ problems }) => problems) };
}
