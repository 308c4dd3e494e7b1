/** Checks out the base branch of a pull request beside the project, for as long as it is compared. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * @param options.folder where the checkout is made
 * @param options.commit the head of the base branch
 * @param options.preparations the words of each command that makes the checkout ready
 * @param compare gets the path of the checkout
 * @returns what `compare` returns, or the reason why it was not called
 */
export function withBase({ folder, commit, preparations }, compare) {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return { reason: "The event names no base commit." };
  const hasCommit = () => git("cat-file", "-e", `${commit}^{commit}`);
  if (!hasCommit()) git("fetch", "--quiet", "--no-tags", "--depth=1", "origin", commit);
  if (!hasCommit()) return { reason: "The base branch could not be fetched." };
  const path = join(folder, "base");
  if (!git("worktree", "add", "--quiet", "--detach", path, commit)) {
    return { reason: "The base branch could not be checked out." };
  }
  try {
    for (const [program, ...args] of preparations) {
      const { status } = spawnSync(program, args, {
        cwd: path,
        stdio: ["ignore", "ignore", "inherit"],
      });
      if (status !== 0) return { reason: "The base branch could not be prepared." };
    }
    return compare(path);
  } finally {
    git("worktree", "remove", "--force", path);
  }
}

/** @returns whether git succeeded; no hook of the repository runs */
function git(...args) {
  const { status } = spawnSync("git", ["-c", "core.hooksPath=/dev/null", ...args], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return status === 0;
}
