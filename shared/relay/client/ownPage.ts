/** The routes of a relay for its own page with a session, and the request for them. */

/** Relative to the relay's URL; returns {@link deviceKeyBytes} of the device key as `key`, in base64url. */
export const deviceKeyPath = "api/device-key";

/** Relative to the relay's URL; returns a new link to the page as `link`, for another tab. */
export const newLinkPath = "api/link";

/** Size of the relay's half of the device key in bytes. */
export const deviceKeyBytes = 32;

/**
 * Sends the request.
 * @param url of one of the routes
 * @returns the response's JSON; undefined if the relay refuses or does not answer
 */
export async function askAsOwnPage(
  fetch: typeof globalThis.fetch,
  url: URL,
  session: string,
): Promise<{ readonly key?: unknown; readonly link?: unknown } | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${session}` },
      credentials: "same-origin",
      redirect: "error",
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
