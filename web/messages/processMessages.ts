/** Error messages for stdio processes: not started, exited, stopped, invalid output. */

import { shortenStackTrace, syntaxProblem } from "../../shared/core/text/errorOutput.ts";
import { escapeHidden } from "../../shared/core/text/visibleText.ts";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import type { StartProblem } from "../../shared/protocol/failures/startProblem.ts";
import { stripAnsi } from "./ansi.ts";
import type { ErrorText } from "./errorText.ts";
import { formatCount, formatWait } from "./quantities.ts";
import { quotedText } from "./quotedText.ts";

/**
 * Returns the error message for a command that could not be started.
 * @param reason sentence of the relay, without its full stop
 */
export function notStartedText(command: string, problem: StartProblem, reason: string): ErrorText {
  return {
    what: `The command ${command} could not be started`,
    why: `${reason}.`,
    next: nextSteps[problem],
  };
}

const nextSteps: Readonly<Record<StartProblem, readonly string[]>> = {
  "program-not-found": [
    "Check the spelling, or enter the full path of the program.",
    "If you installed it after starting the relay, restart the relay: it uses the PATH from when it was started.",
  ],
  "file-not-found": [
    "Check the path. A relative path starts at the directory in Connection options.",
  ],
  "not-executable": [
    "Make the file executable (chmod +x).",
    "Or begin the command with the program that runs the file, such as node or python.",
  ],
  directory: ["Correct the directory in Connection options."],
  "process-limit": ["Disconnect a server that you no longer need."],
  "start-rate": [
    "Wait a moment, then start it again.",
    "If it restarts on every file change, check whether it writes to the watched files itself.",
  ],
  other: ["Run the same command in a terminal on the relay's machine."],
};

const seeOutput = "Read the complete output in Server output.";

type Exited = Extract<Failure, { readonly code: "exited" }>;

/** Returns the error message for a process that exited: when, during what, and what to do. */
export function exitedText({ exitCode, signal, stderr, ranMs, during }: Exited): ErrorText {
  const text = stripAnsi(stderr).trim();
  const problem = signal || during ? undefined : syntaxProblem(text);
  if (problem) {
    return {
      what: `Syntax error in ${escapeHidden(problem.file)}, line ${problem.line}`,
      why: `The process exited with code ${exitCode}:`,
      quote: quotedText(problem.lines, "start"),
      next: ["Correct the file, and start it again: Restart on change does so when you save."],
    };
  }
  const quote = quotedText(shortenStackTrace(text.split(/\r?\n/)), "end");
  const { why, next } = signal
    ? explainSignal(signal)
    : (explainCode(text) ?? (during ? explainLateExit(exitCode) : explainEarlyExit(exitCode)));
  const what = signal
    ? `The process was ended by ${signal}`
    : `The process exited with code ${exitCode}`;
  const ran = during && ranMs !== undefined ? [`It had run for ${formatWait(ranMs)}.`] : [];
  const said = quote ? "The end of stderr:" : "It wrote nothing to stderr.";
  return {
    what: `${what}${during ? duringText(during) : ""}`,
    why: [why, ...ran, said].join(" "),
    ...(quote ? { quote } : {}),
    next: [...next, ...(quote ? [seeOutput] : [])],
  };
}

/** The most requests that are named. */
const maxNamed = 3;

/** The longest name, in UTF-16 code units. */
const maxNameLength = 80;

function duringText(during: NonNullable<Exited["during"]>): string {
  if (during.length === 0) return " while no request was in progress";
  const names = during
    .slice(0, maxNamed)
    .map(({ method, subject }) =>
      subject === undefined ? method : `${method} ${escapeHidden(subject.slice(0, maxNameLength))}`,
    );
  const more = during.length > maxNamed ? ` and ${during.length - maxNamed} more` : "";
  return ` during ${names.join(", ")}${more}`;
}

/** Explains the end of a process that worked before: its settings are not the likely cause. */
function explainLateExit(code: number | null): Explanation {
  return {
    why:
      code === 0
        ? "It ended by itself. A stdio server must run until its stdin is closed."
        : "Its exit code says that something failed. A stdio server must run until its stdin is closed.",
    next: [
      "Start it again and repeat the call to see whether it happens each time.",
      "On the server: answer with an error instead of ending the process.",
    ],
  };
}

/**
 * Returns the error message for a process that the relay stopped because it was idle.
 * @param idleMs milliseconds without a message
 */
export function idleText(idleMs: number): ErrorText {
  return {
    what: "The relay stopped the process",
    why: `No message was sent or received for ${formatCount(Math.round(idleMs / 1000), "second")}, which is the idle limit of this relay.`,
    next: [
      "Start it again when you need it.",
      "To change the limit, start the relay with a larger --idle-ms.",
    ],
  };
}

type Explanation = Pick<ErrorText, "why" | "next">;

/** What common runtimes print when a module or a package is missing. */
const missingModule =
  /Cannot find (?:module|package)|ModuleNotFoundError|No module named|MODULE_NOT_FOUND/;
const syntaxError = /SyntaxError|TransformError|IndentationError|error TS\d+/;

/** What its stderr says about its code; undefined if nothing is recognised. */
function explainCode(stderr: string): Explanation | undefined {
  if (missingModule.test(stderr)) {
    return {
      why: "It imports a module that is not installed or not found.",
      next: [
        "Install the server's dependencies, or check the path of the script.",
        "A relative path starts at the directory in Connection options.",
      ],
    };
  }
  if (syntaxError.test(stderr)) {
    return {
      why: "Its code has a syntax error.",
      next: [
        "Correct the file that the error names, and start it again: Restart on change does so when you save.",
      ],
    };
  }
  return undefined;
}

/** Explains the end of a process that never answered a request. */
function explainEarlyExit(code: number | null): Explanation {
  switch (code) {
    case 0:
      return {
        why: "It ended without an error. A stdio server must run until its stdin is closed.",
        next: [
          "Check that the command starts the server over stdio. It may have printed its help or started an HTTP server in the background.",
          "On the server: keep the process running while stdin is open.",
        ],
      };
    case 126:
      return {
        why: "Shells and launchers end with code 126 if they find a command but are not allowed to execute it.",
        next: ["Make the file executable (chmod +x)."],
      };
    case 127:
      return {
        why: "Shells and launchers end with code 127 if they do not find a command.",
        next: ["Check the name of the program, or enter its full path."],
      };
    default:
      return {
        why: "Its exit code says that something failed.",
        next: [
          "Check its arguments, directory and environment in Connection options.",
          "Does it need an environment variable, such as an API key? From the relay's environment it gets little more than HOME, LANG and PATH.",
        ],
      };
  }
}

const signals: Readonly<Record<string, Explanation>> = {
  SIGKILL: {
    why: "It was killed: by a user or a program, or by the operating system because memory ran out.",
    next: ["Check how much memory it uses.", "Restart it."],
  },
  SIGTERM: {
    why: "It was asked to end, for example by a user, a supervisor or the relay.",
    next: ["Restart it."],
  },
  SIGINT: { why: "It was interrupted, as Ctrl+C in a terminal does.", next: ["Restart it."] },
  SIGHUP: { why: "It got the signal that the end of a terminal sends.", next: ["Restart it."] },
  SIGSEGV: crash("It accessed invalid memory"),
  SIGBUS: crash("It accessed invalid memory"),
  SIGILL: crash("It ran an instruction that this processor does not support"),
  SIGFPE: crash("It made an invalid calculation, such as a division by zero"),
  SIGABRT: crash("It aborted because of an internal error"),
};

function crash(why: string): Explanation {
  return {
    why: `${why}. The program or one of its native modules crashed.`,
    next: ["Run the same command in a terminal. If it crashes again, use a debugger."],
  };
}

function explainSignal(signal: string): Explanation {
  return signals[signal] ?? { why: "A signal ended it.", next: ["Restart it."] };
}

/**
 * Returns the error message for a process that writes something other than JSON-RPC to stdout.
 * @param text what it wrote
 * @param afterMs timeout in milliseconds that has passed; undefined while the page still waits
 */
export function strayOutputText(text: string, afterMs: number | undefined): ErrorText {
  const waiting =
    afterMs === undefined
      ? "The page is still waiting for a response."
      : `No response arrived within ${Math.round(afterMs / 1000)} s.`;
  return {
    what: "The server wrote text to stdout that is not JSON",
    why: `Over stdio, stdout must contain only JSON-RPC messages. ${waiting} Its stdout:`,
    quote: stripAnsi(text),
    next: [
      "On the server: write logs to stderr (console.error in Node, sys.stderr in Python).",
      "If the command starts an HTTP server, connect to its URL instead.",
      "If the command needs an argument to use stdio, add it.",
    ],
  };
}
