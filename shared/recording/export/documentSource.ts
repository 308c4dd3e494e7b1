/** What a server card or a server.json of a connected server is made from, without its secrets. */
import type { DocumentSource } from "../../config/documents/makeDocuments.ts";
import type { Target } from "../../config/target.ts";
import type { JsonObject } from "../../core/json/jsonObject.ts";
import { isHarmlessHeader } from "../../log/harmlessHeaders.ts";
import { isSecretName } from "../../log/secrets/secretNames.ts";
import type { Header } from "../../protocol/headers.ts";
import { maskTarget } from "../maskTarget.ts";

interface DescribedServer {
  /** As received. */
  readonly info: JsonObject | undefined;
  readonly revision: string;
  readonly target: Target;
  readonly isSse: boolean;
  /** Those of the user. */
  readonly headers: readonly Header[];
  readonly manifest?: JsonObject | undefined;
}

export function documentSource(server: DescribedServer): DocumentSource {
  const { info = {}, revision, target, isSse, headers, manifest } = server;
  const { target: masked } = maskTarget(target);
  const names = headers.map(([name]) => name).filter((name) => !isHarmlessHeader(name));
  const env = target.kind === "stdio" ? Object.entries(target.env ?? {}) : [];
  return {
    info,
    revision,
    manifest,
    way:
      masked.kind === "http"
        ? { kind: "http", url: masked.url, isSse, headers: [...new Set(names)] }
        : {
            kind: "stdio",
            words: [masked.command, ...masked.args],
            variables: env.map(([name]) => ({ name, isSecret: isSecretName(name) })),
          },
  };
}
