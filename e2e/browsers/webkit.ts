/**
 * Starts WebKitGTK's MiniBrowser and controls it over WebDriver.
 * @see https://w3c.github.io/webdriver/
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startProcess } from "../servers/process.ts";
import type { Browser, Tab } from "./browser.ts";

/** Milliseconds that a command may take; it ends a journey that hangs. */
const commandMs = 60_000;

type Send = <Result>(method: "GET" | "POST", path: string, body?: object) => Promise<Result>;

/**
 * Starts the browser through its driver, on an X server without a screen.
 * @param driver the path of WebKitWebDriver, which knows where MiniBrowser is
 * @param xvfb the path of Xvfb
 */
export async function startWebKit(driver: string, xvfb: string): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const display = await startDisplay(xvfb);
  const port = await freePort();
  const running = await startProcess({
    command: driver,
    args: [`--port=${port}`],
    env: {
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      DISPLAY: display.name,
      GDK_BACKEND: "x11",
    },
    port,
  });
  const origin = `http://127.0.0.1:${port}`;
  const { sessionId, capabilities } = await request<{
    readonly sessionId: string;
    readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
  }>("POST", `${origin}/session`, { capabilities: {} });
  const send: Send = (method, path, body) =>
    request(method, `${origin}/session/${sessionId}${path}`, body);
  await send("POST", "/window/rect", { x: 0, y: 0, width: 1440, height: 900 });
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async tabs() {
      const handles = await send<readonly string[]>("GET", "/window/handles");
      return handles.map((handle) => tabOf(send, handle));
    },
    async openTab() {
      // a tab in the background gets no input events
      const { handle } = await send<{ readonly handle: string }>("POST", "/window/new", {
        type: "window",
      });
      return tabOf(send, handle);
    },
    async close() {
      await running.stop();
      await display.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function tabOf(send: Send, handle: string): Tab {
  // commands go to the current window of the session
  const inTab = async <Result>(path: string, body: object) => {
    await send("POST", "/window", { handle });
    return send<Result>("POST", path, body);
  };
  return {
    id: handle,
    navigate: (url) => inTab("/url", { url }),
    reload: () => inTab("/refresh", {}),
    evaluate: (expression) => inTab("/execute/sync", { script: `return ${expression}`, args: [] }),
    perform: (actions) => inTab("/actions", { actions }),
  };
}

async function request<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(commandMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as {
    readonly value: Result & { readonly error?: string; readonly message?: string };
  };
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

async function startDisplay(xvfb: string) {
  const server = spawn(xvfb, ["-displayfd", "1", "-screen", "0", "1440x900x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await once(server.stdout, "data")) as [Buffer];
  return {
    name: `:${String(number).trim()}`,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}
