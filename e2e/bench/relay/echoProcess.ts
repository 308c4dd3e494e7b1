/** Child process of the relay's benchmark: echoes lines, or prints as many as requested. */
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const many = Number(line);
  if (Number.isNaN(many)) {
    process.stdout.write(`${line}\n`);
    continue;
  }
  for (let i = 1; i <= many; i++) {
    const params = { level: "info", data: `Line ${i} of ${many}, which is about as long as most.` };
    const more = process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params })}\n`,
    );
    if (!more) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}
