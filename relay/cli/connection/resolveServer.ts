/** Finds the server of a command, in the configuration files if it is named. */
import type { ConfiguredServer } from "../../../shared/config/configured.ts";
import { fillServer, missingInputs, urlProblem } from "../../../shared/config/fillServer.ts";
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import { configProblemText } from "../../../shared/messages/configProblemText.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { readConfigFiles } from "../../config/configFiles.ts";
import type { ConfiguredTarget } from "../arguments/serverArguments.ts";
import { CommandError } from "../exitCode.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";

export interface ResolvedServer {
  readonly target: Target;
  /** Of the configuration file. */
  readonly headers: readonly Header[];
}

/**
 * Reads the configuration files, and asks for values that a server needs.
 * @throws CommandError if no server has the name, or a value is not known
 */
export async function resolveServer(
  wanted: ConfiguredTarget,
  { ask }: Terminal,
): Promise<ResolvedServer> {
  const server = findServer(wanted);
  const name = escapeForTerminal(server.name);
  const answers = Object.fromEntries(server.inputs.map(({ id, initial }) => [id, initial]));
  for (const id of missingInputs(server, answers)) {
    const { label = id, isSecret = true } = server.inputs.find((input) => input.id === id) ?? {};
    const shown = escapeForTerminal(label);
    const answer = await ask?.(`${shown}: `, { isSecret });
    if (!answer) {
      throw new CommandError(
        `${name} needs a value for ${shown}: set it in this environment, or in the file.`,
      );
    }
    answers[id] = answer;
  }
  const filled = fillServer(server, answers);
  if (!filled) throw new CommandError(escapeForTerminal(configProblemText(urlProblem(server))));
  const { target, headers } = filled;
  if (target.kind === "stdio") return { target, headers };
  const parsed = parseTarget(target.url);
  return { target: parsed.kind === "target" ? parsed.target : target, headers };
}

function findServer({ name, files }: ConfiguredTarget): ConfiguredServer {
  const { servers, problems } = readConfigFiles(files);
  const [problem] = problems;
  const found =
    name === undefined && servers.length === 1
      ? servers[0]
      : servers.find((server) => server.name === name);
  if (found) return found;
  if (servers.length === 0 && problem) {
    throw new CommandError(escapeForTerminal(`${problem.source}: ${configProblemText(problem)}`));
  }
  const names = escapeForTerminal(servers.map((server) => server.name).join(", "));
  throw new CommandError(
    name === undefined
      ? `Name one of the servers with --server: ${names}.`
      : `${escapeForTerminal(files.join(", "))} has no server "${escapeForTerminal(name)}". It has ${names}.`,
  );
}
