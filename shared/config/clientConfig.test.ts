import { expect, test } from "vitest";
import {
  type ConfigClient,
  configFiles,
  type ExportedServer,
  formatClientConfig,
} from "./clientConfig.ts";
import { fillServer } from "./fillServer.ts";
import { readPaste } from "./paste/readPaste.ts";

const http: ExportedServer = {
  name: "Acme tools!",
  target: {
    kind: "http",
    url: "https://acme.example/mcp?key=$%7Binput:key%7D",
    headers: [
      ["Authorization", `Bearer \${input:acme-token}`],
      ["X-Tenant", `\${input:x-tenant}`],
    ],
  },
};
const stdio: ExportedServer = {
  name: "Acme tools!",
  target: {
    kind: "stdio",
    command: "npx",
    args: ["-y", "acme", "--say", 'a "quoted" \\ line\nbreak'],
    cwd: "/srv/acme",
    environmentNames: ["api_key"],
  },
};

const clients = Object.keys(configFiles) as ConfigClient[];

test.each(clients)(
  "%s: what is written is read as the same servers, without any secret",
  (client) => {
    const paste = readPaste(formatClientConfig(client, [http, stdio]));
    if (paste.kind !== "servers") throw new Error(JSON.stringify(paste));
    const [one, other] = paste.servers;
    expect(paste.servers.map(({ name }) => name)).toEqual(["Acme-tools", "Acme-tools-2"]);
    const answers = (server = one) =>
      Object.fromEntries((server?.inputs ?? []).map(({ id }) => [id, `value-of-${id}`]));
    const filled = one && fillServer(one, answers());
    expect(filled?.target).toMatchObject({
      kind: "http",
      url: expect.stringContaining("https://acme.example/mcp?key="),
    });
    const headers = new Map(filled?.headers);
    expect([...headers.keys()].sort()).toEqual(["Authorization", "X-Tenant"]);
    expect(headers.get("Authorization")).toMatch(/^Bearer ./);
    const command = other && fillServer(other, answers(other))?.target;
    expect(command).toMatchObject({
      command: "npx",
      args: ["-y", "acme", "--say", 'a "quoted" \\ line\nbreak'],
      cwd: "/srv/acme",
    });
    expect(Object.keys((command?.kind === "stdio" && command.env) || {})).toEqual(["api_key"]);
  },
);

test("each client refers to secrets in its own way", () => {
  const of = (client: ConfigClient) => formatClientConfig(client, [http]);
  expect(of("claude")).toContain(`"Authorization": "Bearer \${ACME_TOKEN}"`);
  expect(of("cursor")).toContain(`"X-Tenant": "\${env:X_TENANT}"`);
  expect(of("cursor")).toContain(`mcp?key=\${env:KEY}`);
  expect(
    JSON.parse(of("vscode"))
      .inputs.map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual(["acme-token", "key", "x-tenant"]);
  expect(of("zed")).toContain('"Authorization": "Bearer <acme-token>"');
  expect(of("codex")).toContain('bearer_token_env_var = "ACME_TOKEN"');
  expect(of("codex")).toContain('env_http_headers = { "X-Tenant" = "X_TENANT" }');
});

test("a variable keeps its name", () => {
  expect(formatClientConfig("claude", [stdio])).toContain(`"api_key": "\${api_key}"`);
  expect(formatClientConfig("codex", [stdio])).toContain('env_vars = ["api_key"]');
});
