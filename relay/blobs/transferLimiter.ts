/** Limits concurrent transfers of bodies, in total and per visitor. */
import type { Request, Response } from "express";
import { visitorFor } from "../http/rateLimiter.ts";

interface TransferLimiter {
  /**
   * Occupies a slot, which is released when the response is done or the connection closes.
   * @returns the limit that is reached, if any
   */
  begin(request: Request, response: Response): "all" | "visitor" | undefined;
}

/** Creates a limiter with all slots free. */
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
 * Calls back once, when a response is done or can no longer be sent. It also listens to the socket,
 * because a response queued behind another one (pipelining) gets no event when the socket closes.
 */
export function onceDone(request: Request, response: Response, act: () => void): void {
  const { socket } = request;
  let isDone = false;
  const done = () => {
    // the response closes while the socket calls its listeners, this one still among them
    if (isDone) return;
    isDone = true;
    response.off("close", done);
    socket.off("close", done);
    act();
  };
  // One listener per pipelined request: not a leak that Node should warn about.
  socket.setMaxListeners(0);
  response.on("close", done);
  socket.on("close", done);
  if (socket.destroyed) done();
}
