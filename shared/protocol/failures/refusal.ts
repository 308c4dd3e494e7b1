/** How a server refuses the revision or the era that the client offers. */

export type RevisionRefusal =
  /** A JSON-RPC error; `code` is NaN and `message` empty if the server left them out. */
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  /** An HTTP status without an error of the modern era. */
  | { readonly kind: "status"; readonly status: number }
  /** The server names the revisions that it supports; empty if it names none. */
  | { readonly kind: "unsupported"; readonly supported: readonly string[] }
  /** A result without the member that names the revision or the supported revisions. */
  | { readonly kind: "no-revision" }
  /** No answer in time. */
  | { readonly kind: "timeout" }
  /** The request failed; `reason` is the platform's error message. */
  | { readonly kind: "network"; readonly reason: string }
  | { readonly kind: "exited" }
  /** An answer that is not MCP; `failure` is its code. */
  | { readonly kind: "no-mcp"; readonly failure: string };
