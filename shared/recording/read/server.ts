/** Reads the server and the selection of a recording. */
import { isAssignment } from "../../config/commandLine.ts";
import { isJsonObject } from "../../core/jsonObject.ts";
import type { SharedSelection, SharedServer } from "../recording.ts";
import { withoutSecrets } from "../withoutSecrets.ts";
import { invalid, object, oneOf, optional, type Reader, text } from "./fields.ts";

/** Maximum number of words of a command, directory and variable names included. */
const maximumWords = 500;

/** Maximum total length of those words, in UTF-16 units. */
const maximumCommandLength = 32_768;

/** Reads the target of the connection; userinfo, query and fragment of a URL are removed. */
export const server: Reader<SharedServer> = (value) => {
  if (!isJsonObject(value)) return invalid;
  if (value.kind === "http") {
    if (typeof value.url !== "string" || !URL.canParse(value.url)) return invalid;
    const url = new URL(value.url);
    if (url.protocol !== "http:" && url.protocol !== "https:") return invalid;
    return { kind: "http", url: withoutSecrets(value.url) };
  }
  if (value.kind !== "stdio") return invalid;
  const { command, args, cwd, environmentNames } = value;
  if (typeof command !== "string" || command === "" || !isStrings(args)) return invalid;
  // a program named "NODE_OPTIONS=…" is an attempt to be mistaken for an assignment
  if (isAssignment(command)) return invalid;
  if (cwd !== undefined && typeof cwd !== "string") return invalid;
  if (environmentNames !== undefined && !isStrings(environmentNames)) return invalid;
  if (environmentNames?.some((name) => name === "" || name.includes("="))) return invalid;
  // the user must be able to read the command before agreeing to it; NUL cannot be passed to a
  // process
  const words = [command, ...args, cwd ?? "", ...(environmentNames ?? [])];
  if (words.length > maximumWords || words.join("").length > maximumCommandLength) return invalid;
  if (words.some((word) => word.includes("\0"))) return invalid;
  return {
    kind: "stdio",
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(environmentNames === undefined ? {} : { environmentNames }),
  };
};

export const selection: Reader<SharedSelection> = object({
  kind: oneOf("tool", "resource", "template", "prompt"),
  name: text,
  argumentsText: optional(text),
});

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
