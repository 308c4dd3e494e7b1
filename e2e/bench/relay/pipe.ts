/** Defines the connections that the relay benchmark compares: lines to and from the child process. */

export interface Pipe {
  write(bytes: Uint8Array): void;
  /** Called with every line of the child, without its line end. */
  onLine: (line: Uint8Array) => void;
  close(): void;
}

/** Round-trip times in milliseconds. */
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

/** Milliseconds until this many lines have arrived. */
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
