/** Asks the user for what an app declares and gets only with their consent. */
import type { AppDeclaration, AppPermission } from "../../../shared/apps/appResource.ts";
import {
  type DeclaredDomains,
  localSources,
  withoutSources,
} from "../../../shared/apps/declaredDomains.ts";
import type { Target } from "../../../shared/config/target.ts";
import type { AppQuestions, AppWish } from "./appQuestions.ts";
import type { KnownApp } from "./knownApp.ts";

interface AppGrantsOptions {
  readonly known: KnownApp;
  readonly questions: AppQuestions;
  /** The server of the app. */
  readonly target: Target;
  /** Aborted when the app is closed. */
  readonly signal: AbortSignal;
}

export interface AppGrants {
  /** Asks for what was not decided yet. @param domains those that it is loaded with */
  ask(
    permissions: AppDeclaration["permissions"],
    domains: DeclaredDomains | undefined,
  ): Promise<void>;
  /** Asks again for sources that were refused. */
  reconsider(domains: DeclaredDomains): void;
  /** The permissions that the user granted. */
  permissions(declared: AppDeclaration["permissions"]): readonly AppPermission[];
  /** The domains without what the user did not grant. */
  domains(wanted: DeclaredDomains | undefined): DeclaredDomains | undefined;
}

export function createAppGrants({ known, questions, target, signal }: AppGrantsOptions): AppGrants {
  const local = (domains: DeclaredDomains | undefined) =>
    localSources(domains, target.kind === "http" ? target.url : undefined);
  const isRefused = (permission: string) => !known.isGranted(permission);

  const grant = async (wanted: readonly string[], wish: AppWish) => {
    if (wanted.length === 0 || signal.aborted) return;
    const isGranted = await questions.ask(wish, signal);
    if (!signal.aborted) known.decide(wanted, isGranted);
  };

  return {
    async ask(declared, domains) {
      const permissions = declared.filter((one) => !known.isDecided(one));
      await grant(permissions, { kind: "permissions", permissions });
      const sources = local(domains).filter((one) => !known.isDecided(one));
      await grant(sources, { kind: "local-sources", sources });
    },
    reconsider: (domains) => known.forget(local(domains).filter(isRefused)),
    permissions: (declared) => declared.filter(known.isGranted),
    domains: (wanted) => withoutSources(wanted, local(wanted).filter(isRefused)),
  };
}
