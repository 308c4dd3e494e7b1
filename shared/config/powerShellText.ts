/** Quotes texts for PowerShell. */

/**
 * An expression of PowerShell with this value: a text in single quotes, in which nothing is expanded. It
 * is printable ASCII on one line, whatever the text: typographic quotes would end it, an empty line ends
 * pasted input, and an encoding that a file or pipe lacks could turn other characters into quotes.
 * @see https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_quoting_rules
 * @see https://learn.microsoft.com/dotnet/api/system.text.regularexpressions.regex.unescape
 */
export function quotedForPowerShell(text: string): string {
  if (/^[ -~]*$/.test(text)) return literal(text);
  return `([regex]::Unescape(${literal(text.replace(/\\|[^ -~]/g, escaped))}))`;
}

function literal(ascii: string): string {
  return `'${ascii.replaceAll("'", "''")}'`;
}

/** A backslash, or a UTF-16 unit, as an escape of a regular expression. */
function escaped(char: string): string {
  return char === "\\" ? "\\\\" : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Formats a command as a line of PowerShell; its program needs no quotes. */
export function powerShellCommand(program: string, words: readonly string[]): string {
  // a word such as --% has a meaning of its own without quotes
  const plain = /^(?:--)?[\w./:]+(?:-[\w./:]+)*$/;
  const quoted = words.map((word) => (plain.test(word) ? word : quotedForPowerShell(word)));
  return [program, ...quoted].join(" ");
}

/** Whether the terminal of a browser's machine is most likely PowerShell. @param platform of `navigator` */
export function hasPowerShell(platform: string): boolean {
  return /^win/i.test(platform);
}
