/** Offers text or bytes to the user as a file to save. */

/** @param type the media type, such as `application/json` */
export function saveFile(
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // the download has read the URL by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
