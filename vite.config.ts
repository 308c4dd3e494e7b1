/** Builds the page, and while developing serves it with a relay beside it. */
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import type { ConfigEnv, Plugin, UserConfig } from "vite";
import { defineConfig } from "vitest/config";
import { resultsVariable } from "./e2e/progress/progress.ts";
import type { Relay } from "./relay/server.ts";
import { projectLinks, version } from "./relay/thisPackage.ts";
import { chunkGroups } from "./web/build/chunks.ts";
import { mergeChunks } from "./web/build/mergeChunks.ts";
import { pageSecurity } from "./web/build/pageSecurity.ts";
import { precompress } from "./web/build/precompress.ts";
import { staticShell } from "./web/build/staticShell.ts";
import { clientMetadata, clientMetadataUrl, readPublicUrl } from "./web/clientMetadata.ts";
import { slimMonaco } from "./web/editor/monaco/slimMonaco.ts";

/** Browsers that speak what the page is written in; nothing is transpiled for older ones. */
const browsers = ["chrome126", "edge126", "firefox128", "safari18"];

/** The default port of the dev server; what a page stores belongs to its port, so there is no second choice. */
const usualDevPort = 6281;

/** Where the page will be published, if that is known when it is built. */
const publicUrl = readPublicUrl(process.env.PUBLIC_URL);

/** Set once the browser was opened: a dev server that starts itself again opens no other. */
const opened = "MCP_PLAYGROUND_OPENED";

const pageAt = (name: string) => fileURLToPath(new URL(`web/${name}`, import.meta.url));

const isDevServer = (_config: UserConfig, { command, mode, isPreview }: ConfigEnv) =>
  command === "serve" && mode !== "test" && !isPreview;

/** Starts a relay, hands its part of the dev server's address to it, and opens the page with its token. */
function relayBeside(): Plugin {
  let relay: Relay | undefined;
  let ipv6: Server | undefined;
  let origin = "";
  return {
    name: "relay-beside",
    apply: isDevServer,
    async config({ server }) {
      const { createRelay } = await import("./relay/server.ts");
      const { readPageHost } = await import("./relay/http/pageHosts.ts");
      const { dataFolder } = await import("./relay/store/dataFolder.ts");
      const port = server?.port ?? usualDevPort;
      origin = `http://${readPageHost(dataFolder(undefined), port).name}:${port}`;
      relay = await createRelay({ port: 0, trustOrigins: [origin] });
      // browsers look for the page at both loopback addresses; Vite listens on one
      ipv6 = createServer((socket) => {
        const forwarded = connect(port, "127.0.0.1");
        for (const end of [socket, forwarded]) end.on("error", () => {});
        socket.pipe(forwarded).pipe(socket);
      });
      await once(ipv6.listen(port, "::1"), "listening").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "EADDRINUSE") throw error;
      });
      const proxy = { "^/api/": relay.url, "^/ws$": { target: relay.url, ws: true } };
      return { server: { host: "127.0.0.1", port, strictPort: true, proxy } };
    },
    configureServer(server) {
      server.middlewares.use(async ({ headers, url = "" }, response, next) => {
        const { toPage } = await import("./relay/http/localPage.ts");
        const location = headers.host === new URL(origin).host ? undefined : toPage(url, origin);
        if (location === undefined) return next();
        response.writeHead(303, { Location: location }).end();
      });
      // a link lets in one page; Vite's shortcut "u" prints another one
      const createLink = () => `${origin}/#k=${relay?.createToken()}`;
      const print = () => server.config.logger.info(`  Open ${createLink()}\n`);
      server.printUrls = print;
      server.httpServer?.once("listening", async () => {
        if (process.env[opened]) return print();
        process.env[opened] = "yes";
        const { hasDisplay, openBrowser } = await import("./relay/cli/openBrowser.ts");
        if (hasDisplay(process.env)) await openBrowser(createLink());
      });
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        process.once(signal, () => void server.close().finally(() => process.exit()));
      }
    },
    async closeBundle() {
      ipv6?.close();
      await relay?.close();
    },
  };
}

/** Lets the dev server's own inline script run; the built page has none and allows none. */
function relaxedForHotReload(): Plugin {
  return {
    name: "relaxed-for-hot-reload",
    apply: isDevServer,
    transformIndexHtml: (html) =>
      html.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
  };
}

const slow = "**/*.slow.test.ts";

/** Imports with which a test opens sockets or starts processes and threads. */
const processImport =
  /from "(node:(child_process|http|https|http2|net|tls|worker_threads)|(\.\.\/)+(relay|e2e(?!\/bench))\/)/;

/** The unit tests of `shared` and `web` with such imports, their own or those of their fixtures. */
function findProcessTests(): string[] {
  const usesProcesses = (path: string): boolean => {
    const text = readFileSync(path, "utf8");
    const fixtures = [...text.matchAll(/(?:from|import) "(\.[^"]+\.fixture\.tsx?)"/g)];
    return (
      processImport.test(text) ||
      fixtures.some(([, fixture = ""]) => usesProcesses(join(dirname(path), fixture)))
    );
  };
  const root = import.meta.dirname;
  const paths = globSync("{shared,web}/**/*.test.ts", { cwd: root });
  return paths.filter((path) => usesProcesses(join(root, path)));
}

const processTests = ["{relay,e2e}/**/*.test.ts", ...findProcessTests()];

export default defineConfig({
  root: "web",
  define: {
    __VERSION__: JSON.stringify(version),
    __HOMEPAGE__: JSON.stringify(projectLinks.homepage),
    __CLIENT_METADATA_URL__: JSON.stringify(publicUrl ? clientMetadataUrl(publicUrl) : undefined),
  },
  base: "./",
  plugins: [
    react(),
    // the page speaks English: its controls need no words of other languages
    optimizeLocales.vite({ locales: ["en-US"] }),
    slimMonaco(),
    mergeChunks(),
    staticShell(),
    pageSecurity(),
    precompress(),
    ...(publicUrl ? [clientMetadata(publicUrl)] : []),
    relayBeside(),
    relaxedForHotReload(),
  ],
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    target: browsers,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Monaco is as large as it is, and comes on first need; `npm run bench` watches the first load
    chunkSizeWarningLimit: 3000,
    rolldownOptions: {
      // compressing takes most of the time, as it should
      checks: { pluginTimings: false },
      input: {
        index: pageAt("index.html"),
        callback: pageAt("callback.html"),
        // named, so that what it needs at once comes in one piece
        page: pageAt("main.tsx"),
      },
      // entry.ts calls what main.tsx exports
      preserveEntrySignatures: "allow-extension",
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  worker: { format: "es" },
  test: {
    root: ".",
    projects: [
      {
        extends: true,
        test: {
          name: "modules",
          include: ["{shared,web}/**/*.test.ts"],
          exclude: [slow, ...processTests],
          // Starting a worker for each file would take longer than most files.
          isolate: false,
        },
      },
      // What a file leaves behind (sockets, processes, signal handlers, its environment) ends with its worker.
      { extends: true, test: { name: "processes", include: processTests, exclude: [slow] } },
      // Each file has a document of its own; a thread for it starts sooner than a process.
      {
        extends: true,
        test: {
          name: "components",
          include: ["web/**/*.test.tsx"],
          pool: "threads",
          // Each file has its own modules; lucide-react alone is 1,600 files.
          deps: {
            optimizer: {
              client: { enabled: true, include: ["lucide-react", "react-aria-components"] },
            },
          },
        },
      },
      // Tests that need Redis, nginx, a package registry or much time: only `npm run test:all` runs them.
      { extends: true, test: { name: "slow", include: [`{shared,relay,web,e2e}/${slow}`] } },
    ],
    ...(process.env[resultsVariable] ? { reporters: "e2e/progress/vitestReporter.ts" } : {}),
    environment: "node",
    // One worker more than cores: most tests wait for processes, and the default leaves a core idle.
    maxWorkers: availableParallelism() + 1,
    // Milliseconds; they end a test that hangs, and must not fail a slow machine. No test is retried.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: "e2e/compileCache.fixture.ts",
    setupFiles: ["e2e/testLimits.fixture.ts"],
  },
});
