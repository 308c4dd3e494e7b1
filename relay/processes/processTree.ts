/**
 * A server with everything that it has started. On Linux that includes what has left the process
 * group (`setsid`, daemons): those processes are found in /proc by an environment variable that
 * they inherit, and by their parents. One that clears its environment, leaves its group and loses
 * its parent while the server still runs is not found; nor is, on other systems, any that has left
 * the group.
 */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { signalGroup } from "./processGroup.ts";

/** The environment variable by which the processes of a server are known. */
export const markerName = "MCP_RELAY_PROCESS";

export interface ProcessTree {
  /** Takes note of what belongs to it now, while parents can still be told. */
  note(): Promise<void>;
  /**
   * Asks what is left, once the leader is gone, to end; kills what does not within so many
   * milliseconds. Settles when nothing is left.
   */
  end(waitMs: number): Promise<void>;
}

interface Facts {
  readonly pid: number;
  readonly parent: number;
  /** When it was started: tells it from a later process with the same pid. */
  readonly started: string;
}

/** How often what is killed may be replaced by new processes before the relay gives up. */
const killRounds = 50;

/**
 * Makes the tree of a process that leads a group.
 * @param marker the value of `markerName` in its environment
 */
export function createProcessTree(leader: number, marker: string): ProcessTree {
  /** Outside of the group or in it, by pid. */
  const noted = new Map<number, Facts>();

  /** What was there before it, it cannot have started: nothing more is read of those. */
  const born = factsOf(leader).then((facts) => Number(facts?.started ?? 0));

  const note = async () => {
    const from = await born;
    const all = (await everyProcess()).filter(({ started }) => Number(started) >= from);
    const marked = await Promise.all(all.map(({ pid }) => isMarked(pid, marker)));
    const known = new Set([leader]);
    for (const [index, facts] of all.entries()) {
      const before = noted.get(facts.pid);
      if (marked[index] || before?.started === facts.started) known.add(facts.pid);
    }
    // a list in order of pids may name a child before its parent
    for (let size = 0; size < known.size; ) {
      size = known.size;
      for (const { pid, parent } of all) if (known.has(parent)) known.add(pid);
    }
    noted.clear();
    for (const facts of all) {
      if (facts.pid !== leader && known.has(facts.pid)) noted.set(facts.pid, facts);
    }
  };

  const signalAll = (signal: "SIGTERM" | "SIGKILL") => {
    signalGroup(leader, signal);
    for (const pid of noted.keys()) {
      try {
        process.kill(pid, signal);
      } catch {
        // it is gone already
      }
    }
  };

  /** Whether any of those that are known is left; costs less than looking for others. */
  const isLeft = async () => {
    if (signalGroup(leader, 0)) return true;
    const now = await Promise.all([...noted.keys()].map(factsOf));
    return now.some((facts) => facts && noted.get(facts.pid)?.started === facts.started);
  };

  return {
    note,
    async end(waitMs) {
      await note();
      if (!(await isLeft())) return;
      signalAll("SIGTERM");
      const deadline = performance.now() + waitMs;
      while (performance.now() < deadline && (await isLeft())) await sleep(20);
      for (let round = 0; round < killRounds; round++) {
        await note();
        if (!(await isLeft())) return;
        signalAll("SIGKILL");
        await sleep(20);
      }
    },
  };
}

/** All processes of this machine; none where there is no /proc. */
async function everyProcess(): Promise<readonly Facts[]> {
  if (process.platform !== "linux") return [];
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map(factsOf));
  return all.filter((facts) => facts !== undefined);
}

/**
 * Undefined where there is no such process any more, or only what its parent has not taken note of.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
async function factsOf(pid: number): Promise<Facts | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  // the name of the program, in parentheses, may hold anything
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent] = fields;
  if (text === "" || state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), started: fields[19] ?? "" };
}

async function isMarked(pid: number, marker: string): Promise<boolean> {
  // those of other users cannot be read
  const text = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  return text.split("\0").includes(`${markerName}=${marker}`);
}
