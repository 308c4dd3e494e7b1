/** Bounds how many bodies are received or sent at the same time, in all and per visitor. */
import type { Request, Response } from "express";
import { visitorFor } from "../http/rateLimiter.ts";

export interface TransferLimiter {
  /**
   * Takes a place, which is given back when the answer is done or the connection is gone.
   * @returns which bound stands in the way, if any does
   */
  begin(request: Request, response: Response): "all" | "visitor" | undefined;
}

/** Makes the places. */
export function createTransferLimiter(bounds: { all: number; visitor: number }): TransferLimiter {
  const byVisitor = new Map<string, number>();
  let all = 0;
  return {
    begin(request, response) {
      const visitor = visitorFor(request.ip);
      const mine = byVisitor.get(visitor) ?? 0;
      if (mine >= bounds.visitor) return "visitor";
      if (all >= bounds.all) return "all";
      all += 1;
      byVisitor.set(visitor, mine + 1);
      onceDone(request, response, () => {
        all -= 1;
        const left = (byVisitor.get(visitor) ?? 1) - 1;
        if (left === 0) byVisitor.delete(visitor);
        else byVisitor.set(visitor, left);
      });
      return undefined;
    },
  };
}

/**
 * Calls back once, when an answer is done or can no longer be sent. An answer that waits behind
 * another one on its connection (pipelining) does not hear when the connection goes.
 */
export function onceDone(request: Request, response: Response, act: () => void): void {
  const { socket } = request;
  const done = () => {
    response.off("close", done);
    socket.off("close", done);
    act();
  };
  // one for each request that waits on the connection: no leak that Node should warn of
  socket.setMaxListeners(0);
  response.on("close", done);
  socket.on("close", done);
  if (socket.destroyed) done();
}
