/** Examines the URL itself, and what the browser allows the page to contact. */
import { isBlockedPort, isLoopbackHost } from "../../core/text/addresses.ts";
import { type DoctorProbe, finding } from "../probe.ts";

export const urlProbe: DoctorProbe = {
  name: "url",
  applies: () => true,
  async run({ url, page, failure }) {
    const { hostname, port, protocol, href } = url;
    if (hostname === "0.0.0.0" || hostname === "[::]") {
      const severity = failure ? "violation" : "warning";
      return [finding("url-unspecified", { host: hostname }, [], severity)];
    }
    if (!page || !failure) return [];
    if (port !== "" && isBlockedPort(Number(port)))
      return [finding("url-port-blocked", { port: Number(port) })];
    if (page.isSecure && protocol === "http:" && !isLoopbackHost(hostname))
      return [finding("mixed-content", { url: href })];
    return (await page.isLocalDenied(href))
      ? [finding("local-network-denied", { host: url.host })]
      : [];
  },
};
