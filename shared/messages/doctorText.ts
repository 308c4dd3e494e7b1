/** States what the connection doctor has found, and what to do, in a sentence each. */
import type { DoctorCause, KnownCause, ProbeName } from "../doctor/cause.ts";
import { type CauseTexts, commandCauseTexts, seconds, where } from "./commandCauseText.ts";
import { quoted } from "./phrases.ts";

export interface DoctorText {
  /** What is wrong. */
  readonly sentence: string;
  /** What to do about it; empty if nothing is to be done. */
  readonly remedy: string;
}

const from = (server: string | undefined) => where(server, (name) => ` (Server: ${name})`);

const certificateRemedy =
  "Install a certificate of a known authority with its whole chain. For development, name your own authority in NODE_EXTRA_CA_CERTS, or in Connection options.";

const pathRemedy = (isSearched: boolean | undefined) =>
  isSearched
    ? "There is none at the usual paths, and no well-known address names one. Look for the URL in the server's output."
    : "Check the path: many servers listen at /mcp.";

const texts: CauseTexts<DoctorCause> = {
  "url-unspecified": ({ host }) => [
    `${host} is an address to listen at, not one to connect to.`,
    "Use 127.0.0.1 or localhost in the URL.",
  ],
  "url-port-blocked": ({ port }) => [
    `Browsers never connect to port ${port}: it belongs to a service that is not a web server.`,
    "Let the server listen at another port, such as 3000, or choose Route Relay.",
  ],
  "mixed-content": ({ url }) => [
    `This page was loaded over https, so the browser blocks ${url}, which is http.`,
    "Use https for the server, or open the page of a local relay: npx mcp-playground.",
  ],
  "local-network-denied": ({ host }) => [
    `The browser does not allow this page to contact ${host} on your machine or network.`,
    "Allow it in the settings of this site, or choose Route Relay.",
  ],
  "name-not-found": ({ host, reason }) => [
    `The name ${host} does not resolve: ${reason}.`,
    "Check the spelling, and whether this network knows the name.",
  ],
  "nothing-listens": ({ host, address }) => [
    `Nothing listens at ${host}: the connection was refused${where(address, (at) => ` by ${at}`)}.`,
    "Start the server, and compare its port with the URL.",
  ],
  "address-family": ({ asked, found }) => [
    `Nothing listens at ${asked}, but a server answers at ${found}: it listens at the other IP version only.`,
    "Use that URL, or let the server listen at both 127.0.0.1 and ::1.",
  ],
  "wrong-interface": ({ asked, found }) => [
    `Nothing listens at ${asked}, but a server answers at ${found}: it listens at the loopback interface only.`,
    "Use that URL on this machine. To be reached from others, the server must listen at 0.0.0.0.",
  ],
  "not-reachable": ({ host, reason, protocol }) => [
    `${host} cannot be reached: ${reason}.`,
    protocol === undefined
      ? "Check the address, the VPN and the firewall."
      : `Is the server running there? A browser does not say more${protocol === "https:" ? "; open the URL in a tab to see errors of its certificate" : ""}. With a relay (npx mcp-playground) the cause can be told.`,
  ],
  "connect-timeout": ({ host, reason }) => [
    `No connection to ${host}: ${reason}.`,
    "Check the address and the port. A firewall may be dropping the packets.",
  ],
  "connection-reset": ({ host, reason }) => [
    `${host} closed the connection without an answer: ${reason}.`,
    "Look into the server's log for a crash.",
  ],
  "not-http": ({ host, reason }) => [
    `${host} does not speak HTTP: ${reason}.`,
    "Compare the port with the one that the server prints when it starts.",
  ],
  "proxy-refused": ({ reason }) => [
    `The proxy of this machine refused the request: ${reason}.`,
    "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.",
  ],
  "no-answer": ({ host }) => [
    `${host} accepts the connection and does not answer initialize.`,
    "Look into the server's log: the request may wait for something, such as a database or another server.",
  ],
  "tls-expected": ({ host }) => [
    `${host} speaks TLS, but the URL begins with http.`,
    "Begin the URL with https.",
  ],
  "plain-http": ({ host }) => [
    `${host} does not speak TLS, but the URL begins with https.`,
    "Begin the URL with http, or put the server behind a proxy with a certificate.",
  ],
  "tls-failed": ({ host, reason }) => [
    `TLS with ${host} failed: ${reason}.`,
    "Check the TLS versions of the server, and whether it requires a client certificate.",
  ],
  "certificate-expired": ({ host, validTo }) => [
    `The certificate of ${host} expired${where(validTo, (date) => ` on ${date}`)}.`,
    "Renew the certificate.",
  ],
  "certificate-not-yet-valid": ({ host, validFrom }) => [
    `The certificate of ${host} is not valid yet${where(validFrom, (date) => `, only from ${date}`)}.`,
    "Check the clock of this machine, then the certificate.",
  ],
  "certificate-self-signed": ({ host }) => [
    `The certificate of ${host} is self-signed: no authority vouches for it.`,
    certificateRemedy,
  ],
  "certificate-authority": ({ host, issuer }) => [
    `The certificate of ${host} is signed by an unknown authority${where(issuer, (name) => ` (${name})`)}, or the server does not send the whole chain.`,
    certificateRemedy,
  ],
  "certificate-name": ({ host, names }) => [
    `The certificate of ${host} is for other names${where(names, (list) => `: ${list}`)}.`,
    "Use one of these names in the URL, or issue a certificate for this one.",
  ],
  "certificate-untrusted": ({ host, reason }) => [
    `The certificate of ${host} is not trusted: ${reason}.`,
    certificateRemedy,
  ],
  redirect: ({ url, status, location }) =>
    location === undefined
      ? [`${url} answers with a redirect.`, "Connect to the URL that it leads to."]
      : [
          `${url} redirects to ${location} (status ${status}).`,
          `Connect to ${location}. Clients lose the body or the headers of a POST that is redirected.`,
        ],
  "login-redirect": ({ url, location }) => [
    `${url} redirects to a login page: ${location}.`,
    "A proxy asks for a login in the browser. Exempt the MCP endpoint from it, and answer 401 with WWW-Authenticate.",
  ],
  "login-page": ({ url }) => [
    `${url} answers with a login page.`,
    "Something in front of the server asks for a login in the browser. Exempt the MCP endpoint from it, and answer 401 with WWW-Authenticate.",
  ],
  "html-page": ({ url, isSearched }) => [
    `${url} answers with a web page, not with MCP.`,
    `${pathRemedy(isSearched)} Where a web application answers every path, add the route of the MCP endpoint before it.`,
  ],
  firewall: ({ url, status, server }) => [
    `A firewall or bot protection in front of ${url} answers${from(server)}, status ${status}.`,
    "Exempt the MCP endpoint from the challenge: clients cannot solve it.",
  ],
  "gateway-error": ({ url, status, server }) => [
    `A proxy in front of ${url} answers ${status}${from(server)}: it cannot reach the server behind it.`,
    "Start the server, and compare its address and port with the proxy's configuration.",
  ],
  "wrong-path": ({ url, found, namedBy }) => [
    `There is no MCP endpoint at ${url}, but ${where(namedBy, (document) => `${document} names `) || "one at "}${found}.`,
    "Use that URL.",
  ],
  "path-not-found": ({ url, status, isSearched }) => [
    `There is no MCP endpoint at ${url} (status ${status}).`,
    pathRemedy(isSearched),
  ],
  "origin-refused": ({ origin, status }) => [
    `The server refuses requests from ${origin} (status ${status}); without this origin it answers.`,
    `Add ${origin} to the origins that the server allows.`,
  ],
  "host-refused": ({ host, status }) => [
    `The server refuses the host ${host} (status ${status}).`,
    `Add ${host} to the hosts that the server allows.`,
  ],
  forbidden: ({ url }) => [
    `${url} answers 403: it refuses this request.`,
    "Check the credentials, and the lists of allowed origins, hosts and addresses.",
  ],
  "rate-limited": ({ url }) => [
    `${url} answers 429: too many requests.`,
    "Wait, or raise the limit for the MCP endpoint.",
  ],
  "not-acceptable": ({ url, status }) => [
    `${url} answers ${status}: it does not take JSON by POST with Accept: application/json, text/event-stream.`,
    "Check the path, and that nothing in front of the server changes Accept or Content-Type.",
  ],
  "server-error": ({ url, status, body }) => [
    `The server fails with status ${status} at ${url}${where(body, (text) => `: ${quoted(text)}`)}.`,
    "Look into the server's log.",
  ],
  "status-refused": ({ url, status, body }) => [
    `${url} answers ${status}${where(body, (text) => `: ${quoted(text)}`)}.`,
    "Look into the server's log.",
  ],
  "content-type": ({ url, contentType }) => [
    `${url} answers with ${where(contentType, (type) => type) || "no content type"} instead of JSON or an event stream.`,
    "Answer with Content-Type: application/json or text/event-stream.",
  ],
  "invalid-json": ({ url, body }) => [
    `${url} answers with JSON that cannot be parsed: ${quoted(body)}.`,
    "Nothing else may be written into the body: look for log output and error pages.",
  ],
  "not-json-rpc": ({ url }) => [
    `${url} answers with JSON that is not JSON-RPC.`,
    "Check the path: it may belong to another API.",
  ],
  "empty-response": ({ url, status }) => [
    `${url} answers initialize with status ${status} and nothing else.`,
    "Answer a request in the response to its POST, as JSON or as an event stream.",
  ],
  "http-sse": ({ url }) => [
    `${url} speaks HTTP+SSE, the transport of 2024-11-05, which newer clients no longer have.`,
    "Add a Streamable HTTP endpoint.",
  ],
  "cors-origin-missing": ({ origin, status }) => [
    `The server does not allow pages of ${origin}: its answer${where(status, (code) => ` to the preflight (status ${code})`)} has no Access-Control-Allow-Origin.`,
    "Allow the origin (CORS), before any authorization and for errors too.",
  ],
  "cors-origin": ({ origin, found }) => [
    found.includes(",")
      ? `Access-Control-Allow-Origin has several values (${found}), so browsers refuse it: two places add it.`
      : `The server allows ${found}, not ${origin}.`,
    found.includes(",")
      ? "Remove the header in the proxy, or in the server."
      : `Add ${origin} to the origins that the server allows.`,
  ],
  "cors-preflight-status": ({ status }) => [
    `The server answers the preflight (OPTIONS) with status ${status}, and browsers require 200 to 299.`,
    "Answer OPTIONS with 204 before any authorization: a preflight never has credentials.",
  ],
  "cors-method": ({ method }) => [
    `The server does not allow the method ${method} (CORS).`,
    `Add ${method} to Access-Control-Allow-Methods.`,
  ],
  "cors-headers": ({ names }) => [
    `The server does not allow the request ${names.includes(",") ? "headers" : "header"} ${names} (CORS).`,
    `Add ${names} to Access-Control-Allow-Headers.`,
  ],
  "cors-response": ({ origin, status, found }) => [
    `The preflight allows ${origin}, but the answer itself${where(status, (code) => ` (status ${code})`)} ${found ? `allows ${found}` : "has no Access-Control-Allow-Origin"}.`,
    "Send Access-Control-Allow-Origin with every response, errors included.",
  ],
  "expose-session": ({ header }) => [
    `The server sends ${header}, and hides it from pages: Access-Control-Expose-Headers does not name it.`,
    `Send Access-Control-Expose-Headers: ${header}.`,
  ],
  "expose-authenticate": ({ header }) => [
    `The server sends ${header}, and hides it from pages, which then cannot read where to sign in.`,
    `Send Access-Control-Expose-Headers: ${header}.`,
  ],
  "token-refused": ({ url, why }) => [
    `${url} refuses the credentials that were sent (401)${where(why, (text) => `: ${quoted(text)}`)}.`,
    "Use a token that is not expired, and that was issued for this URL.",
  ],
  "auth-no-challenge": ({ url, found }) => [
    `${url} answers 401 ${found ? `with ${quoted(found)}, which is no Bearer challenge` : "without WWW-Authenticate"}, and no well-known address has metadata: a client does not know how to sign in.`,
    'Send WWW-Authenticate: Bearer resource_metadata="…" with the 401.',
  ],
  "auth-no-metadata": ({ tried, isHidden }) => [
    `The server requires sign-in, but no metadata says where: ${tried} addresses were tried.`,
    `Serve protected resource metadata (RFC 9728), and name it in WWW-Authenticate.${isHidden ? " If the server sends this header, expose it to pages: Access-Control-Expose-Headers: WWW-Authenticate." : ""}`,
  ],
  "auth-resource-mismatch": ({ found, expected }) => [
    `The protected resource metadata is for ${quoted(found)}, not for ${quoted(expected)}.`,
    "Set its member resource to the URL of the MCP endpoint. Behind a proxy, configure the public URL.",
  ],
  "auth-no-servers": ({ url }) => [
    `The metadata at ${url} names no authorization server that can be used.`,
    "Put the https URL of the issuer into authorization_servers.",
  ],
  "auth-metadata-invalid": ({ url, code }) => [
    `The metadata at ${url} is not valid (${code}).`,
    "Correct the document: RFC 9728 for the resource, RFC 8414 for the authorization server.",
  ],
  "auth-server-no-metadata": ({ issuer }) => [
    `The authorization server ${issuer} has no metadata at its well-known addresses.`,
    "Serve RFC 8414 or OpenID Connect metadata there, or correct authorization_servers.",
  ],
  "auth-issuer-mismatch": ({ found, expected }) => [
    `The metadata of the authorization server names the issuer ${quoted(found)} instead of ${quoted(expected)}.`,
    "Make both the same text: a slash at the end counts.",
  ],
  "auth-no-pkce": ({ url }) => [
    `The authorization server does not announce PKCE with S256 (${url}), which MCP clients require.`,
    'Add "code_challenge_methods_supported": ["S256"] to its metadata.',
  ],
  "auth-no-registration": ({ issuer }) => [
    `${issuer} offers neither client metadata documents nor dynamic registration.`,
    "Clients need a client id that is entered by hand.",
  ],
  "auth-metadata-cors": ({ url, origin }) => [
    `Pages of ${origin} cannot read the metadata at ${url}.`,
    "Send Access-Control-Allow-Origin: * with metadata.",
  ],
  "sign-in-needed": ({ issuer }) => [
    `The server requires sign-in with ${issuer}; everything until there is in order.`,
    "Sign in, or give a token.",
  ],
  "revision-unsupported": ({ asked, supported }) => [
    `The server does not support ${asked ?? "the revision"}; it supports ${supported || "none that it names"}.`,
    "Choose one of these revisions, or Auto.",
  ],
  "initialize-refused": ({ code, message = "", status }) => [
    `The server refuses initialize with ${status === undefined ? `the error ${code}: ${quoted(message)}` : `status ${status}`}.`,
    "Look into the server's log. A server answers initialize with a revision that it supports, whatever the client asks for.",
  ],
  "initialize-invalid": () => [
    "The answer to initialize is not the result that the protocol requires.",
    "Answer with protocolVersion, capabilities and serverInfo.",
  ],
  "initialized-refused": ({ status }) => [
    `The server accepts initialize, but refuses notifications/initialized with status ${status}.`,
    "Answer notifications with 202.",
  ],
  "not-answered": ({ why }) => [
    why === "stream-broken"
      ? "The response ended in the middle of the answer."
      : "The response ended without the answer: no message in it has the id of the request.",
    "Answer each request in the response to its POST, with the id of the request unchanged.",
  ],
  "session-not-kept": ({ status }) => [
    `The server does not know the session (status ${status}) that it has just started.`,
    "Several processes answer: route a session to the process that started it (sticky sessions), store sessions in common, or be stateless.",
  ],
  "stream-delayed": ({ ms, server }) => [
    `The event stream began only after ${seconds(ms)}${from(server)}: a proxy in between buffers it, or the server does not send the head at once.`,
    "Turn buffering off for the MCP endpoint.",
  ],
  "stream-compressed": ({ encoding, server }) => [
    `The event stream is compressed (${encoding})${from(server)}: compression holds back events until a block is full.`,
    "Exempt text/event-stream from compression.",
  ],
  "stream-closed": ({ ms, server }) => [
    `The event stream was closed from the other side after ${seconds(ms)}${from(server)}.`,
    "Raise the idle timeout of proxies, or send a comment every 15 s.",
  ],
  "clock-skew": ({ seconds: skew }) => [
    `The server's clock is ${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} this machine's, so tokens may be refused.`,
    "Synchronise the clocks (NTP).",
  ],
  ...commandCauseTexts,
  unexplained: ({ code, reason }) => [
    `Connecting failed (${code})${where(reason, (text) => `: ${text}`)}, and no probe found the cause.`,
    "Read the messages of the connection.",
  ],
};

/** Text of servers in it is neither shortened nor escaped. */
export function doctorText<Cause extends DoctorCause>({
  code,
  evidence,
}: KnownCause<Cause>): DoctorText {
  const [sentence, remedy] = texts[code](evidence);
  return { sentence, remedy };
}

/** Why a probe had nothing to examine. */
export const unmeasuredSentences: Readonly<Record<ProbeName, string>> = {
  url: "The URL was not examined.",
  network: "The network was not examined.",
  answer: "Not known: the server asks for authorization before it answers.",
  cors: "CORS was not measured: the requests for it had no answer.",
  authorization: "Not applicable: the server asks for no authorization.",
  protocol: "Not measured: there was no handshake.",
  stream: "Not measured: the server opened no stream of its own.",
  clock: "Not measured: no response has a Date.",
  process: "The command was not examined.",
};

/** What has been examined where a probe finds nothing. */
export const passedSentences: Readonly<Record<ProbeName, string>> = {
  url: "The URL can be used.",
  network: "The server can be reached.",
  answer: "An MCP server answers.",
  cors: "Pages may connect (CORS).",
  authorization: "Authorization is in order.",
  protocol: "The handshake works.",
  stream: "Streams arrive at once, and stay open.",
  clock: "The clocks agree.",
  process: "The command is a stdio server.",
};
