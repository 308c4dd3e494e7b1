/** Runs the command that the arguments ask for. */
import { type Arguments, readArguments } from "./arguments/readArguments.ts";
import { CommandError, type ExitCode, exitCodes } from "./exitCode.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs the command line.
 * @returns the exit code, as documented in the help; undefined if it goes on serving
 */
export async function run(
  argv: readonly string[],
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  try {
    return await runCommand(readArguments(argv), terminal);
  } catch (error) {
    if (error instanceof CommandError) return terminal.fail(error.message, error.code);
    throw error;
  }
}

async function runCommand(wanted: Arguments, terminal: Terminal): Promise<ExitCode | undefined> {
  switch (wanted.kind) {
    case "text":
      terminal.write(wanted.text);
      return exitCodes.passed;
    case "start":
      return (await import("./commands/servePage.ts")).servePage(wanted, terminal);
    case "open":
      return (await import("./commands/open.ts")).open(wanted, terminal);
    case "serve":
      return (await import("./commands/serveRecording.ts")).serveRecording(wanted, terminal);
    case "run":
      return (await import("./commands/runCollection.ts")).runCollection(wanted, terminal);
    case "eval":
      return (await import("./commands/evaluate.ts")).evaluate(wanted, terminal);
    case "export":
      return (await import("./commands/exportFile.ts")).exportFile(wanted, terminal);
    case "replay":
      return (await import("./commands/replay.ts")).replay(wanted, terminal);
    case "complete-line":
      return (await import("./completion/completeLine.ts")).printCompletions(wanted, terminal);
    case "request":
      return (await import("./requests/runRequest.ts")).runRequest(wanted, terminal);
    case "tap": {
      const { target } = wanted;
      const { command, watch } = wanted;
      const started = command && watch ? { command, watch } : undefined;
      if (wanted.public) {
        const { tapPublic } = await import("./tap/public/tapPublic.ts");
        return tapPublic({ ...wanted, public: wanted.public, started }, terminal);
      }
      if (target.kind === "http") {
        const { tapHttp } = await import("./tap/tapHttp.ts");
        const { port, name, otlp, hasCookies } = wanted;
        const url = new URL(target.url);
        return tapHttp({ port, name, otlp, hasCookies, url, started }, terminal);
      }
      if (wanted.watch) {
        const { tapRestarting } = await import("./tap/restart/tapRestarting.ts");
        await tapRestarting(target, { ...wanted, watch: wanted.watch }, terminal);
        return undefined;
      }
      const { tapStdio } = await import("./tap/tapStdio.ts");
      tapStdio(target, wanted, terminal);
      return undefined;
    }
    case "tap-install":
      return (await import("./tap/install/installTap.ts")).installTap(wanted, terminal);
    case "mcp":
      return (await import("./agent/serve/serveAgent.ts")).serveAgent(wanted, terminal);
    case "conform":
      return (await import("./commands/conform.ts")).conform(wanted, terminal);
    case "doctor":
      return (await import("./commands/doctor.ts")).doctor(wanted, terminal);
    case "diff":
      return (await import("./sessions/diffSessions.ts")).diffSessions(wanted, terminal);
    case "compat":
    case "compat-clients":
      return (await import("./compat/compat.ts")).compat(wanted, terminal);
    case "check":
      return (await import("./commands/check.ts")).check(wanted, terminal);
  }
}
