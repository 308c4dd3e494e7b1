/** Applies the stored theme and the size of the window to the shell, before the first paint. */

/**
 * @param root the document's root; carries the theme
 * @param shell the static page
 * @param read returns a stored value, null if there is none
 * @see ../layout/theme.ts and ../../platform/compactQuery.ts, which say the same
 */
export function applyStoredLook(
  root: HTMLElement,
  shell: HTMLElement,
  read: (name: string) => string | null,
): void {
  const theme = read("mcp-playground.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (read("mcp-playground.density") === "comfortable") root.dataset.density = "comfortable";
  if (matchMedia("(width < 760px) or (height < 480px)").matches) {
    // the dev server has no static page
    shell.firstElementChild?.setAttribute("data-compact", "true");
  }
}
