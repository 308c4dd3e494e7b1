/** Runs one of package.json's scripts and shows its output. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the project, with a slash at its end. */
export const projectRoot = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs `npm run <script> -- <args>` with the project's own tools first on the PATH.
 * @param env added to this process's environment
 * @returns whether it exited with 0
 */
export function runScript(
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const path = [join(projectRoot, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
      cwd: projectRoot,
      stdio: "inherit",
      shell: process.platform === "win32",
      env: { ...process.env, ...env, PATH: path },
    });
    child.on("error", (error) => {
      console.error(String(error));
      resolve(false);
    });
    child.on("exit", (code) => resolve(code === 0));
  });
}
