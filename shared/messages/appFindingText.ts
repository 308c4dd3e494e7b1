/** Sentences for findings about apps: what happened, why it matters and what to do. */
import type { AppFindingCode, KnownAppFinding } from "../apps/appFinding.ts";
import { allowingLine } from "../apps/policy.ts";
import { quoted } from "./phrases.ts";

const count = (number: number) => number.toLocaleString("en");

const wrongTypes = "Other hosts ignore the member, or the whole app.";

const texts: {
  readonly [Code in AppFindingCode]: (evidence: KnownAppFinding<Code>["evidence"]) => string;
} = {
  "app-blocked": ({ url, directive, disposition }) => {
    const blocked = disposition === "report" ? "would have been blocked" : "was blocked";
    const line = allowingLine({ url, directive, disposition: "enforce" });
    return line === undefined
      ? `${url} ${blocked} by ${directive}. No declaration allows this: put the code or the data into the document.`
      : `${url} ${blocked} by ${directive}. This line in _meta.ui.csp of the resource allows it: ${line}`;
  },
  "app-changed": ({ name, before, uri }) =>
    `The app of ${name} was ${before} and is now ${uri}. Hosts that keep the definitions of tools still show the first.`,
  "app-content-missing": ({ uri }) =>
    `The content of ${uri} has neither text nor blob. Return the HTML as text.`,
  "app-content-not-base64": ({ uri }) => `The blob of ${uri} is not base64. Return text instead.`,
  "app-content-not-utf8": ({ uri }) =>
    `The blob of ${uri} is not UTF-8, so it is no HTML document that can be shown.`,
  "app-content-too-large": ({ uri, bytes, limit }) =>
    `The document ${uri} has ${bytes === undefined || limit === undefined ? "more than the maximum" : `${count(bytes)} bytes; the maximum is ${count(limit)}`}, so it is not loaded.`,
  "app-content-large": ({ uri, bytes }) =>
    `The document ${uri} has ${count(bytes)} bytes. Hosts load it for each call; make it smaller.`,
  "app-content-without-html": ({ uri }) =>
    `The document ${uri} has no HTML element, so it shows its text only.`,
  "app-dedicated-domain": ({ domain }) =>
    `The domain ${quoted(domain)} is asked for. Each host has its own rules for it, and this one gives no such domain.`,
  "app-domain-invalid": ({ source, reason }) =>
    reason === "too-many"
      ? `${quoted(source)} and what follows was left out: the domains are too long for a policy.`
      : reason === "local-range"
        ? `${quoted(source)} is every program of a machine, or every one in its network, so it was left out. Name the port and the host.`
        : `${quoted(source)} is not an origin such as https://api.example.com or https://*.example.com, so it was left out.`,
  "app-domain-local": ({ source }) =>
    `${quoted(source)} is on the machine of whoever looks at the app, or in their network. They are asked before the app gets it, unless it is the server itself; other hosts block it.`,
  "app-domain-unencrypted": ({ source }) =>
    `${quoted(source)} is not encrypted. Pages of hosts over https cannot use it.`,
  "app-domain-wide": ({ source }) =>
    `${quoted(source)} allows every host below a top-level domain. Name the hosts that are needed.`,
  "app-external-undeclared": ({ url, origin }) =>
    `The document loads ${url}, which the policy blocks. Declare ${quoted(origin)} in _meta.ui.csp.resourceDomains, or put it into the document.`,
  "app-in-result": ({ name, uri }) =>
    `The result of ${quoted(name)} contains ${quoted(uri)}, and no host of MCP Apps shows a document from there. Name it in _meta.ui.resourceUri of the tool in tools/list, and return it from resources/read.`,
  "app-initialized-late": ({ limit }) =>
    `The app sent no ui/initialize within ${limit / 1000} seconds. Its script may have failed, or may never connect to the host.`,
  "app-initialized-twice": () =>
    "The app initialized again, as a component that is mounted twice does. It got its input again.",
  "app-message-before-initialize": ({ method }) =>
    `The app sent ${method} before ui/initialize was answered. Hosts ignore or refuse it.`,
  "app-message-invalid": ({ reason }) =>
    `The app sent something that is no JSON-RPC message (${reason}).`,
  "app-message-of-sandbox": ({ method }) =>
    `The app sent ${method}, which is for the host's own sandbox. It had no effect.`,
  "app-message-too-large": ({ length, limit }) =>
    `The app sent a message of ${count(length)} characters; the maximum is ${count(limit)}. It was not read.`,
  "app-messages-dropped": ({ count: dropped, limit, method }) =>
    method === undefined
      ? `The app sent more than ${count(limit)} messages in a second; ${count(dropped)} were dropped.`
      : `${method} was refused: the app had ${count(limit)} requests open.`,
  "app-metadata-differs": ({ uri, members }) =>
    `The metadata of ${uri} differs between resources/list and resources/read: ${members}. The one of resources/read counts.`,
  "app-metadata-type": ({ expected }) =>
    `This member must be of the type ${expected}, so it was left out. ${wrongTypes}`,
  "app-method-unknown": ({ method }) =>
    `The app sent ${quoted(method)}, which this host does not know.`,
  "app-mime-type": ({ uri, mimeType, expected }) =>
    `The content of ${uri} has the type ${quoted(mimeType)}. It must be ${quoted(expected)}, or no host shows it.`,
  "app-params-invalid": ({ method, reason, url }) =>
    `The parameters of ${method} were refused: ${reason}${url === undefined ? "" : ` (${url})`}.`,
  "app-permission-undeclared": ({ feature }) =>
    `The app used ${feature}, which it does not declare in _meta.ui.permissions or was not granted.`,
  "app-request-id-reused": ({ id, method }) =>
    `The app sent ${method} with the id ${quoted(id)} of a request that was still being answered.`,
  "app-resource-refused": ({ uri, code, message }) =>
    `The document ${uri} could not be read: ${message} (${code}). A tool must name a resource that exists.`,
  "app-response-unknown-id": ({ id }) =>
    `The app answered ${quoted(id)}, which was not asked or was answered before.`,
  "app-size-loop": ({ count: changes, ms }) =>
    `The app changed its size more than ${changes} times in ${ms / 1000} seconds; its size is held. Does its height depend on the frame's?`,
  "app-teardown-unanswered": ({ limit }) =>
    `The app did not answer ui/resource-teardown within ${limit / 1000} seconds, so it was removed.`,
  "app-tool-metadata-deprecated": ({ name }) =>
    `The tool ${quoted(name)} uses _meta["ui/resourceUri"], which was replaced by _meta.ui.resourceUri.`,
  "app-tool-metadata-ignored": ({ name, member }) =>
    `${member} in _meta.ui of the tool ${quoted(name)} has no effect. It belongs to the resource.`,
  "app-tool-refused": ({ reason }) => `A call of the app was refused: ${reason}.`,
  "app-tool-without-text": ({ name }) =>
    `The result of ${quoted(name)} has no text. Hosts without apps, and the model, see nothing of it.`,
  "app-undeclared-extension": ({ name }) =>
    `The tool ${quoted(name)} names an app, although the client did not declare that it shows apps.`,
  "app-uri-not-ui": ({ uri }) => `${quoted(uri)} does not begin with ui://, so it names no app.`,
  "app-version-unknown": ({ version, known }) =>
    `The app speaks version ${quoted(version)}; this host answered with ${known}.`,
  "app-visibility-invalid": ({ name }) =>
    `The visibility of ${quoted(name)} is a list of "model" and "app". Values of another kind are ignored.`,
};

export function isAppFinding<Found extends { readonly code: string }>(
  found: Found,
): found is Extract<Found, { readonly code: AppFindingCode }> {
  return Object.hasOwn(texts, found.code);
}

/** The text of a finding about an app. */
export function appFindingText<Code extends AppFindingCode>({
  code,
  evidence,
}: KnownAppFinding<Code>): string {
  return texts[code](evidence);
}
