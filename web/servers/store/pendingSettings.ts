/** Lists the settings of a connected server that take effect only with its next connection. */
import type { StdioTarget } from "../../../shared/config/target.ts";
import { nextTarget, type Server } from "./server.ts";
import type { ServerSettings } from "./settings.ts";

/** What a transport is opened with; a connection takes over a change of the other settings. */
const fixed = {
  http: [
    "revision",
    "route",
    "headers",
    "sessionId",
    "withheld",
    "actsAs",
    "extensions",
    "hasEvents",
    "hasAppElicitation",
    "largestAnswerMegabytes",
  ],
  stdio: [
    "revision",
    "withheld",
    "actsAs",
    "extensions",
    "hasEvents",
    "hasAppElicitation",
    "largestAnswerMegabytes",
  ],
} as const satisfies Record<Server["target"]["kind"], readonly (keyof ServerSettings)[]>;

/** What each request of the modern era declares. */
const declared: ReadonlySet<string> = new Set(["withheld", "extensions", "hasAppElicitation"]);

export type PendingSetting =
  | (typeof fixed)["http" | "stdio"][number]
  | "command"
  | "environment"
  | "directory";

/** @returns what differs from the open connection; none if there is no connection */
export function pendingSettings(server: Server): readonly PendingSetting[] {
  const { target, connection, settings, applied = settings } = server;
  const state = connection?.state.getState();
  if (state?.kind !== "connected" && state?.kind !== "connecting") return [];
  // in the modern era, each request declares what it supports
  const isModern = state.kind === "connected" && state.client.session.era().kind === "modern";
  const changed = fixed[target.kind].filter(
    (name) =>
      !(isModern && declared.has(name)) &&
      JSON.stringify(settings[name]) !== JSON.stringify(applied[name]),
  );
  const next = nextTarget(server);
  return target.kind === "stdio" && next.kind === "stdio"
    ? [...changesOf(target, next), ...changed]
    : changed;
}

function changesOf(target: StdioTarget, next: StdioTarget): readonly PendingSetting[] {
  const parts = ({ command, args, cwd, env = {} }: StdioTarget) => ({
    command: JSON.stringify([command, args]),
    environment: JSON.stringify(Object.entries(env).sort()),
    directory: cwd,
  });
  const [before, now] = [parts(target), parts(next)];
  const names = ["command", "environment", "directory"] as const;
  return names.filter((name) => before[name] !== now[name]);
}
