/** Whether a title repeats the name of its item, apart from case, separators and the word "tool". */
export function repeatsName(title: string, name: string): boolean {
  return plain(title) === plain(name);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\btool\b/g, "")
    .replace(/[\s\-_./:]+/g, "");
}
