/** Build plugin that writes the security headers into the page and into configuration files for static hosts. */
import type { Plugin } from "vite";
import { metaContentSecurityPolicy, securityHeaders } from "../shared/page/securityHeaders.ts";

/** Returns the `_headers` file for Netlify and Cloudflare Pages. */
export function netlifyHeaders(): string {
  const lines = Object.entries(securityHeaders).map(([name, value]) => `  ${name}: ${value}`);
  return `/*\n${lines.join("\n")}\n\n/callback.html\n  Cache-Control: no-store\n`;
}

/** Returns a file for nginx to `include` in the `server` block that serves the page. */
export function nginxHeaders(): string {
  const add = (name: string, value: string) => `add_header ${name} "${value}" always;`;
  const lines = Object.entries(securityHeaders).map(([name, value]) => add(name, value));
  // a location with its own add_header does not inherit any
  const callback = [...lines, add("Cache-Control", "no-store")].map((line) => `    ${line}`);
  return `${lines.join("\n")}\n\nlocation = /callback.html {\n${callback.join("\n")}\n}\n`;
}

/** Returns a file for Caddy to `import` into the site that serves the page. */
export function caddyHeaders(): string {
  const lines = Object.entries(securityHeaders).map(([name, value]) => `  ${name} "${value}"`);
  return `header {\n${lines.join("\n")}\n}\nheader /callback.html Cache-Control "no-store"\n`;
}

/** Fills in the `<meta>` element of the page and emits the files beside it. */
export function pageSecurity(): Plugin {
  return {
    name: "page-security",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("{{contentSecurityPolicy}}", metaContentSecurityPolicy),
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: netlifyHeaders() });
      const folder = "static-hosting";
      this.emitFile({ type: "asset", fileName: `${folder}/nginx.conf`, source: nginxHeaders() });
      this.emitFile({ type: "asset", fileName: `${folder}/Caddyfile`, source: caddyHeaders() });
    },
  };
}
