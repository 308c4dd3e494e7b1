/**
 * Ends a server with all its descendants. On Linux, this includes processes that left the process
 * group (`setsid`, daemons): they are found in /proc by an inherited environment variable, and by
 * their parents. A process that clears its environment, leaves the group and loses its parent while
 * the server runs is not found; on other systems, neither is any process that left the group.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises";
import { processMarkerName } from "../../shared/core/processMarker.ts";
import { platform } from "../platform.ts";
import { signalGroup } from "./processGroup.ts";

interface ProcessTree {
  /** Records the current descendants, while their parents are still known. */
  note(): Promise<void>;
  /**
   * The processes that run; where they cannot be counted, the leader, or one for all that are left of
   * its group.
   */
  count(isLeaderLeft: boolean): Promise<number>;
  /**
   * After the leader has exited, sends SIGTERM to the remaining processes, then SIGKILL after
   * `waitMs` milliseconds. Resolves when none is left.
   */
  end(waitMs: number): Promise<void>;
}

interface Facts {
  readonly pid: number;
  readonly parent: number;
  /** The process group. */
  readonly group: number;
  /** Start time: distinguishes it from a later process with the same pid. */
  readonly started: string;
}

/** Processes read between two yields to the event loop: a few milliseconds. */
const readsPerTurn = 100;

/** How often killed processes may be replaced by new ones before the relay gives up. */
const killRounds = 50;

/**
 * Creates the tree of a process that leads a group.
 * @param marker the value of `processMarkerName` in its environment
 */
export function createProcessTree(leader: number, marker: string): ProcessTree {
  /** Known descendants by pid, in the group or outside. */
  const noted = new Map<number, Facts>();

  const hasProc = factsOf(process.pid) !== undefined;

  /** Processes older than the leader cannot be its descendants: they are not read again. */
  const born = Number(factsOf(leader)?.started ?? 0);

  const note = async () => {
    const all = (await everyProcess()).filter(({ started }) => Number(started) >= born);
    const known = new Set([leader]);
    for (const { pid, group, started } of all) {
      const isNoted = noted.get(pid)?.started === started;
      if (isNoted || group === leader || isMarked(pid, marker)) known.add(pid);
    }
    // Repeat until nothing is added, because a child may be listed before its parent.
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
        // It has already exited.
      }
    }
  };

  /**
   * Whether any known process is left; cheaper than searching for others. A signal also reaches
   * zombies of the group, which stay where the first process of a container does not wait for them.
   */
  const isLeft = () =>
    hasProc
      ? [...noted.values()].some(({ pid, started }) => factsOf(pid)?.started === started)
      : signalGroup(leader, 0);

  return {
    note,
    async count(isLeaderLeft) {
      await note();
      if (hasProc) return noted.size + (isLeaderLeft ? 1 : 0);
      return isLeaderLeft || signalGroup(leader, 0) ? 1 : 0;
    },
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

/** All processes of this machine; none without /proc. */
async function everyProcess(): Promise<readonly Facts[]> {
  if (!platform.hasProc) return [];
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
 * Reads the facts about a process; undefined if it has exited (zombies included).
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function factsOf(pid: number): Facts | undefined {
  const text = readProc(pid, "stat");
  // the name of the program, in parentheses, may hold anything
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group] = fields;
  if (text === "" || state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), group: Number(group), started: fields[19] ?? "" };
}

function isMarked(pid: number, marker: string): boolean {
  return readProc(pid, "environ").split("\0").includes(`${processMarkerName}=${marker}`);
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
