/** Finds the folder in which the program keeps its state. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * The folder of the relay's local data: that of its store if the store is a file.
 * @param where as for {@link openStore}
 */
export function dataFolder(where: string | undefined): string {
  const isFile = where !== undefined && !/^rediss?:/i.test(where);
  return isFile ? dirname(resolve(where)) : stateFolder(process.env);
}

/**
 * The folder in which programs keep their state on this system.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  const name = "mcp-playground";
  const home = homedir();
  switch (process.platform) {
    case "darwin":
      return join(home, "Library", "Application Support", name);
    case "win32":
      return join(environment.LOCALAPPDATA ?? join(home, "AppData", "Local"), name);
    default:
      return join(environment.XDG_STATE_HOME || join(home, ".local", "state"), name);
  }
}
