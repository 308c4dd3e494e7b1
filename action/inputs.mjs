/** Reads the inputs of the action from the variables of its step. */

/** An input that is wrong; the message is for the user. */
export class InputError extends Error {}

const outcomesOf = { violation: ["violation"], warning: ["violation", "warning"], never: [] };

/**
 * @param split splits a line as a POSIX shell does, and finds what needs a shell
 * @throws InputError
 */
export function readInputs(env, split) {
  const failOn = env.MCP_FAIL_ON || "violation";
  if (!Object.hasOwn(outcomesOf, failOn)) {
    throw new InputError(`fail-on is "${failOn}"; it is violation, warning or never.`);
  }
  return {
    failing: outcomesOf[failOn],
    isNeverFailing: failOn === "never",
    server: serverWords(env.MCP_SERVER ?? "", split),
    commands: readCommands(env.MCP_COMMANDS || "check", split),
    baseline: env.MCP_BASELINE ? [`--baseline=${env.MCP_BASELINE}`] : [],
    revision: env.MCP_REVISION ? [`--revision=${env.MCP_REVISION}`] : [],
    wantsComment: env.MCP_COMMENT === "true",
    preparations: linesOf(env.MCP_PREPARE ?? "").map((line) => shellWords("prepare", line, split)),
  };
}

function linesOf(text) {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** The words of an input as a POSIX shell splits them; what needs a shell is refused. */
function shellWords(input, text, splitShellWords) {
  const split = splitShellWords(text.trim());
  if (split.kind === "words" && split.words.length > 0) return split.words.map((word) => word.text);
  throw new InputError(
    `${input} is no command that can be started without a shell: ${text.trim()}`,
  );
}

/** The arguments that name the server to a command. */
function serverWords(text, split) {
  const line = text.trim();
  return /^https?:\/\/\S+$/i.test(line) ? [line] : ["--", ...shellWords("server", line, split)];
}

/** @returns the words of each command */
function readCommands(text, split) {
  const words = linesOf(text).flatMap((line) => shellWords("commands", line, split));
  const read = [];
  for (let next = words.shift(); next !== undefined; next = words.shift()) {
    if (["check", "conform", "doctor"].includes(next)) read.push([next]);
    else if (["run", "eval"].includes(next)) {
      const file = words.shift() ?? "";
      if (file === "" || file.startsWith("-"))
        throw new InputError(`${next} needs a file; "${file}" is none.`);
      read.push([next, file]);
    } else {
      throw new InputError(
        `There is no command "${next}": use check, conform, doctor, run <file> or eval <file>.`,
      );
    }
  }
  return read;
}
