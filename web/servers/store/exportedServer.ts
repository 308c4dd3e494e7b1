/** Prepares an open server for the configuration of a client: secrets become placeholders. */
import type { ExportedServer } from "../../../shared/config/clientConfig.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import type { Server } from "./server.ts";

/** @param name under which the server is shown */
export function exportedServer(
  { target, settings }: Pick<Server, "target" | "settings">,
  name: string,
): ExportedServer {
  const masked = maskTarget(target).target;
  if (masked.kind === "http") {
    const userinfo = target.kind === "http" && target.userinfo !== undefined;
    const given: readonly Header[] = [
      ...(userinfo ? [["Authorization", "Basic x"] as const] : []),
      ...settings.headers,
    ];
    const headers = new Map(given.filter(([header]) => header !== "").map(withPlaceholder));
    return { name, target: { kind: "http", url: masked.url, headers: [...headers] } };
  }
  const { command, args, cwd } = masked;
  const own = target.kind === "stdio" ? Object.keys(target.env ?? {}) : [];
  const set = settings.environment.map(([variable]) => variable);
  return {
    name,
    target: {
      kind: "stdio",
      command,
      args,
      ...(cwd === undefined ? {} : { cwd }),
      environmentNames: [...new Set([...own, ...set])].filter((variable) => variable !== ""),
    },
  };
}

/** Any header may hold a secret; only the scheme of an authorization is kept. */
function withPlaceholder([name, value]: Header): Header {
  const scheme = /^(Bearer|Basic) /i.exec(value)?.[0] ?? "";
  const id = name
    .toLowerCase()
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 64);
  return [name, `${scheme}\${input:${id}}`];
}
