/** The tools `connect`, `restart` and `disconnect`. */
import { isAssignment } from "../../../../shared/config/commandLine.ts";
import { parseTarget, type Target } from "../../../../shared/config/target.ts";
import { revisions } from "../../../../shared/protocol/revisions.ts";
import type { ResolvedServer } from "../../connection/resolveServer.ts";
import { type AgentContext, describeStart } from "../agentContext.ts";
import {
  type AgentCall,
  type AgentTool,
  connection,
  flagMember,
  fromServer,
  numberMember,
  objectMember,
  reads,
  startsServer,
  ToolProblem,
  textArgument,
  textMember,
  textsMember,
} from "../agentTool.ts";

const described = {
  connection,
  connected: flagMember("Whether the server can be used; otherwise diagnose finds out why"),
  revision: textMember("The protocol revision that was agreed on"),
  transport: textMember("stdio, streamable-http or http-sse"),
  code: textMember("The code of the failure"),
  fromServer,
  items: objectMember("The number of items of each list"),
  findings: numberMember("The number of findings so far: findings lists them"),
};

/** Characters of a word of a command, and words. */
const [maxWord, maxWords] = [2000, 100];

export function connectTool(context: AgentContext): AgentTool {
  return {
    name: "connect",
    title: "Connect to a server",
    description:
      "Starts a server by its command, or connects to it by URL or by its name in the configuration, and keeps the connection open. Without arguments: the only server that is configured. What no configuration names needs the consent of the person.",
    input: {
      name: textMember("The name of a configured server"),
      command: textMember("The program to start, without its arguments"),
      args: textsMember("The arguments of the command, each a word; no shell is involved"),
      cwd: textMember("The folder to start it in, inside of the folder of this session"),
      url: textMember("The URL of an MCP endpoint over HTTP"),
      revision: {
        enum: ["auto", ...revisions],
        description: "The protocol revision; auto by default",
      },
    },
    output: described,
    annotations: startsServer,
    async run(call) {
      const { name, server } = await serverOf(context, call);
      context.keepSecretsOf(server);
      const revision = textArgument(call, "revision") ?? context.revision;
      call.progress("Connecting");
      const isConfigured = name !== "";
      const wanted = { ...server, name, revision, isConfigured };
      const opened = await context.connections.open(wanted, call.signal);
      return describeStart(context, opened);
    },
  };
}

async function serverOf(
  context: AgentContext,
  call: AgentCall,
): Promise<{ readonly name: string; readonly server: ResolvedServer }> {
  const [name, command, url] = ["name", "command", "url"].map((each) => textArgument(call, each));
  if ([name, command, url].filter((each) => each !== undefined).length > 1) {
    throw new ToolProblem("Give either name, command or url.");
  }
  if (command === undefined && url === undefined) return configuredServer(context, name);
  const target =
    command === undefined ? urlTarget(url ?? "") : commandTarget(context, call, command);
  await context.consent.toConnect(call, target);
  return { name: "", server: { target, headers: [] } };
}

function configuredServer({ servers }: AgentContext, name: string | undefined) {
  const names = [...servers.keys()];
  const only = names.length === 1 ? names[0] : undefined;
  const chosen = name ?? only;
  const server = chosen === undefined ? undefined : servers.get(chosen);
  if (typeof server === "object" && chosen !== undefined) return { name: chosen, server };
  if (typeof server === "string") throw new ToolProblem(server);
  const known = names.length === 0 ? "None is configured." : `Known are ${names.join(", ")}.`;
  throw new ToolProblem(
    name === undefined ? `Name the server. ${known}` : `No server has this name. ${known}`,
    { next: "The configuration was read when this session began." },
  );
}

function urlTarget(url: string): Target {
  const parsed = parseTarget(url);
  if (parsed.kind === "target" && parsed.target.kind === "http" && url.length <= maxWord) {
    return parsed.target;
  }
  throw new ToolProblem("The url is no http(s) URL.");
}

function commandTarget({ folder }: AgentContext, call: AgentCall, command: string): Target {
  const { args = [] } = call.args as { args?: readonly string[] };
  const words = [command, ...args];
  if (
    words.length > maxWords ||
    words.some((word) => word.length > maxWord || word.includes("\0"))
  ) {
    throw new ToolProblem("The command is too long.");
  }
  if (command.trim() === "" || isAssignment(command)) {
    throw new ToolProblem("The command is no program: put variables into the configuration.");
  }
  const cwd = folder.existing(textArgument(call, "cwd") ?? ".");
  return { kind: "stdio", command, args, cwd };
}

export function restartTool(context: AgentContext): AgentTool {
  return {
    name: "restart",
    title: "Restart a server",
    description:
      "Ends the server of a connection and starts it again, after its code was changed; the connection keeps its id. compare_definitions then says what is different.",
    input: { connection },
    output: described,
    annotations: startsServer,
    async run(call) {
      const own = context.connections.get(textArgument(call, "connection"));
      call.progress("Restarting");
      await context.connections.restart(own, call.signal);
      return describeStart(context, own);
    },
  };
}

export function disconnectTool({ connections }: AgentContext): AgentTool {
  return {
    name: "disconnect",
    title: "Disconnect",
    description: "Ends a connection and the process that was started for it.",
    input: { connection },
    required: ["connection"],
    output: { connection },
    annotations: { ...reads, readOnlyHint: false },
    async run(call) {
      const own = connections.get(textArgument(call, "connection"));
      await connections.close(own);
      return { connection: own.id };
    },
  };
}
