/** Runs npm without a shell. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** npm's own script beside this Node: on Windows, npm is a batch file, which only a shell can start. */
function npmScript() {
  const folder = dirname(process.execPath);
  return [folder, join(folder, "../lib")]
    .map((each) => join(each, "node_modules/npm/bin/npm-cli.js"))
    .find((path) => existsSync(path));
}

export function runNpm(args, cwd) {
  const script = npmScript();
  const stdio = ["ignore", "ignore", "inherit"];
  return script === undefined
    ? spawnSync("npm", args, { cwd, stdio })
    : spawnSync(process.execPath, [script, ...args], { cwd, stdio });
}
