#!/usr/bin/env node
/** Entry point of `mcp-playground`: checks the version of Node, then runs the command line. */
// Older versions of Node must be able to run this file, so nothing is imported before the check.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`mcp-playground needs Node.js 22.13 or newer; this is ${process.version}.`);
  process.exitCode = 3;
} else {
  void main();
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 1 && /^(-v|--version)$/.test(args[0] ?? "")) {
    const { version } = await import("../thisPackage.ts");
    console.log(version);
    return;
  }
  const { keepHeapSmall } = await import("./smallHeap.ts");
  keepHeapSmall();
  const { keepCompiledCode } = await import("./compileCache.ts");
  keepCompiledCode();
  const [{ run }, { createTerminal }] = await Promise.all([
    import("./cli.ts"),
    import("./terminal.ts"),
  ]);
  // The reader of the output may close the pipe: `mcp-playground --help | head -1`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  process.exitCode = await run(args, createTerminal(process));
}
