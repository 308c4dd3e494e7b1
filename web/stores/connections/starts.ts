/** Decides whether a command starts at once or is asked about first. */
import type { ConfiguredServer } from "../../../shared/config/configured.ts";
import type { StdioTarget, Target } from "../../../shared/config/target.ts";
import type { Approvals } from "../servers/approvals.ts";
import type { ConfiguredApprovals } from "../servers/configuredApprovals.ts";
import type { ConfiguredServers } from "../servers/configuredServers.ts";
import type { CommandSource, Question, Questions } from "./questions.ts";

export interface Starts {
  /** Starts a command that was approved, or that a file the person named still says; else asks. */
  start(target: StdioTarget, restartedId?: string): Promise<void>;
  /** Asks before a link's server is contacted, or its command started. */
  askAboutLink(target: Target): void;
  /** Remembers that the person agreed to a question. */
  approve(question: Extract<Question, { kind: "start" }>): void;
  /** Gives up a start that is still being decided about. */
  cancel(): void;
}

export interface StartsOptions {
  readonly approvals: Approvals;
  readonly configured: Pick<ConfiguredServers, "sourceOf">;
  readonly configuredApprovals: ConfiguredApprovals;
  readonly questions: Questions;
  /** @param restartedId the record whose server is started again; undefined for a new one */
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
      // what cannot be verified is asked about every time
      else if (source.check.kind === "changed") remember(target, source.server);
    },
    cancel() {
      newest++;
    },
  };
}
