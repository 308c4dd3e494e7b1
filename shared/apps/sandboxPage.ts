/** The text of the sandbox page: it holds the app's document and passes messages on. */

/**
 * Runs in the sandbox page, and its function `watch` for the app's document. The page is trusted with
 * nothing: at an isolated origin the app can change it. What it keeps from the app (messages of the
 * sandbox, messages of any size) protects the host's time only.
 */
const script = `
const isIsolated = self.origin !== "null";
const host = new URLSearchParams(location.search).get("host");
const hasPolicy = document.documentElement.dataset.policy === "header";
const prefix = "ui/notifications/sandbox-";
let frame, loads = 0, reports = 0;
const post = (message) => {
  let text = "null";
  try { text = JSON.stringify(message) ?? text; } catch {}
  if (text.length > 1e7) report({ kind: "too-large", length: text.length });
  else parent.postMessage(text, host);
};
const notify = (name, params) => post({ jsonrpc: "2.0", method: prefix + name, params });
const report = (params) => { if (reports++ < 200) notify("report", params); };
function watch(view, tell) {
  const text = (value) => String(value?.stack ?? value).slice(0, 1000);
  view.addEventListener("securitypolicyviolation", (event) => tell({
    kind: "blocked", url: event.blockedURI, directive: event.effectiveDirective,
    disposition: event.disposition, line: event.lineNumber, column: event.columnNumber,
    sample: event.sample,
  }));
  view.addEventListener("error", (event) => tell(event.message
    ? { kind: "error", text: event.message, source: event.filename, line: event.lineno }
    : { kind: "error", text: "Could not load " + (event.target.src ?? event.target.href) }), true);
  view.addEventListener("unhandledrejection", (event) => tell({ kind: "error", text: text(event.reason) }));
  for (const level of ["error", "warn"]) {
    const write = view.console[level];
    view.console[level] = (...values) => {
      tell({ kind: "console", level, text: values.map(text).join(" ").slice(0, 1000) });
      write.apply(view.console, values);
    };
  }
  new view.PerformanceObserver((_, observer) => {
    observer.disconnect();
    tell({ kind: "painted" });
  }).observe({ type: "paint", buffered: true });
  if (view.ReportingObserver) new view.ReportingObserver((all) => {
    for (const { body } of all) tell({ kind: "feature-blocked", feature: body.featureId });
  }, { types: ["permissions-policy-violation"], buffered: true }).observe();
}
function load({ html, permissions = {}, policy }) {
  if (frame || typeof html !== "string") return;
  if (!hasPolicy) {
    const meta = document.createElement("meta");
    meta.httpEquiv = "Content-Security-Policy";
    meta.content = policy;
    document.head.append(meta);
  }
  const features = { camera: "camera", microphone: "microphone", geolocation: "geolocation",
    clipboardWrite: "clipboard-write" };
  frame = document.createElement("iframe");
  frame.title = "App";
  frame.setAttribute("sandbox", "allow-scripts allow-forms" + (isIsolated ? " allow-same-origin" : ""));
  frame.allow = Object.keys(features).filter((name) => permissions[name])
    .map((name) => features[name] + (isIsolated ? "" : " *")).join("; ");
  const loaded = () => {
    if (loads++ === 0) report({ kind: "document-loaded" });
    else if (!frame.contentDocument) report({ kind: "navigated" });
  };
  if (isIsolated) {
    document.body.append(frame);
    const view = frame.contentWindow;
    view.document.open();
    watch(view, report);
    frame.addEventListener("load", loaded);
    view.document.write(html);
    view.document.close();
  } else {
    const tell = "(params) => parent.postMessage({ method: '" + prefix + "report', params }, '*')";
    frame.addEventListener("load", loaded);
    frame.srcdoc = "<!doctype html><script>(" + watch + ")(window, " + tell + ")</" + "script>" + html;
    document.body.append(frame);
  }
}
function take(event) {
  const { data, source } = event;
  // in a window of its own, the page that opened the window speaks
  if (source && event.origin === host && (source === parent || source === parent.opener)) {
    const message = JSON.parse(data);
    if (message.method === prefix + "resource-ready") load(message.params);
    else frame?.contentWindow.postMessage(message, isIsolated ? origin : "*");
  } else if (frame && source === frame.contentWindow && event.origin === origin) {
    const method = typeof data?.method === "string" ? data.method : "";
    if (!isIsolated && method === prefix + "report") report(data.params);
    else if (!method.startsWith(prefix)) post(data);
  }
}
addEventListener("securitypolicyviolation", (event) => {
  if (frame) report({ kind: "blocked", url: event.blockedURI, directive: event.effectiveDirective,
    disposition: event.disposition });
});
// at the page's own origin any site that embeds or opens this document could load its own into it
if (parent !== self && host && (hasPolicy || !isIsolated)) {
  addEventListener("message", take);
  notify("proxy-ready", {});
}
`;

/**
 * The sandbox page.
 * @param hasPolicy whether its response has the app's policy as a header; otherwise the page applies
 * the one that the host sends, and runs at an opaque origin only
 */
export function sandboxPage(hasPolicy: boolean): string {
  return `<!doctype html>
<html lang="en"${hasPolicy ? ' data-policy="header"' : ""}>
<meta charset="utf-8">
<title>App</title>
<style>html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}</style>
<body>
<script>${script}</script>
`;
}
