/** Finds the folder in which the program keeps its state. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { platform } from "../platform.ts";

/**
 * The folder of the relay's local data: that of its store if the store is a file.
 * @param where as for {@link openStore}
 */
export function dataFolder(where: string | undefined): string {
  const isFile = where !== undefined && !/^rediss?:/i.test(where);
  return isFile ? dirname(resolve(where)) : stateFolder(process.env);
}

/** The program's own folder among those in which programs keep their state on this system. */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  return join(platform.stateFolder(homedir(), environment), "mcp-playground");
}
