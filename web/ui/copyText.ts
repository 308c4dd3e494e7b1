/** Copies text to the clipboard, or explains why that failed. */

/** Result of copying; `reason` is a message for the user. */
export type CopyResult =
  | { readonly kind: "copied" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Copies text.
 * @param text copied unchanged; undefined if there is none
 * @param clipboard the browser's clipboard; undefined when the origin is not secure
 */
export async function copyText(
  text: string | undefined,
  clipboard: Pick<Clipboard, "writeText"> | undefined,
): Promise<CopyResult> {
  if (text === undefined) {
    return { kind: "refused", reason: "There was nothing to copy. Try again." };
  }
  if (!clipboard) {
    return {
      kind: "refused",
      reason:
        "Browsers offer the clipboard only to pages on https or on this machine. Select the text and copy it manually.",
    };
  }
  try {
    await clipboard.writeText(text);
    return { kind: "copied" };
  } catch {
    return {
      kind: "refused",
      reason:
        "The browser refused access to the clipboard. Allow it for this page, or select the text and copy it manually.",
    };
  }
}
