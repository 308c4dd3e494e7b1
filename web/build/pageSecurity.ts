/** Build plugin that writes the security headers into the page and into configuration files for static hosts. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { sandboxPath } from "../../shared/apps/sandbox.ts";
import { sandboxPage } from "../../shared/apps/sandboxPage.ts";
import {
  metaContentSecurityPolicy,
  sandboxPageHeaders,
  securityHeaders,
} from "../../shared/relay/page/securityHeaders.ts";

/** Marks the place of the policy in index.html. */
const placeholder = "{{contentSecurityPolicy}}";

/** The sandbox page has no policy of the page, which would be the app's as well. */
const sandboxPolicy = sandboxPageHeaders["Content-Security-Policy"] ?? "";

type Headers = ReturnType<typeof securityHeaders>;

/** `Cache-Control` for files whose name contains a hash of their content. */
const immutable = "public, max-age=31536000, immutable";

/** Returns the `_headers` file for Netlify and Cloudflare Pages, which compress by themselves. */
export function netlifyHeaders(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return `/*
${lines.join("\n")}

/assets/*
  Cache-Control: ${immutable}

/callback.html
  Cache-Control: no-store

/badge.svg
  ! Cross-Origin-Resource-Policy
  Cross-Origin-Resource-Policy: cross-origin

/${sandboxPath}
  ! Content-Security-Policy
  ! Cross-Origin-Opener-Policy
  Content-Security-Policy: ${sandboxPolicy}
`;
}

/** Returns a file for nginx to `include` in the `server` block that serves the page. */
export function nginxHeaders(headers: Headers): string {
  const add = (name: string, value: string) => `add_header ${name} "${value}" always;`;
  const lines = Object.entries(headers).map(([name, value]) => add(name, value));
  // the badge may be shown by other sites
  const embedded = lines.map((line) =>
    line.replace('Resource-Policy "same-origin"', 'Resource-Policy "cross-origin"'),
  );
  // a location with its own add_header does not inherit any
  const location = (path: string, caching: string, of = lines) => {
    const own = [...of, add("Cache-Control", caching)].map((line) => `    ${line}`);
    return `location ${path} {\n${own.join("\n")}\n}\n`;
  };
  return `${lines.join("\n")}
${add("Cache-Control", "no-cache")}

# Sends the .gz files. With the module ngx_brotli, "brotli_static on;" sends the smaller .br files.
gzip_static on;

${location("/assets/", immutable)}
${location("= /callback.html", "no-store")}
${location("= /badge.svg", "no-cache", embedded)}
${location(
  `= /${sandboxPath}`,
  "no-cache",
  Object.entries(sandboxPageHeaders).map(([name, value]) => add(name, value)),
)}`;
}

/** Returns a file for Caddy to `import` into the site that serves the page. */
export function caddyHeaders(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name} "${value}"`);
  return `header {
${lines.join("\n")}
}
header /assets/* Cache-Control "${immutable}"
header /callback.html Cache-Control "no-store"
header /badge.svg >Cross-Origin-Resource-Policy "cross-origin"
header /${sandboxPath} >Content-Security-Policy "${sandboxPolicy}"
header /${sandboxPath} >-Cross-Origin-Opener-Policy
@revalidated not path /assets/* /callback.html
header @revalidated Cache-Control "no-cache"

# Sends the .br and .gz files; replaces the file_server of the site.
file_server {
  precompressed br gzip
}
`;
}

/** Fills in the `<meta>` element of the page and emits the files for static hosts. */
export function pageSecurity(): Plugin {
  let inlineScripts: string[] = [];
  return {
    name: "page-security",
    configureServer(server) {
      server.middlewares.use(`/${sandboxPath}`, (_request, response) => {
        response.writeHead(200, { ...sandboxPageHeaders, "Content-Type": "text/html" });
        response.end(sandboxPage(false));
      });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { server }) {
        if (!html.includes(placeholder)) return html;
        // scripts that the development server adds are not in the built page
        inlineScripts = server ? [] : hashScripts(html);
        return html.replace(placeholder, metaContentSecurityPolicy(inlineScripts));
      },
    },
    generateBundle: {
      order: "post",
      handler() {
        const headers = securityHeaders(inlineScripts);
        const folder = "static-hosting";
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: "asset", fileName, source });
        emit(sandboxPath, sandboxPage(false));
        emit("_headers", netlifyHeaders(headers));
        emit(`${folder}/nginx.conf`, nginxHeaders(headers));
        emit(`${folder}/Caddyfile`, caddyHeaders(headers));
      },
    },
  };
}

/** Returns the CSP source of each script in a page that has no `src`. */
function hashScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
}
