import { expect, test } from "vitest";
import { localSources, readDeclaredDomains, withoutSources } from "./declaredDomains.ts";
import { allowingLine, appPolicy } from "./policy.ts";

/** The directives of a policy, by name. */
function directivesOf(text: string) {
  return Object.fromEntries(
    text.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

const declared = {
  connectDomains: ["https://api.example.com", "wss://live.example.com"],
  resourceDomains: ["https://cdn.example.com", "https://*.images.example.com"],
  frameDomains: ["https://player.example.com"],
  baseUriDomains: ["https://base.example.com"],
};
const resources = "https://cdn.example.com https://*.images.example.com";

/** What we add to the policy of the specification: it may be stricter. */
const stricter = { "form-action": "'none'", "worker-src": "'none'" };

test("declared domains give the policy of the specification", () => {
  expect(directivesOf(appPolicy(declared, "specification").text)).toEqual({
    "default-src": "'none'",
    "script-src": `'self' 'unsafe-inline' ${resources}`,
    "style-src": `'self' 'unsafe-inline' ${resources}`,
    "connect-src": "'self' https://api.example.com wss://live.example.com",
    "img-src": `'self' data: ${resources}`,
    "font-src": `'self' ${resources}`,
    "media-src": `'self' data: ${resources}`,
    "frame-src": "https://player.example.com",
    "object-src": "'none'",
    "base-uri": "https://base.example.com",
    ...stricter,
  });
});

test("an app that declares no domains gets the restrictive default", () => {
  expect(directivesOf(appPolicy(undefined, "specification").text)).toEqual({
    "default-src": "'none'",
    "script-src": "'self' 'unsafe-inline'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "media-src": "'self' data:",
    "font-src": "'none'",
    "connect-src": "'none'",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'self'",
    ...stricter,
  });
});

test.each([
  [{}, "'self'", "'none'", "'self'"],
  [{ connectDomains: ["https://a.example"] }, "'self' https://a.example", "'none'", "'self'"],
  [{ frameDomains: [] }, "'self'", "'none'", "'self'"],
])("%j leaves out what is not declared", (domains, connect, frame, base) => {
  const directives = directivesOf(appPolicy(domains, "specification").text);
  expect(directives["connect-src"]).toBe(connect);
  expect(directives["frame-src"]).toBe(frame);
  expect(directives["base-uri"]).toBe(base);
});

test("the lax profile allows eval and blob:, no other domain, and reports what the specification blocks", () => {
  const policy = appPolicy(declared, "lax");
  expect(policy.reportText).toBe(appPolicy(declared, "specification").text);
  const lax = directivesOf(policy.text);
  expect(lax["script-src"]).toBe(`'self' 'unsafe-inline' 'unsafe-eval' blob: data: ${resources}`);
  expect(lax["worker-src"]).toBe(`'self' blob: ${resources}`);
  expect(lax["connect-src"]).toBe("'self' https://api.example.com wss://live.example.com");
  expect(lax["frame-src"]).toBe("https://player.example.com");
});

test.each([
  "https://a.example; script-src *",
  "https://a.example, https://b.example",
  "https://a.example https://b.example",
  "'unsafe-eval'",
  "*",
  "https:",
  "https://*",
  "data:",
  "javascript://a.example",
  "https://a.example/?q=1",
  "https://[::1]",
  "https://user@a.example",
  "https://a.example\n",
  "https://ä.example",
  "",
  7,
  null,
  `https://${"a".repeat(300)}.example`,
  // every program of this machine, and every device of a network
  "http://127.0.0.1:*",
  "ws://localhost:*",
  "http://*.localhost:6280",
  "http://2130706433:*",
  "http://0x7f.1:*",
  "http://192.168.1.1:*",
  "https://*.lan:*",
])("the source %j never reaches the policy", (value) => {
  const { domains, findings } = readDeclaredDomains({ resourceDomains: [value] }, "/csp");
  expect(domains).toEqual({ resourceDomains: [] });
  expect(findings).toMatchObject([
    { code: "app-domain-invalid", pointer: "/csp/resourceDomains/0", severity: "violation" },
  ]);
});

test.each([
  ["https://a.example", undefined],
  ["https://a.example:8443/lib/", undefined],
  ["wss://*.a.example:*", undefined],
  ["http://a.example", "app-domain-unencrypted"],
  ["http://localhost:3000", "app-domain-local"],
  ["http://0177.0.0.1:80", "app-domain-local"],
  ["https://nas.lan", "app-domain-local"],
  ["https://*.corp.internal", "app-domain-local"],
  ["http://169.254.169.254", "app-domain-local"],
  ["https://*.com", "app-domain-wide"],
])("the source %s is kept (finding: %s)", (value, code) => {
  const { domains, findings } = readDeclaredDomains({ connectDomains: [value] }, "");
  expect(domains).toEqual({ connectDomains: [value] });
  expect(findings.map((finding) => finding.code)).toEqual(code ? [code] : []);
});

test("sources on this machine and in private networks are known, except for the server's own", () => {
  const domains = {
    connectDomains: ["https://a.example", "http://127.0.0.1:3000", "ws://localhost:3000/live"],
    resourceDomains: ["http://localhost:6280", "http://2130706433:3000", "http://nas.lan:3000"],
    frameDomains: ["https://127.0.0.1:3000", "http://localhost", "https://*.corp.internal"],
  };
  const elsewhere = ["http://localhost:6280", "http://nas.lan:3000"];
  const atPort80 = ["http://localhost", "https://*.corp.internal"];
  expect(localSources(domains, "http://127.0.0.1:3000/mcp")).toEqual([...elsewhere, ...atPort80]);
  expect(localSources(domains, "https://a.example/mcp")).toHaveLength(8);
  expect(localSources(domains, undefined)).toHaveLength(8);
  const left = localSources(domains, undefined);
  expect(withoutSources(domains, left)).toEqual({
    connectDomains: ["https://a.example"],
    resourceDomains: [],
    frameDomains: [],
  });
});

test("wrong types and lists without end give findings and no policy without limit", () => {
  expect(readDeclaredDomains("https://a.example", "/csp")).toMatchObject({
    domains: undefined,
    findings: [{ code: "app-metadata-type", pointer: "/csp" }],
  });
  expect(readDeclaredDomains({ frameDomains: "https://a.example" }, "/csp").findings).toMatchObject(
    [{ code: "app-metadata-type", pointer: "/csp/frameDomains" }],
  );
  const many = Array.from({ length: 100_000 }, (_, index) => `https://a${index}.example`);
  const { domains, findings } = readDeclaredDomains({ connectDomains: many }, "");
  expect(domains?.connectDomains?.join(" ").length).toBeLessThan(4097);
  expect(findings).toHaveLength(100);
});

test.each([
  ["https://cdn.example/x.js?y", "script-src-elem", '"resourceDomains": ["https://cdn.example"]'],
  ["wss://live.example/s", "connect-src", '"connectDomains": ["wss://live.example"]'],
  ["https://a.example:8443/f", "frame-src", '"frameDomains": ["https://a.example:8443"]'],
  ["https://a.example/", "base-uri", '"baseUriDomains": ["https://a.example"]'],
  ["eval", "script-src", undefined],
  ["blob", "worker-src", undefined],
  ["https://a.example", "form-action", undefined],
])("the line that allows %s for %s", (url, directive, line) => {
  expect(allowingLine({ url, directive, disposition: "enforce" })).toBe(line);
});
