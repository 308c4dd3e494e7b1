/** Build plugins that render the empty page into index.html, so that it is painted without React. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from "vite";

type ShellModule = typeof import("../app/shell/renderShell.tsx");

/** Marks the place of the shell in index.html. */
const placeholder = "{{shell}}";

/** Fills in the shell; the development server leaves it empty. */
export function staticShell(): Plugin[] {
  return [renderedShell(), inlinedShell()];
}

function renderedShell(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "static-shell",
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        if (!html.includes(placeholder)) return html;
        if (config.command === "serve") return html.replace(placeholder, "");
        const shell = await renderShell(config);
        const icon = readFileSync(join(config.publicDir, "favicon.svg"), "utf8");
        return html
          .replace("./favicon.svg", `data:image/svg+xml,${encodeURIComponent(icon)}`)
          .replace(placeholder, () => shell);
      },
    },
  };
}

/** Renders in Node with Vite's own module loader, which names CSS classes as the build does. */
async function renderShell({ root, define = {} }: ResolvedConfig): Promise<string> {
  const server = await createServer({
    configFile: false,
    root,
    define,
    logLevel: "error",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const shell = (await server.ssrLoadModule("/app/shell/renderShell.tsx")) as ShellModule;
    return shell.renderShell();
  } finally {
    await server.close();
  }
}

/**
 * Inlines the styles and the first script into index.html, so that the first paint waits for no
 * other file. The page's code is preloaded.
 */
function inlinedShell(): Plugin {
  return {
    name: "inlined-shell",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk: entry }) {
        if (!html.includes('id="shell"') || !entry) return html;
        if (entry.imports.length > 0) throw new Error(`${entry.name} imports ${entry.imports}`);
        const page = Object.values(bundle).find(
          (file): file is Rolldown.OutputChunk => file.type === "chunk" && file.name === "page",
        );
        if (!page) throw new Error("There is no chunk for the page");
        const files = [page.fileName, ...page.imports];
        const script = `<script type="module" blocking="render">${entry.code.trim()}</script>`;
        const styles = takeStyles(page, bundle);
        delete bundle[entry.fileName];
        return {
          html: html.replace(/<script type="module"[^>]* src="[^"]+"><\/script>/, () => script),
          tags: [
            { tag: "style", children: styles, injectTo: "head" },
            ...files.map((file) => ({
              tag: "link",
              attrs: {
                rel: "modulepreload",
                crossorigin: true,
                href: `./${file}`,
                ...(file === page.fileName && { id: "page-code" }),
              },
              injectTo: "head" as const,
            })),
          ],
        };
      },
    },
  };
}

/** Removes the style sheets of a chunk from the bundle, so that they are not loaded again, and returns their text. */
function takeStyles({ viteMetadata }: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string {
  const files = [...(viteMetadata?.importedCss ?? [])];
  viteMetadata?.importedCss.clear();
  const texts = files.map((file) => {
    const asset = bundle[file];
    delete bundle[file];
    return asset?.type === "asset" ? String(asset.source) : "";
  });
  return texts.join("");
}
