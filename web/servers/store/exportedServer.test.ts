import { expect, test } from "vitest";
import { formatClientConfig } from "../../../shared/config/clientConfig.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { exportedServer } from "./exportedServer.ts";
import { createServerDefaults, newSettings, type ServerSettings } from "./settings.ts";

const { getState } = createServerDefaults(createMemoryStorage());
const usual = newSettings(getState(), "direct");
const settings = (own: Partial<ServerSettings>): ServerSettings => ({ ...usual, ...own });
const secrets = [
  "hunter2hunter2",
  "sk-abcdefghijklmnop1234",
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
];
const [one, two, three] = secrets as [string, string, string];

test("no value of a header, a variable, an argument or a URL is exported", () => {
  const http = exportedServer(
    {
      target: { kind: "http", url: `https://a.example/mcp?api_key=${two}`, userinfo: `me:${one}` },
      settings: settings({
        headers: [
          ["Authorization", `Bearer ${three}`],
          ["X-Key", one],
        ],
      }),
    },
    "Remote",
  );
  const stdio = exportedServer(
    {
      target: {
        kind: "stdio",
        command: "npx",
        args: ["acme", "--token", three],
        env: { API_KEY: two },
      },
      settings: settings({ environment: [["OTHER", one]] }),
    },
    "Local",
  );
  for (const client of ["claude", "cursor", "vscode", "zed", "codex"] as const) {
    const text = formatClientConfig(client, [http, stdio]);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toMatch(/authorization/i);
    expect(text).toMatch(/x-key/i);
    expect(text).toContain("API_KEY");
    expect(text).toContain("OTHER");
  }
  expect(formatClientConfig("claude", [http])).toContain("Bearer $");
});
