/** Decides whether a server is started or contacted immediately, or after a question. */
import type { ConfiguredServer } from "../../../../shared/config/configured.ts";
import type { HttpTarget, StdioTarget, Target } from "../../../../shared/config/target.ts";
import type { Header } from "../../../../shared/protocol/headers.ts";
import type { Approvals } from "../approvals.ts";
import type { ConfiguredApprovals } from "../configured/configuredApprovals.ts";
import { type ConfiguredServers, getsEnvironment } from "../configured/configuredServers.ts";
import type { ValueOrigins } from "../valueOrigins.ts";
import type { CommandSource, ConfiguredSource, Opening, Questions } from "./questions.ts";

interface Starts {
  /**
   * Starts a command that is approved, or unchanged in a file the user named; otherwise asks.
   * @param source where a command is from that belongs to no configured server
   */
  start(
    target: StdioTarget,
    source: Exclude<CommandSource, ConfiguredSource>,
    opening: Opening,
  ): Promise<void>;
  /** Asks before contacting the server of a link or of a pasted text. */
  askToConnect(
    target: HttpTarget,
    headers: readonly Header[],
    kind: "link" | "pasted",
    opening: Opening,
  ): void;
  /**
   * Connects to a configured server over HTTP, or asks if its definition changed or was never
   * approved.
   * @param headers those that it gets
   * @param proceed connects
   */
  connectConfigured(
    server: ConfiguredServer,
    target: HttpTarget,
    headers: readonly Header[],
    proceed: () => void,
  ): Promise<void>;
  /** Cancels a start whose check is still pending. */
  cancel(): void;
}

interface StartsOptions {
  readonly approvals: Approvals;
  readonly configured: Pick<ConfiguredServers, "sourceOf">;
  readonly configuredApprovals: ConfiguredApprovals;
  readonly questions: Questions;
  readonly origins: ValueOrigins;
  /**
   * Whether commands can be started. If not, it leads the user to a relay: without one, there is
   * nothing to agree to.
   */
  readonly canStart: () => Promise<boolean>;
  readonly open: (target: Target, opening: Opening) => void;
}

export function createStarts(options: StartsOptions): Starts {
  const { approvals, configured, configuredApprovals, questions, origins, canStart, open } =
    options;
  let newest = 0;

  const remember = (target: StdioTarget, server: ConfiguredServer | undefined) => {
    approvals.add(target);
    if (server) void configuredApprovals.approve(server);
  };

  const approve = (target: StdioTarget, source: CommandSource) => {
    if (source.kind !== "configured") remember(target, undefined);
    // What cannot be verified is asked about every time.
    else if (source.check.kind === "changed") remember(target, source.server);
  };

  return {
    async start(target, givenSource, opening) {
      const current = ++newest;
      if (approvals.has(target)) return open(target, opening);
      let source: CommandSource = givenSource;
      const server = source.kind === "person" ? configured.sourceOf(target) : undefined;
      if (server) {
        const check = await configuredApprovals.check(server);
        if (current !== newest) return;
        if (check.kind === "approved") {
          remember(target, server);
          return open(target, opening);
        }
        source = { kind: "configured", server, check };
      }
      if (!(await canStart()) || current !== newest) return;
      questions.ask({
        kind: "start",
        target,
        variables: origins.shown(Object.entries(target.env ?? {})),
        source,
        proceed() {
          approve(target, source);
          open(target, opening);
        },
      });
    },
    askToConnect(target, headers, kind, opening) {
      newest++;
      questions.ask({
        kind: "connect",
        target,
        headers: origins.shown(headers),
        source: { kind },
        proceed: () => open(target, opening),
      });
    },
    async connectConfigured(server, target, headers, proceed) {
      const current = ++newest;
      const check = await configuredApprovals.check(server);
      if (current !== newest) return;
      if (check.kind === "approved") {
        void configuredApprovals.approve(server);
        return proceed();
      }
      // what cannot be verified gets no values of the relay's environment unasked
      const isOwn = !server.isFound && !getsEnvironment(server);
      if (check.kind === "unverifiable" && isOwn) return proceed();
      questions.ask({
        kind: "connect",
        target,
        headers: origins.shown(headers),
        source: { kind: "configured", server, check },
        proceed() {
          if (check.kind === "changed") void configuredApprovals.approve(server);
          proceed();
        },
      });
    },
    cancel() {
      newest++;
    },
  };
}
