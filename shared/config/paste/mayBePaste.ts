/**
 * Quick check whether a text must be read as pasted text before it is parsed as an address or a
 * command.
 */

/** Programs whose command lines describe a server, or have variables without a value. */
const programs =
  /^(\$ |> )?(claude|codex|gemini|amp|droid|qwen|code|code-insiders|codium|cursor|windsurf|curl|docker|podman|nerdctl)\s/i;

/**
 * @param text of the address bar; false means that it is exactly what `parseTarget` reads
 */
export function mayBePaste(text: string): boolean {
  const trimmed = text.trim();
  if (/^https?:\/\/\S*$/i.test(trimmed)) {
    return (
      /^https?:\/\/[^/?#]*@/i.test(trimmed) ||
      /^https?:\/\/[^/]*(cursor\.com|vscode\.dev)\//i.test(trimmed)
    );
  }
  if (/^[{["'`“$>@#/]|^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed)) return true;
  if (/[\n\r|&;<>`]|\$\(/.test(trimmed) || programs.test(trimmed)) return true;
  const isOneWord = !/\s/.test(trimmed);
  return isOneWord && (/mcp|server/i.test(trimmed) || /^(com|org|net|io)\./i.test(trimmed));
}
