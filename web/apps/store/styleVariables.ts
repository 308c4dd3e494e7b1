/** The values of the style variables that the page gives to apps: its own design tokens. */

/** Light and dark values by the part of the variable's name after `--color-`. */
const colors: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  "background-primary": ["#ffffff", "#1a1a1e"],
  "background-secondary": ["#f6f6f7", "#232328"],
  "background-tertiary": ["#e6e6ea", "#303037"],
  "background-inverse": ["#1a1a1e", "#ffffff"],
  "background-ghost": ["transparent", "transparent"],
  "background-info": ["#e6edfc", "#22304f"],
  "background-danger": ["#fdeeee", "#33201f"],
  "background-success": ["#e9f6ee", "#17291e"],
  "background-warning": ["#fdf4e3", "#2e2618"],
  "background-disabled": ["#f0f0f2", "#26262c"],
  "text-primary": ["#1a1a1e", "#ececf0"],
  "text-secondary": ["#55555f", "#b0b0ba"],
  "text-tertiary": ["#666671", "#9c9ca7"],
  "text-inverse": ["#ffffff", "#1a1a1e"],
  "text-ghost": ["#666671", "#9c9ca7"],
  "text-info": ["#2054cf", "#86abff"],
  "text-danger": ["#b3212b", "#ff928c"],
  "text-success": ["#17693a", "#79cf95"],
  "text-warning": ["#875400", "#e6b45c"],
  "text-disabled": ["#9a9aa4", "#66666f"],
  "border-primary": ["#8b8b96", "#6f6f7a"],
  "border-secondary": ["#e3e3e7", "#2d2d33"],
  "border-tertiary": ["#f0f0f2", "#26262c"],
  "border-inverse": ["#1a1a1e", "#ececf0"],
  "border-ghost": ["transparent", "transparent"],
  "border-info": ["#2054cf", "#86abff"],
  "border-danger": ["#b3212b", "#ff928c"],
  "border-success": ["#17693a", "#79cf95"],
  "border-warning": ["#875400", "#e6b45c"],
  "border-disabled": ["#e3e3e7", "#2d2d33"],
  "ring-primary": ["#2458d3", "#86abff"],
  "ring-secondary": ["#8b8b96", "#6f6f7a"],
  "ring-inverse": ["#ffffff", "#1a1a1e"],
  "ring-info": ["#2054cf", "#86abff"],
  "ring-danger": ["#b3212b", "#ff928c"],
  "ring-success": ["#17693a", "#79cf95"],
  "ring-warning": ["#875400", "#e6b45c"],
};

/** Size in pixels and line height by the part of the variable's name after `--font-`. */
const type: Readonly<Record<string, readonly [size: number, lineHeight: number]>> = {
  "text-xs": [11, 1.4],
  "text-sm": [12, 1.5],
  "text-md": [14, 1.5],
  "text-lg": [16, 1.5],
  "heading-xs": [12, 1.3],
  "heading-sm": [14, 1.3],
  "heading-md": [16, 1.3],
  "heading-lg": [20, 1.25],
  "heading-xl": [24, 1.25],
  "heading-2xl": [30, 1.2],
  "heading-3xl": [36, 1.2],
};

const fixed: Readonly<Record<string, string>> = {
  "--font-sans": "system-ui, sans-serif",
  "--font-mono": "ui-monospace, monospace",
  "--font-weight-normal": "400",
  "--font-weight-medium": "500",
  "--font-weight-semibold": "600",
  "--font-weight-bold": "700",
  "--border-radius-xs": "2px",
  "--border-radius-sm": "4px",
  "--border-radius-md": "6px",
  "--border-radius-lg": "8px",
  "--border-radius-xl": "12px",
  "--border-radius-full": "9999px",
  "--border-width-regular": "1px",
  "--shadow-hairline": "0 0 0 1px rgb(0 0 0 / 0.08)",
  "--shadow-sm": "0 1px 2px rgb(0 0 0 / 0.1)",
  "--shadow-md": "0 4px 12px rgb(0 0 0 / 0.14)",
  "--shadow-lg": "0 12px 32px rgb(0 0 0 / 0.2)",
};

/**
 * Every style variable of the specification.
 * @param scale of the text: 2 is twice its size
 */
export function styleVariables(scale: number): Record<string, string> {
  const variables: Record<string, string> = { ...fixed };
  for (const [name, [light, dark]] of Object.entries(colors)) {
    variables[`--color-${name}`] = light === dark ? light : `light-dark(${light}, ${dark})`;
  }
  for (const [name, [size, lineHeight]] of Object.entries(type)) {
    variables[`--font-${name}-size`] = `${size * scale}px`;
    variables[`--font-${name}-line-height`] = String(lineHeight);
  }
  return variables;
}
