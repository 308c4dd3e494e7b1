/** Detects the language of code by its media type or file name. */

const ofType: Readonly<Record<string, string>> = {
  "application/javascript": "javascript",
  "application/sql": "sql",
  "application/toml": "ini",
  "application/typescript": "typescript",
  "application/x-httpd-php": "php",
  "application/x-python-code": "python",
  "application/x-sh": "bash",
  "application/xhtml+xml": "xml",
  "application/xml": "xml",
  "application/yaml": "yaml",
  "application/x-yaml": "yaml",
  "image/svg+xml": "xml",
  "text/css": "css",
  "text/html": "xml",
  "text/javascript": "javascript",
  "text/typescript": "typescript",
  "text/x-c": "c",
  "text/x-c++": "cpp",
  "text/x-csharp": "csharp",
  "text/x-diff": "diff",
  "text/x-go": "go",
  "text/x-java": "java",
  "text/x-java-source": "java",
  "text/x-kotlin": "kotlin",
  "text/x-patch": "diff",
  "text/x-python": "python",
  "text/x-ruby": "ruby",
  "text/x-rust": "rust",
  "text/x-shellscript": "bash",
  "text/x-sql": "sql",
  "text/x-swift": "swift",
  "text/xml": "xml",
  "text/yaml": "yaml",
};

const ofExtension: Readonly<Record<string, string>> = {
  c: "c",
  cc: "cpp",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  diff: "diff",
  go: "go",
  h: "c",
  html: "xml",
  java: "java",
  js: "javascript",
  jsx: "javascript",
  kt: "kotlin",
  mjs: "javascript",
  patch: "diff",
  php: "php",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  sql: "sql",
  svg: "xml",
  swift: "swift",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  xml: "xml",
  yaml: "yaml",
  yml: "yaml",
};

/**
 * @param mimeType as the server wrote it
 * @param uri of the resource
 * @returns undefined for text without a known language
 */
export function languageOf(mimeType: string, uri: string): string | undefined {
  const [essence = ""] = mimeType.split(";");
  const type = essence.trim().toLowerCase();
  if (Object.hasOwn(ofType, type)) return ofType[type];
  if (type.endsWith("+xml")) return "xml";
  const extension = /\.([a-z0-9]{1,5})$/i.exec(uri)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(ofExtension, extension) ? ofExtension[extension] : undefined;
}

/** The highlighter's name of a language that a fence in Markdown names. */
export function languageOfFence(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (Object.hasOwn(ofExtension, lower)) return ofExtension[lower];
  const aliases: Readonly<Record<string, string>> = {
    "c#": "csharp",
    "c++": "cpp",
    console: "bash",
    golang: "go",
    html: "xml",
    jsonc: "json",
    shell: "bash",
    zsh: "bash",
  };
  if (Object.hasOwn(aliases, lower)) return aliases[lower];
  return lower === "json" || Object.values(ofExtension).includes(lower) ? lower : undefined;
}
