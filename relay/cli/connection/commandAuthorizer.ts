/** Provides the credentials of a command, and loads what signs in only where it is needed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../../../shared/config/target.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { findHeader, type Header } from "../../../shared/protocol/headers.ts";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import { dataFolder } from "../../store/dataFolder.ts";
import type { SecretMask } from "../secretMask.ts";
import type { Terminal } from "../terminal.ts";
import type { SignIn } from "./signIn.ts";

/** How a command signs in. */
export interface SignInOptions {
  readonly terminal: Terminal;
  /** Whether the browser is used without asking. */
  readonly isWanted: boolean;
  /** Gets the tokens and secrets of the sign-in, which the server may repeat. */
  readonly mask: SecretMask;
}

interface CommandAuthorizerOptions {
  readonly target: Target;
  readonly headers: readonly Header[];
  readonly revision: string;
  readonly record: Recorder;
  readonly fetch: typeof globalThis.fetch;
}

export interface CommandAuthorizer {
  readonly authorizer: Authorizer;
  close(): Promise<void>;
}

/**
 * Creates the authorizer of a connection; undefined where the user gave credentials, or the server
 * is a command.
 */
export function createCommandAuthorizer(
  signIn: SignInOptions,
  { target, headers, ...options }: CommandAuthorizerOptions,
): CommandAuthorizer | undefined {
  if (target.kind === "stdio" || target.userinfo !== undefined) return undefined;
  if (findHeader(headers, "authorization") !== undefined) return undefined;
  const path = join(dataFolder(undefined), "authorization.json");
  const canSignIn = signIn.isWanted || signIn.terminal.ask !== undefined;
  let loaded: SignIn | undefined;
  const load = async () => {
    const { createSignIn } = await import("./signIn.ts");
    loaded ??= createSignIn({ ...options, ...signIn, path, serverUrl: target.url });
    return loaded.authorizer;
  };
  return {
    authorizer: {
      async prepare() {
        if (existsSync(path)) await (await load()).prepare();
      },
      headersFor: (request) => loaded?.authorizer.headersFor(request) ?? [],
      answered: (request, head) => loaded?.authorizer.answered(request, head),
      refused: async (refusal) =>
        loaded || canSignIn ? (await load()).refused(refusal) : { kind: "none" },
    },
    async close() {
      await loaded?.close();
    },
  };
}
