/** Simulates a user without a browser: follows redirects, keeps cookies, fills in the pages of `signInPages.ts`. */
import { createHash, randomBytes } from "node:crypto";

/** What a client keeps between its authorization request and its token request. */
export interface Pending {
  readonly url: string;
  readonly verifier: string;
  readonly state: string;
}

/** An authorization request with PKCE. */
export function authorizationRequest(
  endpoint: string,
  parameters: Readonly<Record<string, string>>,
): Pending {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(8).toString("base64url");
  const url = new URL(endpoint);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const all = {
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state,
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return { url: url.href, verifier, state };
}

/**
 * Submits page after page until the client's redirect URI is reached.
 * @returns the parameters of the redirect URI
 * @throws {Error} with the page's text, if it has no form
 */
export async function walk(
  url: string,
  redirectUri: string,
  decision: "Allow" | "Deny" = "Allow",
): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next: { url: string; body?: URLSearchParams } = { url };
  for (let step = 0; step < 20; step++) {
    const response = await fetch(next.url, {
      ...(next.body ? { method: "POST", body: next.body } : {}),
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      redirect: "manual",
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location) {
      const target = new URL(location, next.url);
      if (target.href.startsWith(redirectUri)) return target.searchParams;
      next = { url: target.href };
      continue;
    }
    const html = await response.text();
    const button = html.includes("<h1>Sign in") ? "Sign in" : decision;
    const form = [...html.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)].find(
      ([, , content]) => content?.includes(`<button>${button}</button>`),
    );
    if (!form?.[1]) throw new Error(`No way on from ${next.url}:\n${html}`);
    next = {
      url: new URL(form[1].replaceAll("&#38;", "&"), next.url).href,
      body: new URLSearchParams({ login: "ada", password: "secret" }),
    };
  }
  throw new Error("Sent in circles");
}

/** Posts a form and reads the JSON response. */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(form) });
  const text = await response.text();
  return { status: response.status, json: text === "" ? {} : JSON.parse(text) };
}

/** Reads JSON. */
export async function getJson(url: string): Promise<Record<string, unknown>> {
  return (await fetch(url)).json() as Promise<Record<string, unknown>>;
}

/** Lists the tools of an MCP server, or calls one. */
export function askMcp(url: string, token?: string, tool?: string): Promise<Response> {
  const request = tool
    ? { method: "tools/call", params: { name: tool, arguments: {} } }
    : { method: "tools/list" };
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...request }),
  });
}
