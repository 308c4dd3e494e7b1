/** Puts text on the clipboard, or says in words why it could not. */

/** Whether the text was copied, else what to tell the person. */
export type CopyResult =
  | { readonly kind: "copied" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Copies text.
 *
 * @param clipboard the browser's clipboard; undefined where the page's origin is not secure
 */
export async function copyText(
  text: string,
  clipboard: Pick<Clipboard, "writeText"> | undefined,
): Promise<CopyResult> {
  if (!clipboard) {
    return {
      kind: "refused",
      reason:
        "Browsers open the clipboard only to pages from https or from this machine. Select the text and copy it by hand.",
    };
  }
  try {
    await clipboard.writeText(text);
    return { kind: "copied" };
  } catch {
    return {
      kind: "refused",
      reason:
        "The browser did not allow the copy. Allow the clipboard for this page, or select the text and copy it by hand.",
    };
  }
}
