/**
 * Behaves as a hosted client does, in a process of its own: discovers where to sign in, registers,
 * exchanges the code for a token and calls a tool. It prints the address that a person opens, and
 * reads the code from standard input.
 *
 *     node e2e/hostedClient.ts https://relay.example/t/…/mcp
 */
import { createInterface } from "node:readline";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";

const say = (line: object) => console.log(JSON.stringify(line));

const redirectUrl = "https://hosted.example/callback";
let information: OAuthClientInformationMixed | undefined;
let tokens: OAuthTokens | undefined;
let verifier = "";

const asked: string[] = [];
const open = () => {
  const transport = new StreamableHTTPClientTransport(new URL(process.argv[2] ?? ""), {
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      asked.push(`${init?.method ?? "GET"} ${url} ${answer.status}`);
      return answer;
    },
    authProvider: {
      redirectUrl,
      clientMetadata: {
        client_name: "A hosted client",
        redirect_uris: [redirectUrl],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      clientInformation: () => information,
      saveClientInformation(saved) {
        information = saved;
      },
      tokens: () => tokens,
      saveTokens(saved) {
        tokens = saved;
      },
      redirectToAuthorization: (url) => say({ open: url.href }),
      saveCodeVerifier(saved) {
        verifier = saved;
      },
      codeVerifier: () => verifier,
    },
  });
  return { transport, client: new Client({ name: "hosted", version: "1" }) };
};

const first = open();
try {
  await first.client.connect(first.transport);
  throw new Error("The server asked for no token");
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
}
for await (const code of createInterface({ input: process.stdin })) {
  await first.transport.finishAuth(code);
  break;
}
const { transport, client } = open();
await client.connect(transport);
const { content } = await client.callTool({ name: "whoami", arguments: {} });
say({ asked, content });
await client.close();
