/** The scripts that connect the completion of a shell with the command line. */

/** The shells that are known, and the script of each. */
export const completionScripts: Readonly<Record<string, string>> = {
  // mapfile evaluates nothing, unlike compgen -W
  bash: `_mcp_playground() {
  mapfile -t COMPREPLY < <(mcp-playground completion bash "$COMP_POINT" "$COMP_LINE" 2>/dev/null)
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -o default -F _mcp_playground mcp-playground
`,
  zsh: `#compdef mcp-playground
_mcp_playground() {
  local -a found
  found=("\${(@f)$(mcp-playground completion zsh "$CURSOR" "$BUFFER" 2>/dev/null)}")
  found=(\${found:#})
  (( $#found )) || { _files; return }
  compadd -S '' -- \${(M)found:#*=}
  compadd -- \${found:#*=}
}
compdef _mcp_playground mcp-playground
`,
  fish: `complete -c mcp-playground -a '(mcp-playground completion fish (commandline -C) (commandline) 2>/dev/null)'
`,
};
