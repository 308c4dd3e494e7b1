/**
 * Loads `node:http` without its lazy WebSocket client. An `import` reads every export, and two of
 * them load that client, which costs 14 MiB and 20 ms.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule("node:http");
