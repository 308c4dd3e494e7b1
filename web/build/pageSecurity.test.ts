import { expect, test } from "vitest";
import {
  metaContentSecurityPolicy,
  securityHeaders,
} from "../../shared/relay/page/securityHeaders.ts";
import { caddyHeaders, netlifyHeaders, nginxHeaders } from "./pageSecurity.ts";

const scripts = ["'sha256-MJOeBOrb0KTZLEOExn3OSs5TlhHsVmWk4T0Nzvk/9bg='"];
const headers = securityHeaders(scripts);

test("no header contains a character that would end a line or a quoted value of the files", () => {
  for (const text of Object.entries(headers).flat()) expect(text).not.toMatch(/["\n\\$]/);
});

test.each([
  ["_headers", netlifyHeaders(headers), (name: string, value: string) => `\n  ${name}: ${value}\n`],
  [
    "nginx",
    nginxHeaders(headers),
    (name: string, value: string) => `add_header ${name} "${value}" always;`,
  ],
  ["Caddy", caddyHeaders(headers), (name: string, value: string) => `\n  ${name} "${value}"\n`],
])(
  "%s has every header; assets are immutable, the callback page is never stored, and other sites may show the badge",
  (_name, text, line) => {
    for (const [name, value] of Object.entries(headers)) {
      expect(text).toContain(line(name, value));
    }
    expect(text).toMatch(/callback\.html[^}]*no-store/s);
    expect(text).toMatch(/badge\.svg[^}]*Cross-Origin-Resource-Policy:? "?cross-origin/s);
    expect(text).toMatch(/\/assets\/[^}]*max-age=31536000, immutable/s);
  },
);

test("the policy in <meta> is that of the header without frame-ancestors, which <meta> does not support", () => {
  expect(`${metaContentSecurityPolicy(scripts)}; frame-ancestors 'none'`).toBe(
    headers["Content-Security-Policy"],
  );
});
