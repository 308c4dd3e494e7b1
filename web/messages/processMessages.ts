/** What it is called when a command does not start or does not stay. */
import { plainText } from "./ansi.ts";
import type { Words } from "./errorText.ts";
import { counted } from "./quantities.ts";
import { quotedText } from "./quotedText.ts";

/** @param reason the relay's sentence, or the system's */
export function notStartedWords(command: string, reason: string): Words {
  const what = `The command ${command} could not be started`;
  if (/no program named|ENOENT/.test(reason)) {
    return {
      what,
      why: /PATH/.test(reason)
        ? reason
        : `There is no program of that name on the relay's PATH (${reason}).`,
      next: [
        "Check the spelling, or give the full path of the program.",
        "If it was installed after the relay was started, start the relay again: it keeps the PATH that it began with.",
      ],
    };
  }
  if (/no directory|not a directory|enter the directory/.test(reason)) {
    return { what, why: reason, next: ["Correct the directory in Connection settings."] };
  }
  if (/started \d+ processes within/.test(reason)) {
    return {
      what,
      why: reason,
      next: [
        "Wait, then start it once more.",
        "If it is restarted on every change: does it write into the files that are watched?",
      ],
    };
  }
  if (/the most that/.test(reason)) {
    return { what, why: reason, next: ["Disconnect a server that is no longer needed."] };
  }
  if (/no file|first line/.test(reason)) {
    return {
      what,
      why: reason,
      next: ["Check the path: a relative one counts from the directory in Connection settings."],
    };
  }
  if (/may not be executed|EACCES/.test(reason)) {
    return {
      what,
      why: reason,
      next: [
        "Make the file executable (chmod +x).",
        "Or name the program that runs it first, such as node or python.",
      ],
    };
  }
  return {
    what,
    why: reason,
    next: ["Try the same command in a terminal on the relay's machine."],
  };
}

const output = "Read all that it wrote under Server output.";

/** @param stderr the end of its standard error, as it came */
export function exitedWords(code: number | null, signal: string | null, stderr: string): Words {
  const said = plainText(stderr).trim();
  const quote = quotedText(withoutFrames(said.split(/\r?\n/)), "end");
  const { why, next } = signal ? signalWords(signal) : codeWords(code, said);
  return {
    what: signal ? `The process was ended by ${signal}` : `The process exited with code ${code}`,
    why: quote ? `${why} Its last words:` : `${why} It wrote nothing to its standard error.`,
    ...(quote ? { quote } : {}),
    next: [...next, ...(quote ? [output] : [])],
  };
}

/** Says why a relay has stopped a process that nobody used. */
export function idleWords(idleMs: number): Words {
  return {
    what: "The relay stopped the process",
    why: `Nothing was said to it or by it for ${counted(Math.round(idleMs / 1000), "second")}, the most that this relay allows.`,
    next: ["Start it again when it is needed.", "Whoever runs the relay can raise --idle-ms."],
  };
}

/** Calls that led to an error, beyond the first: they would push its message out of sight. */
function withoutFrames(lines: readonly string[]): readonly string[] {
  const isFrame = (line: string | undefined) => /^\s+at \S/.test(line ?? "");
  return lines.flatMap((line, index) => {
    if (!isFrame(line) || !isFrame(lines[index - 1])) return [line];
    return isFrame(lines[index - 2]) ? [] : ["    …"];
  });
}

type Story = Pick<Words, "why" | "next">;

/** What the usual run times say when a module or a package is not there. */
const missingModule =
  /Cannot find (?:module|package)|ModuleNotFoundError|No module named|MODULE_NOT_FOUND/;
const syntaxError = /SyntaxError|TransformError|IndentationError|error TS\d+/;

function codeWords(code: number | null, said: string): Story {
  if (missingModule.test(said)) {
    return {
      why: "It did not find something that it imports.",
      next: [
        "Install the server's dependencies, or check the path of the script.",
        "A relative path counts from the directory in Connection settings.",
      ],
    };
  }
  if (syntaxError.test(said)) {
    return {
      why: "Its program text cannot be read.",
      next: ["Correct the file that it names, then restart."],
    };
  }
  switch (code) {
    case 0:
      return {
        why: "It ended as if its work was done; a server stays until its standard input is closed.",
        next: [
          "Check that the command starts the server over stdio, and not over HTTP or only its help.",
          "On the server: keep the process alive while standard input is open.",
        ],
      };
    case 126:
      return {
        why: "A shell or a launcher found the command but may not execute it.",
        next: ["Make the file executable (chmod +x)."],
      };
    case 127:
      return {
        why: "A shell or a launcher did not find the command.",
        next: ["Check the program's name, or give its full path."],
      };
    default:
      return {
        why: "It gave up by itself.",
        next: [
          "Check its arguments, directory and environment in Connection settings.",
          "Does it need a variable, such as a key? Of the relay's own environment it gets little more than HOME, LANG and PATH.",
        ],
      };
  }
}

const signals: Readonly<Record<string, Story>> = {
  SIGKILL: {
    why: "Something killed it: a person, or the system when memory ran out.",
    next: ["Look at how much memory it takes.", "Restart it."],
  },
  SIGTERM: {
    why: "Something asked it to end: a person, a supervisor, or the relay when it was stopped.",
    next: ["Restart it."],
  },
  SIGINT: { why: "It was interrupted from a terminal.", next: ["Restart it."] },
  SIGHUP: { why: "The terminal that it belonged to was closed.", next: ["Restart it."] },
  SIGSEGV: crash("It used memory that is not its own"),
  SIGBUS: crash("It used memory that is not its own"),
  SIGILL: crash("It ran an instruction that this processor does not have"),
  SIGFPE: crash("It calculated something impossible, such as a division by zero"),
  SIGABRT: crash("It gave up on an error of its own"),
};

function crash(why: string): Story {
  return {
    why: `${why}: a crash of the program or of a native module.`,
    next: ["Run the same command in a terminal, with a debugger if it happens again."],
  };
}

function signalWords(signal: string): Story {
  return signals[signal] ?? { why: "A signal ended it.", next: ["Restart it."] };
}

/**
 * @param text what it wrote to its stdout
 * @param afterMs milliseconds after which it was given up; undefined while it is waited for
 */
export function strayOutputWords(text: string, afterMs: number | undefined): Words {
  const outcome =
    afterMs === undefined
      ? "An answer may still come; it is waited for."
      : `No answer came within ${Math.round(afterMs / 1000)} s.`;
  return {
    what: "The server wrote text to stdout that is not JSON",
    why: `Over stdio, stdout carries JSON-RPC messages and nothing else. ${outcome} It wrote:`,
    quote: plainText(text),
    next: [
      "On the server: write logs to stderr (console.error in Node, sys.stderr in Python).",
      "If the command starts an HTTP server, connect to its URL instead.",
      "If the command needs an argument to speak stdio, add it.",
    ],
  };
}
