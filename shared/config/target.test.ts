import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTarget, parseTarget } from "./target.ts";

/** Every code point, lone surrogates included. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

test.each([
  ["http://localhost:3001/mcp", "http://localhost:3001/mcp"],
  ["  HTTPS://Example.com/MCP  ", "https://example.com/MCP"],
  ["localhost:3001/mcp", "http://localhost:3001/mcp"],
  ["localhost/mcp", "http://localhost/mcp"],
  ["127.0.0.1:80", "http://127.0.0.1/"],
  ["[::1]:3001/mcp", "http://[::1]:3001/mcp"],
  ["my-host:8080/mcp", "http://my-host:8080/mcp"],
  ["example.com/mcp", "https://example.com/mcp"],
  ["https://example.com/mcp?key=1#part", "https://example.com/mcp?key=1"],
])("%s is %s", (text, url) => {
  expect(parseTarget(text)).toEqual({ kind: "target", target: { kind: "http", url } });
});

test.each([
  ["http://ann:hush@host/mcp", "ann:hush"],
  ["http://ann@host/mcp", "ann:"],
  ["http://ann:h%40sh@host/mcp", "ann:h@sh"],
  ["http://100%:%zz@host/mcp", "100%:%zz"],
])("the userinfo of %s is separated from the URL", (text, userinfo) => {
  expect(parseTarget(text)).toEqual({
    kind: "target",
    target: { kind: "http", url: "http://host/mcp", userinfo },
  });
});

test.each([
  ["npx -y server", "npx", ["-y", "server"]],
  ["./server.sh", "./server.sh", []],
  ["/usr/bin/server --http http://localhost/", "/usr/bin/server", ["--http", "http://localhost/"]],
  ["python3.12 server.py", "python3.12", ["server.py"]],
  ["http-server", "http-server", []],
  ["https-proxy/server.js", "https-proxy/server.js", []],
  ["http //localhost", "http", ["//localhost"]],
  ["'http//x'", "http//x", []],
  ["//usr/bin/server", "//usr/bin/server", []],
])("%s is a command", (text, command, args) => {
  expect(parseTarget(text)).toEqual({ kind: "target", target: { kind: "stdio", command, args } });
});

test.each([
  ["", "empty"],
  [" \t", "empty"],
  ["ftp://example.org/mcp", "scheme"],
  ["javascript://alert(1)", "scheme"],
  ["http://", "url"],
  ["http://[nonsense", "url"],
  ["localhost:99999", "url"],
  ["http//127.0.0.1/mcp", "url"],
  ["http:/127.0.0.1/mcp", "url"],
  ["https;//example.com/mcp", "url"],
  ["ttps//example.com", "url"],
  ["http:example.com", "url"],
  ["http:\\\\127.0.0.1\\mcp", "url"],
  ["//127.0.0.1/mcp", "url"],
  ["://localhost:3000/mcp", "url"],
  [`node "open`, "open-quote"],
  ["KEY=value", "no-command"],
])("%s is invalid", (text, reason) => {
  expect(parseTarget(text)).toEqual({ kind: "invalid", reason });
});

test.each([
  ["http://ann:hush@host/mcp", "http://host/mcp"],
  ["KEY=hush node 'my server.js'", "node 'my server.js'"],
])("%s is formatted without its secrets", (text, written) => {
  const parsed = parseTarget(text);
  expect(parsed.kind === "target" && formatTarget(parsed.target)).toBe(written);
});

test.each([
  "localhost:3000/mcp",
  "127.0.0.1",
  "example.com/mcp",
  "http://example.com/mcp",
  "ftp://x",
  "A=1",
])("a program named %s survives formatting and parsing", (command) => {
  for (const args of [[], ["two words", "A=2"]]) {
    const target = { kind: "stdio", command, args } as const;
    expect(parseTarget(formatTarget(target))).toEqual({ kind: "target", target });
  }
});

test("any command is the same after formatting and parsing", () => {
  const program = fc.oneof(
    fc.string({ unit: anyCharacter, minLength: 1 }),
    fc.string({ unit: fc.constantFrom("a", ".", ":", "/", "8", "=", "'", " "), minLength: 1 }),
    fc
      .tuple(fc.constantFrom("http://", "https://", "ftp://", "localhost:", "a.b/"), fc.string())
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(program, fc.array(fc.string()), (command, args) => {
      const target = { kind: "stdio", command, args } as const;
      expect(parseTarget(formatTarget(target))).toEqual({ kind: "target", target });
    }),
  );
});
