/**
 * A server with everything that it has started. On Linux that includes what has left the process
 * group (`setsid`, daemons): those processes are found in /proc by an environment variable that
 * they inherit, and by their parents. One that clears its environment, leaves its group and loses
 * its parent while the server still runs is not found; nor is, on other systems, any that has left
 * the group.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises";
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

/** Processes read between two yields to the event loop: a few milliseconds. */
const readsPerTurn = 100;

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
  const born = Number(factsOf(leader)?.started ?? 0);

  const note = async () => {
    const all = (await everyProcess()).filter(({ started }) => Number(started) >= born);
    const known = new Set([leader]);
    for (const { pid, started } of all) {
      if (noted.get(pid)?.started === started || isMarked(pid, marker)) known.add(pid);
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
  const isLeft = () =>
    signalGroup(leader, 0) ||
    [...noted.values()].some(({ pid, started }) => factsOf(pid)?.started === started);

  return {
    note,
    async end(waitMs) {
      await note();
      if (!isLeft()) return;
      signalAll("SIGTERM");
      const deadline = performance.now() + waitMs;
      while (performance.now() < deadline && isLeft()) await sleep(20);
      for (let round = 0; round < killRounds; round++) {
        await note();
        if (!isLeft()) return;
        signalAll("SIGKILL");
        await sleep(20);
      }
    },
  };
}

/** All processes of this machine; none where there is no /proc. */
async function everyProcess(): Promise<readonly Facts[]> {
  if (process.platform !== "linux") return [];
  const pids = listProc().filter((name) => /^\d+$/.test(name));
  const all: Facts[] = [];
  for (const [index, pid] of pids.entries()) {
    const facts = factsOf(Number(pid));
    if (facts) all.push(facts);
    if (index % readsPerTurn === readsPerTurn - 1) await yieldToEventLoop();
  }
  return all;
}

function listProc(): string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

/**
 * Undefined where there is no such process any more, or only what its parent has not taken note of.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function factsOf(pid: number): Facts | undefined {
  const text = readProc(pid, "stat");
  // the name of the program, in parentheses, may hold anything
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent] = fields;
  if (text === "" || state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), started: fields[19] ?? "" };
}

function isMarked(pid: number, marker: string): boolean {
  return readProc(pid, "environ").split("\0").includes(`${markerName}=${marker}`);
}

/**
 * Reads a file of /proc synchronously: the kernel answers from memory in microseconds, and a few
 * hundred reads at once would take all file descriptors and leave none for starting a process.
 * @returns an empty string where the process is gone or belongs to another user
 */
function readProc(pid: number, file: "stat" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
