/** Removes the parts of a URL that may hold keys. */

/** Removes userinfo, query and fragment of a URL, which may hold keys. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  return url.href;
}
