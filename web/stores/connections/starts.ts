/** Decides whether a command starts immediately or needs the user's consent. */
import type { ConfiguredServer } from "../../../shared/config/configured.ts";
import type { StdioTarget, Target } from "../../../shared/config/target.ts";
import type { Approvals } from "../servers/approvals.ts";
import type { ConfiguredApprovals } from "../servers/configuredApprovals.ts";
import type { ConfiguredServers } from "../servers/configuredServers.ts";
import type { CommandSource, Question, Questions } from "./questions.ts";

export interface Starts {
  /** Starts a command that is approved, or unchanged in a file the user named; otherwise asks. */
  start(target: StdioTarget, restartedId?: string): Promise<void>;
  /** The same for a command that was read from a pasted text. */
  startPasted(target: StdioTarget): void;
  /** Asks before contacting a link's server or starting its command. */
  askAboutLink(target: Target): void;
  /** Remembers that the user agreed to a question. */
  approve(question: Extract<Question, { kind: "start" }>): void;
  /** Cancels a start whose check is still pending. */
  cancel(): void;
}

export interface StartsOptions {
  readonly approvals: Approvals;
  readonly configured: Pick<ConfiguredServers, "sourceOf">;
  readonly configuredApprovals: ConfiguredApprovals;
  readonly questions: Questions;
  /** @param restartedId the record whose server is restarted; undefined for a new one */
  readonly open: (target: StdioTarget, restartedId: string | undefined) => void;
}

export function createStarts(options: StartsOptions): Starts {
  const { approvals, configured, configuredApprovals, questions, open } = options;
  let newest = 0;

  const remember = (target: StdioTarget, server?: ConfiguredServer) => {
    approvals.add(target);
    if (server) void configuredApprovals.approve(server);
  };

  return {
    async start(target, restartedId) {
      const current = ++newest;
      if (approvals.has(target)) return open(target, restartedId);
      let source: CommandSource = { kind: "person" };
      const server = configured.sourceOf(target);
      if (server) {
        const check = await configuredApprovals.check(server);
        if (current !== newest) return;
        if (check.kind === "approved") {
          remember(target, server);
          return open(target, restartedId);
        }
        source = { kind: "configured", server, check };
      }
      questions.ask({ kind: "start", target, source });
    },
    startPasted(target) {
      newest++;
      if (approvals.has(target)) return open(target, undefined);
      questions.ask({ kind: "start", target, source: { kind: "pasted" } });
    },
    askAboutLink(target) {
      newest++;
      questions.ask(
        target.kind === "stdio"
          ? { kind: "start", target, source: { kind: "link" } }
          : { kind: "connect", target },
      );
    },
    approve({ target, source }) {
      if (source.kind !== "configured") remember(target);
      // What cannot be verified is asked about every time.
      else if (source.check.kind === "changed") remember(target, source.server);
    },
    cancel() {
      newest++;
    },
  };
}
