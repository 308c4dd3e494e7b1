/** The address of the demo server; the name cannot exist in the network. */

/** @see https://www.rfc-editor.org/rfc/rfc6761#section-6.4 */
export const demoUrl = "https://demo.invalid/mcp";
