/** Writes one HTTP response of a misbehaving server and records the bytes that were sent. */
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** The body of a response, to compare a log with. */
export interface SentBody {
  /** The called tool, or the method. */
  readonly about: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Reply {
  /** The request's id, as JSON text. */
  readonly id: string;
  /** The request's progress token, as JSON text. */
  readonly progressToken: string | undefined;
  readonly isOpen: () => boolean;
  head(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Sends bytes unchanged; settles when they are written. */
  write(piece: string | Uint8Array): Promise<void>;
  end(): void;
  /** Terminates the connection without ending the body. */
  cut(): void;
  wait(ms: number): Promise<void>;
}

/**
 * @param response not started yet
 * @param request the request that it answers
 * @param sent called when the response has ended in any way
 */
export function createReply(
  response: ServerResponse,
  request: { readonly about: string; readonly id: string; readonly progressToken?: string },
  sent: (body: SentBody) => void,
): Reply {
  const hash = createHash("sha256");
  let bytes = 0;
  response.once("close", () => sent({ about: request.about, bytes, sha256: hash.digest("hex") }));
  return {
    id: request.id,
    progressToken: request.progressToken,
    isOpen: () => !response.destroyed,
    head(status, headers = {}) {
      response.writeHead(status, headers);
      response.flushHeaders();
    },
    async write(piece) {
      if (response.destroyed) return;
      const chunk = Buffer.from(piece as string);
      hash.update(chunk);
      bytes += chunk.byteLength;
      await new Promise((resolve) => response.write(chunk, resolve));
    },
    end: () => response.end(),
    cut: () => response.socket?.end(),
    wait: (ms) => delay(ms),
  };
}
