/** Reads the configuration files that the user names. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, resolve, sep } from "node:path";
import type { ConfigContext, Configuration } from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { readConfig } from "../../shared/config/readConfig.ts";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { errorCode } from "../errorCode.ts";
import { readTextFile } from "./readTextFile.ts";

/** Bytes of a file of environment variables. */
const maxVariablesBytes = 1_000_000;

/**
 * Reads files. One that is missing or cannot be read is reported as a problem.
 * @param paths as the user wrote them; problems and servers name them in the same way
 */
export function readConfigFiles(paths: readonly string[]): Configuration {
  const unique = [...new Set(paths)];
  return mergeConfigurations(unique.map(readOne));
}

function readOne(source: string): Configuration {
  const file = resolve(source);
  try {
    return readConfig(readFileSync(file, "utf8"), contextOf(source, file));
  } catch (error) {
    const facts = { reason: errorCode(error) ?? "", message: errorMessage(error) };
    return { servers: [], problems: [{ source, code: "unreadable", facts }] };
  }
}

/** @param source names the file to the user */
export function contextOf(source: string, file: string): ConfigContext {
  const workspaceFolder = workspaceOf(file);
  return {
    source,
    environment: process.env,
    variables: {
      userHome: homedir(),
      workspaceFolder,
      workspaceFolderBasename: basename(workspaceFolder),
      pathSeparator: sep,
      "/": sep,
    },
    resolve: (path) => resolve(workspaceFolder, path.replace(/^~(?=$|[\\/])/, homedir())),
    readText: (path) => readTextFile(path, { maxBytes: maxVariablesBytes }),
  };
}

/** The workspace folder of a file: editors keep their configuration in a subfolder of it. */
function workspaceOf(file: string): string {
  const folder = dirname(file);
  return /^\.(vscode|cursor|claude)$/.test(basename(folder)) ? dirname(folder) : folder;
}
