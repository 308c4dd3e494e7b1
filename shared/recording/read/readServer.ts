/** Reads the server and the selection of a recording. */
import { isAssignment } from "../../config/commandLine.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";
import type { SharedSelection, SharedServer } from "../recording.ts";
import { withoutSecrets } from "../withoutSecrets.ts";
import {
  type FieldReader,
  invalidField,
  oneOf,
  optional,
  readObject,
  text,
} from "./fieldReaders.ts";

/** Maximum number of words of a command, directory and variable names included. */
const maximumWords = 500;

/** Maximum total length of those words, in UTF-16 units. */
const maximumCommandLength = 32_768;

/** Reads the target of the connection; userinfo, query and fragment of a URL are removed. */
export const server: FieldReader<SharedServer> = (value) => {
  if (!isJsonObject(value)) return invalidField;
  if (value.kind === "http") {
    if (typeof value.url !== "string" || !URL.canParse(value.url)) return invalidField;
    const url = new URL(value.url);
    if (url.protocol !== "http:" && url.protocol !== "https:") return invalidField;
    return { kind: "http", url: withoutSecrets(value.url) };
  }
  if (value.kind !== "stdio") return invalidField;
  const { command, args, cwd, environmentNames } = value;
  if (typeof command !== "string" || command === "" || !isStrings(args)) return invalidField;
  // a program named "NODE_OPTIONS=…" is an attempt to be mistaken for an assignment
  if (isAssignment(command)) return invalidField;
  if (cwd !== undefined && typeof cwd !== "string") return invalidField;
  if (environmentNames !== undefined && !isStrings(environmentNames)) return invalidField;
  if (environmentNames?.some((name) => name === "" || name.includes("="))) return invalidField;
  // the user must be able to read the command before agreeing to it; NUL cannot be passed to a
  // process
  const words = [command, ...args, cwd ?? "", ...(environmentNames ?? [])];
  if (words.length > maximumWords || words.join("").length > maximumCommandLength)
    return invalidField;
  if (words.some((word) => word.includes("\0"))) return invalidField;
  return {
    kind: "stdio",
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(environmentNames === undefined ? {} : { environmentNames }),
  };
};

export const selection: FieldReader<SharedSelection> = readObject({
  kind: oneOf("tool", "resource", "template", "prompt"),
  name: text,
  argumentsText: optional(text),
});

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
