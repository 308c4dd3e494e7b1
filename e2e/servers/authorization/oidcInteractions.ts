/** Sign-in and consent pages for oidc-provider. */
import express, { type Router } from "express";
import type Provider from "oidc-provider";
import { consentPage, signInPage } from "./signInPages.ts";

/** Handles requests below `/interaction`. */
export function oidcInteractions(provider: Provider): Router {
  const router = express.Router();
  const form = express.urlencoded({ extended: false });

  router.get("/interaction/:uid", async (request, response) => {
    const { uid, prompt, params } = await provider.interactionDetails(request, response);
    const at = (step: string) => `${request.baseUrl}/interaction/${uid}/${step}`;
    if (prompt.name === "login") return void response.send(signInPage(at("login")));
    const client = await provider.Client.find(String(params.client_id));
    const name = client?.clientName ?? String(params.client_id);
    const scopes = String(params.scope ?? "").split(" ");
    response.send(consentPage(name, scopes, { allow: at("allow"), deny: at("deny") }));
  });

  router.post("/interaction/:uid/login", form, (request, response) =>
    provider.interactionFinished(request, response, { login: { accountId: request.body.login } }),
  );

  router.post("/interaction/:uid/allow", async (request, response) => {
    const details = await provider.interactionDetails(request, response);
    const { accountId } = details.session ?? {};
    if (accountId === undefined) throw new Error("Nobody has signed in");
    const grant =
      (details.grantId && (await provider.Grant.find(details.grantId))) ||
      new provider.Grant({ accountId, clientId: String(details.params.client_id) });
    const { missingOIDCScope, missingResourceScopes } = details.prompt.details as {
      missingOIDCScope?: string[];
      missingResourceScopes?: Record<string, string[]>;
    };
    if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(" "));
    for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(" "));
    }
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(
      request,
      response,
      { consent },
      { mergeWithLastSubmission: true },
    );
  });

  router.post("/interaction/:uid/deny", (request, response) =>
    provider.interactionFinished(
      request,
      response,
      { error: "access_denied", error_description: "The person said no" },
      { mergeWithLastSubmission: false },
    ),
  );
  return router;
}
