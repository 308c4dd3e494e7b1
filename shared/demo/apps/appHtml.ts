/** The parts that the demo server's apps share: look, and a small client of the host. */

const style = `
:root { color-scheme: light dark; }
body {
  margin: 0; padding: 16px; font: 14px/1.5 var(--font-sans, system-ui, sans-serif);
  color: var(--color-text-primary, light-dark(#1f2328, #e6edf3));
  background: var(--color-background-primary, light-dark(#fff, #16181d));
}
button {
  font: inherit; padding: 4px 12px; cursor: pointer; color: inherit;
  background: var(--color-background-secondary, light-dark(#f3f4f6, #262a31));
  border: 1px solid var(--color-border-primary, light-dark(#d0d7de, #3a3f47)); border-radius: 6px;
}
button:hover { border-color: currentColor; }
`;

/** Requests of an app are numbered; the host's requests are answered. */
const client = `
let lastId = 0;
const waiting = new Map();
const handlers = {};
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params = {}) => send({ method, params });
const ask = (method, params = {}) => new Promise((resolve, reject) => {
  const id = ++lastId;
  waiting.set(id, { resolve, reject });
  send({ id, method, params });
});
addEventListener("message", async ({ data, source }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  if (!data.method) {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    return data.error ? reject?.(new Error(data.error.message)) : resolve?.(data.result);
  }
  const handler = handlers[data.method];
  const result = await handler?.(data.params ?? {});
  if (data.id === undefined) return;
  if (handler) send({ id: data.id, result: result ?? {} });
  else send({ id: data.id, error: { code: -32601, message: "No method " + data.method } });
});
const apply = ({ theme, styles }) => {
  if (theme) document.documentElement.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    document.documentElement.style.setProperty(name, value);
  }
};
handlers["ui/notifications/host-context-changed"] = apply;
handlers["ui/resource-teardown"] = () => ({});
const connect = async (appCapabilities = {}) => {
  const { hostContext = {} } = await ask("ui/initialize", {
    appInfo: { name: document.title, version: "1.0.0" }, appCapabilities,
    protocolVersion: "2026-01-26",
  });
  apply(hostContext);
  notify("ui/notifications/initialized");
  let height = 0;
  new ResizeObserver(() => {
    const next = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (next === height) return;
    height = next;
    notify("ui/notifications/size-changed", { height });
  }).observe(document.documentElement);
};
`;

/**
 * Writes the document of an app.
 * @param parts.style CSS after the common one
 * @param parts.script has `ask`, `notify`, `handlers` and `connect`
 */
export function appHtml(parts: {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  readonly script: string;
}): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${parts.title}</title>
<style>${style}${parts.style}</style>
${parts.body}
<script type="module">${client}${parts.script}</script>
</html>
`;
}
