/** Lists the values of the relay's environment that a server of another client's file would get. */
import type { ConfiguredServer } from "../../../shared/config/configured.ts";
import { templateText } from "../../../shared/config/templateText.ts";

/** A server over HTTP in a file that the user did not name. */
export interface FoundHttpServer {
  readonly server: ConfiguredServer;
  /** The URL as in the file, with placeholders. */
  readonly shownUrl: string;
  /** The placeholders of the values that it gets, such as `${TOKEN}`. */
  readonly variables: readonly string[];
}

/** @returns undefined if it gets none, or the user named the file */
export function foundHttpServer(server: ConfiguredServer): FoundHttpServer | undefined {
  const { target, isFound } = server;
  if (!isFound || target.kind !== "http") return undefined;
  const parts = [target.url, ...target.headers.map(([, value]) => value)].flat();
  const variables = parts.flatMap((part) =>
    typeof part === "object" && "secret" in part ? [part.shown] : [],
  );
  if (variables.length === 0) return undefined;
  return { server, shownUrl: templateText(target.url), variables: [...new Set(variables)] };
}
