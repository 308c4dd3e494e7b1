#!/usr/bin/env node
/** The command `mcp-playground`: sees to it that Node is recent enough, then hands over. */
// An older Node has to be able to read this file: nothing is imported before the check.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`mcp-playground needs Node.js 22.13 or newer; this is ${process.version}.`);
  process.exitCode = 1;
} else {
  void import("./smallHeap.ts")
    .then(({ keepHeapSmall }) => keepHeapSmall())
    .then(() => import("./cli.ts"))
    .then((cli) => cli.run(process.argv.slice(2)));
}
