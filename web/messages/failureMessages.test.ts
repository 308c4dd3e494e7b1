import { describe, expect, test } from "vitest";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import { failureText } from "./failureMessages.ts";
import { networkErrorText } from "./network/networkMessages.ts";

const url = "http://127.0.0.1:3001/mcp";
const body = "<html>";

const methodNotFound = { kind: "error", code: -32601, message: "Method not found" } as const;
test.each<readonly [Failure, RegExp]>([
  [{ code: "exited", exitCode: 3, signal: null, stderr: "I need a key\n" }, /code 3.*I need a key/],
  [{ code: "exited", exitCode: null, signal: "SIGSEGV", stderr: "" }, /SIGSEGV/],
  [
    { code: "exited", exitCode: 0, signal: null, stderr: "", idleMs: 60_000 },
    /The relay stopped.*60 seconds/s,
  ],
  [
    {
      code: "not-started",
      command: "nod",
      problem: "program-not-found",
      reason: "There is no program named nod on the relay's PATH",
    },
    /PATH.*spelling/,
  ],
  [{ code: "exited", exitCode: 1, signal: null, stderr: "\u001b[31mred\u001b[0m" }, /(?<!m)red/],
  [
    {
      code: "exited",
      exitCode: 1,
      signal: null,
      stderr: `SyntaxError: Unexpected token\n${"    at frame (node:x)\n".repeat(30)}\nNode.js`,
    },
    /syntax error.*SyntaxError: Unexpected token\n {4}at frame \(node:x\)\n {4}…\n\nNode.*file that the error names/s,
  ],
  [
    { code: "exited", exitCode: 1, signal: null, stderr: "Error: Cannot find module './x.js'" },
    /imports.*Cannot find module.*directory/,
  ],
  [
    {
      code: "exited",
      exitCode: 1,
      signal: null,
      stderr: "",
      ranMs: 61_000,
      during: [{ method: "tools/call", subject: "deploy" }, { method: "ping" }],
    },
    /^(?!.*(PATH|Connection options)).*code 1 during tools\/call deploy, ping.*It had run for 1 min/s,
  ],
  [
    { code: "exited", exitCode: 0, signal: null, stderr: "", during: [] },
    /code 0 while no request was in progress.*It ended by itself/s,
  ],
  [
    { code: "revision-not-supported", revision: "2026-07-28", refusal: methodNotFound },
    /^(?!.*(handshake|initialize)).*does not support 2026-07-28.*-32601.*Auto/s,
  ],
  [
    { code: "handshake", refusal: { kind: "unsupported", supported: ["2031-01-01"] } },
    /^(?!.*initialize).*2031-01-01.*server\/discover/s,
  ],
  [
    { code: "http-status", status: 403, statusText: "", url, body: "Host \u202e\u001b[2Jno\n1" },
    /403.*Host \\u\{202e\}\\u\{1b\}\[2Jno\n1/s,
  ],
  [
    { code: "http-status", status: 400, statusText: "", url, body: "x\n".repeat(900) },
    /: (x\n){12}… /,
  ],
  [{ code: "timeout", afterMs: 1000 }, /within 1 s.*Raise the timeout/],
  [{ code: "not-mcp", status: 200, contentType: "text/html", url, body }, /text\/html.*\/mcp/],
])("%o quotes its evidence", (failure, evidence) => {
  const { what, why, quote, next } = failureText(failure);
  expect([what, why, quote, ...next].join(" ")).toMatch(evidence);
});

describe("a failed fetch without a cause", () => {
  const from = (address: string, page: string, platform?: string) =>
    networkErrorText(
      { code: "network", url: address, reason: "Failed to fetch" },
      new URL(page) as unknown as Location,
      platform,
    );
  const order = (address: string, page: string, ...causes: readonly RegExp[]) => {
    const { next: all } = from(address, page);
    expect(all.at(-1)).toContain("Route Relay");
    const next = all.slice(0, -1);
    expect(next).toHaveLength(causes.length);
    next.forEach((step, index) => {
      expect(step).toMatch(causes[index] as RegExp);
    });
  };

  test("names the URL and every possible cause", () => {
    const { what, why } = from(url, "http://127.0.0.1:6280/");
    expect(what).toContain("127.0.0.1:3001");
    expect(why).toContain(url);
    for (const cause of [/listening/, /name/, /TLS/, /CORS/]) expect(why).toMatch(cause);
  });

  test("the command repeats the request, with its path, and nothing in a URL leaves its word", () => {
    const { quote } = from("http://127.0.0.1:3001/mcp/v1?a=1&b='x", "http://127.0.0.1/");
    expect(quote).toMatch(
      /^curl -i -X POST 'http:\/\/127.0.0.1:3001\/mcp\/v1\?a=1&b=%27x' .* -d '\{"jsonrpc"/,
    );
  });

  test("on Windows the command is for PowerShell, and the URL does not leave its quotes", () => {
    const { quote, next } = from("http://127.0.0.1:3001/';calc;'", "http://127.0.0.1/", "Win32");
    expect(quote).toMatch(/^Invoke-WebRequest .* -Uri 'http:\/\/127.0.0.1:3001\/'';calc;''' -/);
    expect(next[0]).toContain("in PowerShell");
  });

  test("a server that has answered before is not said to be down, and the new header is named", () => {
    const text = (newHeaders: readonly string[]) => {
      const headers = ["content-type", "mcp-protocol-version"];
      const request = { method: "POST", headers, newHeaders };
      const failure = { code: "network", url, reason: "Failed to fetch", request } as const;
      const { what, why, next } = failureText(failure);
      return [what, why, ...next].join(" ");
    };
    expect(text(["mcp-protocol-version"])).toMatch(
      /answers, but not to requests with mcp-protocol-version.*Access-Control-Allow-Headers: content-type, mcp-protocol-version/,
    );
    expect(text(["mcp-protocol-version"])).toMatch(/choose Route Relay/);
    expect(text([])).toMatch(/does not answer any more/);
    // CORS is not the reason, so another route is no help
    expect(text([])).not.toMatch(/Relay/);
    expect(text(["x"]) + text([])).not.toMatch(/no server is listening/);
  });

  test("on this machine the likely cause is a server that is not running", () =>
    order(url, "http://127.0.0.1:6280/", /running.*port 3001/, /CORS/));

  test("on another host the name, CORS and the certificate are possible causes", () =>
    order("https://example.com/mcp", "http://127.0.0.1:6280/", /exist/, /CORS/, /certificate/));

  test("an https page cannot use plain http, except to this machine", () => {
    order("http://example.com/mcp", "https://play.example/", /plain http/, /exist/, /CORS/);
    order("http://localhost/mcp", "https://play.example/", /port 80/, /CORS/);
  });
});
