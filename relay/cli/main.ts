#!/usr/bin/env node
/** Entry point of `mcp-playground`: checks the version of Node, then runs the command line. */
// Older versions of Node must be able to run this file, so nothing is imported before the check.

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
