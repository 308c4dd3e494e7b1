/**
 * Node's HTTP, at the price of what is used of it. An `import` of `node:http` reads every export,
 * and the two that belong to WebSockets load a whole other client with that: 14 MiB and 20 ms.
 */

export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule("node:http");
