/** Defines the connection that the relay benchmark measures: lines to and from the child process. */

export interface Pipe {
  write(bytes: Uint8Array): void;
  /** Called for every line that the child says, without its end. */
  onLine: (line: Uint8Array) => void;
  close(): void;
}

/** Milliseconds that each of some messages took there and back. */
export async function roundTrips(pipe: Pipe, times: number): Promise<number[]> {
  const params = { name: "echo", arguments: { message: "hello" } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  const took: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await new Promise<void>((resolve) => {
      pipe.onLine = () => resolve();
      pipe.write(bytes);
    });
    took.push(performance.now() - start);
  }
  return took;
}

/** Milliseconds until so many lines have come. */
export async function stream(pipe: Pipe, lines: number): Promise<number> {
  const start = performance.now();
  await new Promise<void>((resolve) => {
    let left = lines;
    pipe.onLine = () => {
      left -= 1;
      if (left === 0) resolve();
    };
    pipe.write(new TextEncoder().encode(`${lines}\n`));
  });
  return performance.now() - start;
}
