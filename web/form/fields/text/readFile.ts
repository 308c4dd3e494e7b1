/** Reads a file of the user as text. */

/**
 * @param as the text in it, or its bytes as base64, alone or in a `data:` URL
 * @returns undefined if the file cannot be read
 */
export function readFile(
  file: File,
  as: "text" | "base64" | "data-url",
): Promise<string | undefined> {
  if (as === "text") return file.text().catch(() => undefined);
  return new Promise((resolve) => {
    // the browser's own encoder is faster than ours for large files
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(as === "data-url" ? url : (url.split(",", 2)[1] ?? ""));
    };
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
}
