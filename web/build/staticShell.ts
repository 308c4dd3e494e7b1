/** Build plugins that render the empty page into index.html, so that it is painted without React. */
import { createServer, type Plugin, type ResolvedConfig } from "vite";

type ShellModule = typeof import("../shell/renderShell.tsx");

interface RenderedShell {
  readonly html: string;
  /** Absolute paths of the style sheets that the components in it import. */
  readonly styles: readonly string[];
}

/** What index.html holds where the shell belongs. */
const placeholder = "{{shell}}";

/** Imports the styles of the shell; the components import the same ones later. */
const stylesModule = "virtual:shell-styles";

/** Fills in the shell; the development server leaves it empty. */
export function staticShell(): Plugin[] {
  return [renderedShell(), loadShellFirst()];
}

function renderedShell(): Plugin {
  let config: ResolvedConfig;
  let rendering: Promise<RenderedShell> | undefined;
  const rendered = async (): Promise<RenderedShell> => {
    if (config.command === "serve") return { html: "", styles: [] };
    rendering ??= renderShell(config);
    return await rendering;
  };
  return {
    name: "static-shell",
    configResolved(resolved) {
      config = resolved;
    },
    resolveId: (id) => (id === stylesModule ? `\0${stylesModule}` : undefined),
    async load(id) {
      if (id !== `\0${stylesModule}`) return undefined;
      const { styles } = await rendered();
      return styles.map((path) => `import ${JSON.stringify(path)};`).join("\n");
    },
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        if (!html.includes(placeholder)) return html;
        const shell = await rendered();
        return html.replace(placeholder, () => shell.html);
      },
    },
  };
}

/** Renders in Node with Vite's own module loader, which names CSS classes as the build does. */
async function renderShell({ root, define = {} }: ResolvedConfig): Promise<RenderedShell> {
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
    const shell = (await server.ssrLoadModule("/shell/renderShell.tsx")) as ShellModule;
    const files = [...server.environments.ssr.moduleGraph.fileToModulesMap.keys()];
    return { html: shell.renderShell(), styles: files.filter((file) => file.endsWith(".css")) };
  } finally {
    await server.close();
  }
}

/** The first script runs before the first paint; the page's code is fetched meanwhile. */
function loadShellFirst(): Plugin {
  return {
    name: "shell-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        if (!html.includes('id="shell"')) return html;
        const pages = Object.values(bundle).filter(
          (file) => file.type === "chunk" && file.name === "page",
        );
        return {
          html: html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
          tags: pages.map(({ fileName }) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `./${fileName}` },
            injectTo: "head",
          })),
        };
      },
    },
  };
}
