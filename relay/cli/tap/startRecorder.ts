/** Starts the process that records a tap. */
import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import * as v from "valibot";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { SharedServer } from "../../../shared/recording/recording.ts";
import { noRules, type TapOrder, tapOrder } from "../../../shared/taps/tapOrders.ts";
import { type Copies, createCopies } from "./copies.ts";

/** What the recording process needs to know about a tap, its first copy. */
export interface TapFacts {
  readonly kind: "tap";
  /** What the user calls it; undefined for the command or URL. */
  readonly name: string | undefined;
  readonly server: SharedServer & { readonly env?: Readonly<Record<string, string>> | undefined };
  /** The process of the server, which must not outlive the tap. */
  readonly pid?: number;
  /** The URL to which spans are posted while it records. */
  readonly otlp?: string | undefined;
  /** Whether the tap can start the server anew. */
  readonly restarts?: true;
  /** The relay at which everybody who has its address reaches the server. */
  readonly publicAt?: string;
}

/** Reads the orders of pages; they end with the recording process. */
function readOrders(source: Readable, onOrder: (order: TapOrder) => void): void {
  const lines = createInterface({ input: source });
  lines.on("line", (line) => {
    const { success, output } = v.safeParse(tapOrder, parseJsonObject(line));
    if (success) onOrder(output);
  });
  lines.on("close", () => onOrder({ order: "rules", ...noRules }));
  source.on("error", () => {});
  if (source instanceof Socket) source.unref();
}

/**
 * Recording is the work of another process: reading and masking messages must not delay them, and
 * what is wrong with them must not end the tap.
 */
export function startRecorder(
  facts: Omit<TapFacts, "kind">,
  onOrder: (order: TapOrder) => void,
): Copies {
  const program = join(import.meta.dirname, "recorder", `main${extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [program], {
    // what it says is about spans only
    stdio: ["pipe", "pipe", facts.otlp === undefined ? "ignore" : "inherit"],
    // it writes what it has after the tap has ended, also when a terminal ends all of its processes
    detached: true,
    windowsHide: true,
  });
  child.on("error", () => {});
  child.unref();
  readOrders(child.stdout, onOrder);
  const copies = createCopies(child.stdin);
  copies.addFact({ kind: "tap", ...facts });
  return copies;
}
