/** Asks the person before something is started, contacted or called that nobody has agreed to. */
import { createHash } from "node:crypto";
import { formatCommandLine } from "../../../shared/config/commandLine.ts";
import type { Target } from "../../../shared/config/target.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { needsConsent } from "../../../shared/protocol/toolHints.ts";
import { commandText } from "../commandText.ts";
import type { AgentConnection } from "./agentConnections.ts";
import { type AgentCall, ToolProblem } from "./agentTool.ts";

interface ConsentOptions {
  /** Where allowed commands are started. */
  readonly folder: string;
  /** The command lines and origins that the person has allowed beforehand. */
  readonly commands: readonly string[];
  readonly origins: readonly string[];
  /** Whether tools that may change something are called without a question. */
  readonly allowsCalls: boolean;
  /** Whether several clients share what is agreed to. */
  readonly isShared?: boolean;
  /** Reads the definition of a tool from the server again; undefined if the server does not list it. */
  readonly reloadTool: (server: AgentConnection, name: string) => Promise<unknown>;
}

export interface AgentConsent {
  /**
   * Asks whether a server that no configuration names may be started or contacted.
   * @throws ToolProblem if not
   */
  toConnect(call: AgentCall, target: Target): Promise<void>;
  /** Whether requests to a server may be led to an origin: its own, or one that was agreed to. */
  mayContact(target: Target, origin: string): boolean;
  /**
   * Asks whether a tool may be called that does not say that it only reads.
   * @throws ToolProblem if not
   */
  toCall(call: AgentCall, wanted: WantedCall): Promise<CallConsent>;
  /** Asks whether an examination may call such tools. @throws ToolProblem if not */
  toExamine(call: AgentCall, server: NamedTarget): Promise<void>;
}

export interface CallConsent {
  /** Whether it is for this call only, which is then sent once. */
  readonly isOnce: boolean;
  /** Whether it holds for the tool as the server lists it later, maybe to another connection. */
  readonly covers: (definition: unknown) => boolean;
}

interface NamedTarget {
  /** For the question. */
  readonly name: string;
  readonly target: Target;
}

interface WantedCall {
  readonly server: AgentConnection;
  readonly name: string;
  /** As the server lists it now; undefined if it does not. */
  readonly definition: unknown;
  readonly argumentsText: string;
  /** Which of several equal calls it is. */
  readonly nth?: number;
}

const [refuse, once, always] = [
  "No",
  "Yes, once",
  "Yes, each time as long as this session lasts",
] as const;

/** Characters of a command that a person can be asked about, and of arguments in a question. */
const [maxCommand, maxArguments] = [2000, 1500];

/** How often one question is repeated, and all are refused, until nobody is asked any more. */
const [maxRepeats, maxRefusals] = [2, 10];

export function createAgentConsent(options: ConsentOptions): AgentConsent {
  const agreed = new Set<string>();
  const refused = new Map<string, number>();

  /**
   * @param key identifies exactly what is agreed to
   * @returns what the person chose; undefined if nobody was asked
   */
  const agree = async (
    { ask }: AgentCall,
    key: string,
    question: {
      message: string;
      isOnce: boolean;
      kind: string;
      otherwise: string;
      /** What "once" is said to, besides what the key identifies. */
      about?: string;
    },
  ) => {
    const { message, isOnce, kind, otherwise, about = "" } = question;
    const isAllowed = () => {
      if (agreed.has(key)) return true;
      const all = [...refused.values()].reduce((sum, times) => sum + times, 0);
      if ((refused.get(key) ?? 0) < maxRepeats && all < maxRefusals) return false;
      throw new ToolProblem("The person has refused this before and is not asked again.", {
        next: otherwise,
      });
    };
    if (isAllowed()) return undefined;
    const choices = isOnce ? ([refuse, once, always] as const) : ([refuse, always] as const);
    // the answers of one call must not be confused
    const id = `${kind}-${createHash("sha256")
      .update(key + about)
      .digest("hex")
      .slice(0, 16)}`;
    const asked = options.isShared
      ? `${message} All agents that use the revision 2026-07-28 share what you agree to.`
      : message;
    const answer = await ask({ key: id, message: asked, choices, isAllowed });
    if (answer === undefined) {
      throw new ToolProblem(
        "Nobody has agreed to this, and this client cannot ask (it declares no elicitation).",
        { next: otherwise },
      );
    }
    if (answer === refuse) {
      refused.set(key, (refused.get(key) ?? 0) + 1);
      throw new ToolProblem("The person did not agree.", { next: otherwise });
    }
    if (answer === always) agreed.add(key);
    return answer;
  };

  return {
    mayContact: (target, origin) =>
      (target.kind === "http" && new URL(target.url).origin === origin) ||
      options.origins.includes(origin) ||
      agreed.has(originKey(origin)),

    async toConnect(call, target) {
      if (target.kind === "http") {
        const { origin } = new URL(target.url);
        if (options.origins.includes(origin)) return;
        await agree(call, originKey(origin), {
          kind: "url",
          isOnce: false,
          message: `An agent wants MCP Playground to send requests to ${escapeHidden(origin)}, which its configuration does not name.`,
          otherwise: `The person can add the server to the file of --config, or start with --allow-url ${escapeHidden(origin)}.`,
        });
        return;
      }
      const { command, args, cwd } = target;
      const line = formatCommandLine(command, args);
      if (cwd === options.folder && options.commands.includes(line)) return;
      if (line.length > maxCommand) {
        throw new ToolProblem("The command is too long to be shown to a person.", {
          next: "The person can add the server to the file of --config.",
        });
      }
      await agree(call, JSON.stringify(["command", command, args, cwd]), {
        kind: "command",
        isOnce: false,
        message: `An agent wants MCP Playground to start this command on your machine, also again later: ${commandText(target)}`,
        otherwise:
          "The person can add the server to the file of --config, or start with --allow-command and the whole command line.",
      });
    },

    async toCall(call, { server, name, definition, argumentsText, nth = 0 }) {
      if (options.allowsCalls) return { isOnce: false, covers: () => true };
      // another definition is another tool
      const known = definitionText(definition);
      const covers = (now: unknown) =>
        !needsConsent(now, "foreign") || (known !== undefined && definitionText(now) === known);
      if (!needsConsent(definition, "foreign")) return { isOnce: false, covers };
      if (known === undefined) {
        throw new ToolProblem("The definition of this tool is nested too deeply.");
      }
      const shown =
        argumentsText.length > maxArguments
          ? `${argumentsText.slice(0, maxArguments)}… (${argumentsText.length} characters)`
          : argumentsText;
      const answer = await agree(call, JSON.stringify(["tool", server.target, name, known]), {
        kind: "tool",
        isOnce: true,
        about: `${nth} ${argumentsText}`,
        message: `An agent wants to call the tool ${escapeHidden(JSON.stringify(name), 200)} of ${escapeHidden(server.name, 200)}, which may change something, with the arguments ${escapeHidden(shown)}`,
        otherwise:
          "The person can start with --allow-calls, or mark the tool as readOnlyHint if it only reads.",
      });
      const isKnown = async () => definitionText(await options.reloadTool(server, name)) === known;
      if (answer === undefined || (await isKnown())) return { isOnce: answer === once, covers };
      throw new ToolProblem("The tool was redefined while the person was asked.", {
        next: "Call again: the person is asked about what it is now.",
      });
    },

    async toExamine(call, server) {
      if (options.allowsCalls) return;
      await agree(call, JSON.stringify(["examine", server.target]), {
        kind: "examine",
        isOnce: true,
        message: `An agent wants to examine ${escapeHidden(server.name, 200)} and to call all its tools several times, with default and with invalid arguments, including tools that may change something.`,
        otherwise: "Examine without call_tools, or the person can start with --allow-calls.",
      });
    },
  };
}

const originKey = (origin: string) => JSON.stringify(["origin", origin]);

/** @returns undefined if it is nested too deeply */
function definitionText(definition: unknown): string | undefined {
  try {
    return JSON.stringify(definition) ?? "";
  } catch {
    return undefined;
  }
}
