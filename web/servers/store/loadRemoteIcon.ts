/** Loads the icon of a server from another address, after the user asked for it. */
import { toBase64 } from "../../../shared/core/base64.ts";
import { readUpTo } from "../../../shared/core/body.ts";
import { isSimpleSvg, maxSimpleBytes } from "../../../shared/core/text/simpleSvg.ts";
import type { RemoteIcon } from "./remoteIcons.ts";

const maxBytes = 100_000;
const timeoutMs = 15_000;
const imageType = /^image\/(png|jpeg|webp|gif|svg\+xml)$/;

/**
 * Sends neither cookies nor the address of this page.
 * @param url https
 */
export async function loadRemoteIcon(
  fetch: typeof globalThis.fetch,
  url: string,
): Promise<Exclude<RemoteIcon, { kind: "loading" }>> {
  try {
    const response = await fetch(url, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      // the user has agreed to this host only
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok || !response.body) return { kind: "failed", why: "not-readable" };
    const [type = ""] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
    if (!imageType.test(type.trim())) return { kind: "failed", why: "no-image" };
    const { bytes, isWhole } = await readUpTo(response.body, maxBytes);
    if (!isWhole) return { kind: "failed", why: "too-large" };
    const isSvg = type.trim() === "image/svg+xml";
    if (isSvg && !isSimpleSvg(bytes, maxSimpleBytes.icon)) {
      return { kind: "failed", why: "no-image" };
    }
    return { kind: "loaded", source: `data:${type.trim()};base64,${toBase64(bytes)}` };
  } catch {
    // refused by CORS, redirected, unreachable, or too slow: the page cannot distinguish these
    return { kind: "failed", why: "not-readable" };
  }
}
