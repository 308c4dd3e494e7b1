/** Makes one configuration of several files; names that several of them give are told apart. */
import type { Configuration, ConfiguredServer } from "./configured.ts";

/** Joins configurations in their order; a name that is taken gets its file's name behind it. */
export function joinConfigurations(files: readonly Configuration[]): Configuration {
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
