/** Lists every method of the protocol: direction, definitions, required capability, revisions. */
import type { Revision } from "./revisions.ts";

export type MethodDirection = "client-to-server" | "server-to-client";

export interface Method {
  readonly method: string;
  readonly kind: "request" | "notification";
  readonly direction: MethodDirection;
  /** The definition of the message, such as `CallToolRequest`; undefined in an extension. */
  readonly definition: string | undefined;
  /** The definition of a request's result, such as `CallToolResult`. */
  readonly result: string | undefined;
  /** The capability that must be declared: by which side, and its path. */
  readonly capability: `${"client" | "server"}.${string}` | undefined;
  /** The first and the last revision with the method. */
  readonly since: Revision;
  readonly until: Revision;
  /** The page of the specification, below a revision, or of the extension. */
  readonly page: string;
}

interface Rest {
  readonly from?: "client" | "server";
  readonly result?: string;
  readonly needs?: NonNullable<Method["capability"]>;
  readonly since?: Revision;
  readonly until?: Revision;
}

function entry(
  kind: Method["kind"],
  method: string,
  name: string,
  page: string,
  rest: Rest,
): Method {
  return {
    method,
    kind,
    direction: rest.from === "server" ? "server-to-client" : "client-to-server",
    definition: name,
    result: rest.result,
    capability: rest.needs,
    since: rest.since ?? "2024-11-05",
    until: rest.until ?? "2026-07-28",
    page,
  };
}

/** A request, by default from the client; its definitions share the name. */
function request(method: string, name: string, page: string, rest: Rest = {}): Method {
  return entry("request", method, `${name}Request`, page, { result: `${name}Result`, ...rest });
}

/** A notification, by default from the server. */
function notice(method: string, name: string, page: string, rest: Rest = {}): Method {
  const from = rest.from ?? "server";
  return entry("notification", `notifications/${method}`, `${name}Notification`, page, {
    ...rest,
    from,
  });
}

/** A message of the tasks extension, which the specification's schema does not define. */
function ofTasksExtension(method: string, from: "client" | "server"): Method {
  const kind = from === "client" ? "request" : "notification";
  const needs = "server.extensions.io.modelcontextprotocol/tasks";
  const rest = { from, needs, since: "2026-07-28" } as const;
  return { ...entry(kind, method, "", "/extensions/tasks/overview", rest), definition: undefined };
}

/** A message of the skills extension, which both eras may have. */
function ofSkillsExtension(method: string): Method {
  const needs = "server.extensions.io.modelcontextprotocol/skills";
  return {
    ...entry("request", method, "", "/seps/2640-skills-extension", { needs }),
    definition: undefined,
  };
}

const untilNow = { until: "2025-11-25" } as const;
const onlyTasks = { since: "2025-11-25", until: "2025-11-25" } as const;
const result = "EmptyResult";
const tasks = "basic/utilities/tasks";

/** Task methods of 2025-11-25, which both sides may send. */
function tasksOf(owner: "client" | "server"): readonly Method[] {
  const from = owner === "server" ? "client" : "server";
  const rest = { from, ...onlyTasks } as const;
  return [
    request("tasks/get", "GetTask", tasks, { ...rest, needs: `${owner}.tasks` }),
    request("tasks/result", "GetTaskPayload", tasks, { ...rest, needs: `${owner}.tasks` }),
    request("tasks/list", "ListTasks", tasks, { ...rest, needs: `${owner}.tasks.list` }),
    request("tasks/cancel", "CancelTask", tasks, { ...rest, needs: `${owner}.tasks.cancel` }),
    notice("tasks/status", "TaskStatus", tasks, {
      ...onlyTasks,
      from: owner,
      needs: `${owner}.tasks`,
    }),
  ];
}

/** One entry per method, direction, and range of revisions with the same meaning. */
export const methods: readonly Method[] = [
  request("initialize", "Initialize", "basic/lifecycle", untilNow),
  notice("initialized", "Initialized", "basic/lifecycle", { from: "client", ...untilNow }),
  request("server/discover", "Discover", "server/discover", { since: "2026-07-28" }),
  request("ping", "Ping", "basic/utilities/ping", { result, ...untilNow }),
  request("ping", "Ping", "basic/utilities/ping", { from: "server", result, ...untilNow }),

  notice("cancelled", "Cancelled", "basic/utilities/cancellation", { from: "client", ...untilNow }),
  notice("cancelled", "Cancelled", "basic/utilities/cancellation", untilNow),
  notice("cancelled", "Cancelled", "basic/patterns/cancellation", {
    from: "client",
    since: "2026-07-28",
  }),
  notice("cancelled", "Cancelled", "basic/patterns/cancellation", { since: "2026-07-28" }),
  notice("progress", "Progress", "basic/utilities/progress", { from: "client", ...untilNow }),
  notice("progress", "Progress", "basic/utilities/progress", untilNow),
  notice("progress", "Progress", "basic/patterns/progress", { since: "2026-07-28" }),
  request("subscriptions/listen", "SubscriptionsListen", "basic/patterns/subscriptions", {
    since: "2026-07-28",
  }),
  notice(
    "subscriptions/acknowledged",
    "SubscriptionsAcknowledged",
    "basic/patterns/subscriptions",
    { since: "2026-07-28" },
  ),

  request("tools/list", "ListTools", "server/tools", { needs: "server.tools" }),
  request("tools/call", "CallTool", "server/tools", { needs: "server.tools" }),
  notice("tools/list_changed", "ToolListChanged", "server/tools", {
    needs: "server.tools.listChanged",
  }),
  request("resources/list", "ListResources", "server/resources", { needs: "server.resources" }),
  request("resources/templates/list", "ListResourceTemplates", "server/resources", {
    needs: "server.resources",
  }),
  request("resources/read", "ReadResource", "server/resources", { needs: "server.resources" }),
  request("resources/subscribe", "Subscribe", "server/resources", {
    result,
    needs: "server.resources.subscribe",
    ...untilNow,
  }),
  request("resources/unsubscribe", "Unsubscribe", "server/resources", {
    result,
    needs: "server.resources.subscribe",
    ...untilNow,
  }),
  notice("resources/updated", "ResourceUpdated", "server/resources", {
    needs: "server.resources.subscribe",
  }),
  notice("resources/list_changed", "ResourceListChanged", "server/resources", {
    needs: "server.resources.listChanged",
  }),
  request("prompts/list", "ListPrompts", "server/prompts", { needs: "server.prompts" }),
  request("prompts/get", "GetPrompt", "server/prompts", { needs: "server.prompts" }),
  notice("prompts/list_changed", "PromptListChanged", "server/prompts", {
    needs: "server.prompts.listChanged",
  }),
  request("completion/complete", "Complete", "server/utilities/completion", {
    until: "2024-11-05",
  }),
  request("completion/complete", "Complete", "server/utilities/completion", {
    since: "2025-03-26",
    needs: "server.completions",
  }),
  request("logging/setLevel", "SetLevel", "server/utilities/logging", {
    result,
    needs: "server.logging",
    ...untilNow,
  }),
  notice("message", "LoggingMessage", "server/utilities/logging", { needs: "server.logging" }),

  request("roots/list", "ListRoots", "client/roots", {
    from: "server",
    needs: "client.roots",
    ...untilNow,
  }),
  notice("roots/list_changed", "RootsListChanged", "client/roots", {
    from: "client",
    needs: "client.roots.listChanged",
    ...untilNow,
  }),
  request("sampling/createMessage", "CreateMessage", "client/sampling", {
    from: "server",
    needs: "client.sampling",
    ...untilNow,
  }),
  request("elicitation/create", "Elicit", "client/elicitation", {
    from: "server",
    needs: "client.elicitation",
    since: "2025-06-18",
    ...untilNow,
  }),
  notice("elicitation/complete", "ElicitationComplete", "client/elicitation", {
    needs: "client.elicitation.url",
    ...onlyTasks,
  }),

  ...tasksOf("server"),
  ...tasksOf("client"),
  ofTasksExtension("tasks/get", "client"),
  ofTasksExtension("tasks/update", "client"),
  ofTasksExtension("tasks/cancel", "client"),
  ofTasksExtension("notifications/tasks", "server"),
  ofSkillsExtension("skills/list"),
  ofSkillsExtension("skills/get"),
  ofSkillsExtension("resources/directory/read"),
];

const byName = Map.groupBy(methods, ({ method }) => method);

/** The path of a capability within the capabilities of its side; names of extensions contain dots. */
export function capabilityPath(capability: NonNullable<Method["capability"]>): readonly string[] {
  const [, extension] = /^\w+\.extensions\.(.+)$/.exec(capability) ?? [];
  return extension === undefined ? capability.split(".").slice(1) : ["extensions", extension];
}

/** The entries of a method in a revision: one per direction. */
export function methodIn(revision: Revision, method: string): readonly Method[] {
  const entries = byName.get(method) ?? [];
  return entries.filter((entry) => entry.since <= revision && revision <= entry.until);
}
