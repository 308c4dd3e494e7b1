/** Applies the colours of the page to Monaco and updates them when the theme changes. */
import { editor } from "monaco-editor/editor";

const colors = {
  "editor.background": "--color-surface",
  "editor.foreground": "--color-text",
  "editor.selectionBackground": "--color-selected",
  "editor.inactiveSelectionBackground": "--color-selected",
  "editor.selectionHighlightBackground": "--color-pressed",
  "editor.wordHighlightBackground": "--color-pressed",
  "editor.wordHighlightTextBackground": "--color-pressed",
  "editor.findMatchBackground": "--color-match",
  "editor.findMatchHighlightBackground": "--color-match",
  "editorBracketMatch.background": "--color-pressed",
  "editorBracketMatch.border": "--color-line-strong",
  "editorCursor.foreground": "--color-accent",
  "editorError.foreground": "--color-violation",
  "editorWarning.foreground": "--color-warning",
  "editorLineNumber.foreground": "--color-text-faint",
  "editorLineNumber.activeForeground": "--color-text",
  "editorIndentGuide.background1": "--color-line",
  "editorIndentGuide.activeBackground1": "--color-line-strong",
  "editorWidget.background": "--color-raised",
  "editorWidget.foreground": "--color-text",
  "editorWidget.border": "--color-line",
  "editorHoverWidget.background": "--color-raised",
  "editorHoverWidget.border": "--color-line",
  "editorSuggestWidget.background": "--color-raised",
  "editorSuggestWidget.border": "--color-line",
  "editorSuggestWidget.selectedBackground": "--color-selected",
  "editorSuggestWidget.selectedForeground": "--color-text",
  "editorSuggestWidget.highlightForeground": "--color-accent",
  "editorSuggestWidget.focusHighlightForeground": "--color-accent",
  "list.hoverBackground": "--color-hover",
  "menu.background": "--color-raised",
  "menu.foreground": "--color-text",
  "menu.selectionBackground": "--color-selected",
  "menu.selectionForeground": "--color-text",
  "input.background": "--color-surface",
  "input.foreground": "--color-text",
  "input.border": "--color-line-strong",
  focusBorder: "--color-focus",
  "widget.shadow": "--color-shadow",
};

const syntax = {
  "string.key.json": "--color-syntax-key",
  "string.value.json": "--color-syntax-string",
  "number.json": "--color-syntax-number",
  "keyword.json": "--color-syntax-literal",
  delimiter: "--color-syntax-punctuation",
};

/** Applies the theme to all editors, now and on every change of the page's theme. */
export function followPageTheme(): void {
  applyTheme();
  const attributes = new MutationObserver(applyTheme);
  attributes.observe(document.documentElement, {
    attributeFilter: ["data-theme", "class", "style"],
  });
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", applyTheme);
  }
}

function applyTheme() {
  const read = createColorReader();
  editor.defineTheme("page", {
    base: isDark(read("--color-surface")) ? "vs-dark" : "vs",
    inherit: true,
    colors: mapValues(colors, read),
    rules: Object.entries(syntax).map(([token, name]) => ({ token, foreground: read(name) })),
  });
  editor.setTheme("page");
}

/** Resolves CSS colours, including `light-dark()`, by painting a pixel: Monaco accepts only hex values. */
function createColorReader(): (token: string) => string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (token) => {
    const probe = document.createElement("span");
    probe.style.color = `var(${token})`;
    document.body.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    if (!context) return "#808080";
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const channels = [...context.getImageData(0, 0, 1, 1).data];
    return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  };
}

function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] =
    color.match(/[0-9a-f]{2}/g)?.map((hex) => Number.parseInt(hex, 16)) ?? [];
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}

function mapValues(tokens: Record<string, string>, read: (token: string) => string) {
  return Object.fromEntries(Object.entries(tokens).map(([key, token]) => [key, read(token)]));
}
