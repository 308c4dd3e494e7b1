import { expect, test } from "vitest";
import { runCli } from "../cli.fixture.ts";
import { mcp, protectedMcp, serve } from "../commands/doctor.fixture.ts";
import { at } from "../commands/doctorVerdicts.fixture.ts";

async function diagnoseFor(names: string, port: number) {
  const limits = ["--timeout", "5", "--watch", "0"];
  const { code, out } = await runCli("doctor", ...limits, "--json", "--for", names, at(port));
  const verdicts: { rule: string; outcome: string; subject?: string; sentence: string }[] =
    JSON.parse(out).verdicts;
  const of = (id: string) =>
    verdicts.flatMap(({ subject, rule, outcome }) => (subject === id ? [[rule, outcome]] : []));
  return { code, of, verdicts };
}

test("doctor --for says how clients reach a server, from its own requests", async () => {
  const { code, of } = await diagnoseFor("claude-ai,mcp-remote,claude-desktop", await serve(mcp()));
  expect(of("claude-ai")).toContainEqual(["client-needs-public-address", "note"]);
  expect(of("mcp-remote")).toEqual([
    ["client-reach", "passed"],
    ["client-sign-in", "not-applicable"],
  ]);
  // it has stdio only
  expect(of("claude-desktop")).toContainEqual(["client-other-transport", "violation"]);
  expect(code).toBe(1);
});

test("doctor --for says how clients can register, and where they are sent back to", async () => {
  const challenge = 'Bearer resource_metadata="ORIGIN/.well-known/oauth-protected-resource/mcp"';
  const listener = protectedMcp(challenge, (origin) => ({
    "/.well-known/oauth-protected-resource/mcp": {
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
    },
    "/.well-known/oauth-authorization-server": {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
    },
  }));
  const { of, verdicts } = await diagnoseFor("kiro-cli,vscode", await serve(listener));
  expect(of("kiro-cli")).toContainEqual(["client-cannot-register", "violation"]);
  expect(of("vscode")).toContainEqual(["client-sign-in", "passed"]);
  const redirect = verdicts.find(
    ({ rule, subject }) => rule === "client-redirect" && subject === "vscode",
  );
  expect(redirect?.sentence).toMatch(/ is sent back to https?:.*must allow \(\w+ /);
});

test("doctor --for refuses a client that is not known", async () => {
  const { code, err } = await runCli("doctor", "--for", "cursr", "http://127.0.0.1:1/mcp");
  expect([code, err]).toEqual([2, expect.stringContaining("Did you mean cursor?")]);
});
