import { expect, test } from "vitest";
import { OptionError, type RelayOptions, resolveOptions } from "./relayOptions.ts";

test("enables everything on loopback, and nothing on a public relay unless configured", () => {
  expect(resolveOptions({})).toMatchObject({
    isPublic: false,
    forward: "private",
    stdio: true,
    sessions: true,
  });
  const everywhere = { host: "0.0.0.0", publicUrl: "https://play.example.com/mcp" };
  const resolved = resolveOptions(everywhere);
  expect(resolved).toMatchObject({ isPublic: true, forward: "off", stdio: false, sessions: false });
  expect(resolved.publicUrl?.href).toBe("https://play.example.com/mcp/");
  expect(resolveOptions({ ...everywhere, forward: "public" }).sessions).toBe(true);
  expect(resolveOptions({ ...everywhere, stdio: true }).sessions).toBe(true);
});

test.each<[RelayOptions, string]>([
  [{ host: "0.0.0.0" }, "add --public-url"],
  [{ host: "192.168.1.5" }, "add --public-url"],
  [{ host: "127.0.0.1.evil.example" }, "add --public-url"],
  [{ host: "127.0.0.2" }, "leave out --host"],
  [{ publicUrl: "https://play.example.com", forward: "private" }, "--forward public"],
  [{ publicUrl: "http://play.example.com", stdio: true }, "use an https --public-url"],
  [{ publicUrl: "http://play.example.com", forward: "public" }, "use an https --public-url"],
  [{ publicUrl: "play.example.com" }, "needs an http(s) URL"],
  [{ publicUrl: "file:///etc" }, "needs an http(s) URL"],
  [{ publicUrl: "https://me:pw@play.example.com" }, "no user"],
  [{ tunnels: true }, "--tunnels needs --public-url"],
  [{ tunnels: true, publicUrl: "https://play.example.com/mcp" }, "without a path"],
  [{ tunnels: true, publicUrl: "http://play.example.com" }, "an https --public-url"],
  [
    {
      tunnels: true,
      publicUrl: "https://play.example.com",
      trustProxy: "10.0.0.5",
      authHeader: "X-User",
    },
    "cannot be combined with --auth-header",
  ],
  [{ allowOrigins: ["*"] }, "one exact origin"],
  [{ allowOrigins: ["null"] }, "one exact origin"],
  [{ allowOrigins: ["https://play.example.com/page"] }, "one exact origin"],
  [{ allowOrigins: ["https://*.example.com"] }, "one exact origin"],
])("%j is refused in words", (options, words) => {
  expect(() => resolveOptions(options)).toThrow(OptionError);
  expect(() => resolveOptions(options)).toThrow(words);
});

test("loopback may be configured, and may be behind a proxy on the same machine", () => {
  expect(resolveOptions({ host: "localhost" })).toMatchObject({ host: undefined, isPublic: false });
  expect(resolveOptions({ host: "::1" })).toMatchObject({ host: undefined, isPublic: false });
  const resolved = resolveOptions({ publicUrl: "http://127.0.0.1:8080", stdio: true });
  expect(resolved).toMatchObject({ isPublic: true, sessions: true });
});

test("an origin may be given with a trailing slash", () => {
  expect(
    resolveOptions({ allowOrigins: ["https://a.example/", "http://localhost:3000"] }),
  ).toMatchObject({
    allowOrigins: ["https://a.example", "http://localhost:3000"],
  });
});
