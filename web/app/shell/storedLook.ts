/** Applies the stored theme and layout to the shell, before the first paint. */

/**
 * @param root the document's root; carries the theme
 * @param shell the static page; its first rendering, for wide screens, takes the layout
 * @param read returns a stored value, null if there is none
 * @see ../app/theme.ts and ../app/layout/layout.ts, which read the same values
 */
export function applyStoredLook(
  root: HTMLElement,
  shell: HTMLElement,
  read: (name: string) => string | null,
): void {
  const theme = read("mcp-playground.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (read("mcp-playground.density") === "comfortable") root.dataset.density = "comfortable";
  const layout = parseObject(read("mcp-playground.layout"));
  if (layout.explorerOpen === false) close(shell, "explorer");
  if (layout.trafficOpen === false) close(shell, "traffic");
  if (layout.trafficSide === "below" || matchMedia("(max-width: 900px)").matches) {
    shell.querySelector("#work")?.setAttribute("data-side", "below");
    const line = shell.querySelector("#work > [role=separator]");
    line?.setAttribute("aria-orientation", "horizontal");
  }
  const { right, below } = asObject(layout.trafficShares);
  setSize(shell, "--explorer-width", layout.explorerWidth, "px");
  setSize(shell, "--traffic-right", right, "%");
  setSize(shell, "--traffic-below", below, "%");
}

function close(shell: HTMLElement, pane: "explorer" | "traffic"): void {
  shell.querySelector(`#${pane}`)?.setAttribute("data-closed", "true");
  shell.querySelector(`#pane-${pane}`)?.setAttribute("inert", "");
}

function setSize(element: HTMLElement, name: string, value: unknown, unit: string): void {
  if (typeof value === "number") element.style.setProperty(name, `${value}${unit}`);
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
