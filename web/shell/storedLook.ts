/** Applies the stored theme and layout to the shell, before the first paint. */

/**
 * @param root the document's root; carries the theme, and the layout for `shell.css`
 * @param read returns a stored value, null where there is none
 * @see ../app/theme.ts and ../app/layout/layout.ts, which read the same values
 */
export function applyStoredLook(root: HTMLElement, read: (name: string) => string | null): void {
  const theme = read("mcp-playground.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (read("mcp-playground.density") === "comfortable") root.dataset.density = "comfortable";
  const layout = parseObject(read("mcp-playground.layout"));
  const side = layout.trafficSide === "below" ? "below" : "right";
  root.dataset.shellTraffic = layout.trafficOpen === false ? "closed" : side;
  root.dataset.shellExplorer = layout.explorerOpen === false ? "closed" : "open";
  const sizes = asObject(layout.sizes);
  for (const group of ["columns", "right", "below"]) {
    for (const [panel, size] of Object.entries(asObject(sizes[group]))) {
      if (typeof size !== "number" || !/^[a-z]+$/.test(panel)) continue;
      root.style.setProperty(`--shell-${group}-${panel}`, `${size} 1 0%`);
    }
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text ?? "null"));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
