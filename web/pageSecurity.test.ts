import { expect, test } from "vitest";
import { metaContentSecurityPolicy, securityHeaders } from "../shared/page/securityHeaders.ts";
import { caddyHeaders, netlifyHeaders, nginxHeaders } from "./pageSecurity.ts";

test("no header holds what would end a line or a quoted value of the files", () => {
  for (const text of Object.entries(securityHeaders).flat()) expect(text).not.toMatch(/["\n\\$]/);
});

test.each([
  ["_headers", netlifyHeaders(), (name: string, value: string) => `\n  ${name}: ${value}\n`],
  [
    "nginx",
    nginxHeaders(),
    (name: string, value: string) => `add_header ${name} "${value}" always;`,
  ],
  ["Caddy", caddyHeaders(), (name: string, value: string) => `\n  ${name} "${value}"\n`],
])(
  "%s has every header; assets are cached for good, the callback page is never stored, and other sites show the badge",
  (_name, text, line) => {
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(text).toContain(line(name, value));
    }
    expect(text).toMatch(/callback\.html[^}/]*no-store/s);
    expect(text).toMatch(/badge\.svg[^}/]*Cross-Origin-Resource-Policy:? "?cross-origin/s);
    expect(text).toMatch(/\/assets\/[^}]*max-age=31536000, immutable/s);
  },
);

test("the page's own policy is the one that is sent, but for what a <meta> cannot say", () => {
  expect(`${metaContentSecurityPolicy}; frame-ancestors 'none'`).toBe(
    securityHeaders["Content-Security-Policy"],
  );
});
