/** Admits requests to live sessions: owners by their token, streams within the limits. */
import type { Request, Response } from "express";
import { createTransferLimiter } from "../blobs/transferLimiter.ts";
import { refuse } from "../http/errorResponses.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { LiveSession, LiveSessions } from "./liveSessions.ts";

interface LiveAdmissionOptions {
  readonly sessions: LiveSessions;
  readonly limits: RelayLimits;
  readonly isDraining: () => boolean;
  readonly count: (outcome: string) => void;
}

interface LiveAdmission {
  /** The session of the request if the request holds its owner's token; otherwise responds. */
  ownedBy(request: Request, response: Response): Promise<LiveSession | undefined>;
  /** Whether the relay serves another stream; otherwise responds. */
  admitStream(request: Request, response: Response): boolean;
}

export function createLiveAdmission(options: LiveAdmissionOptions): LiveAdmission {
  const { sessions, limits, isDraining, count } = options;
  const streamSlots = createTransferLimiter({
    all: limits.liveStreams,
    visitor: limits.liveStreamsPerVisitor,
  });

  return {
    async ownedBy(request, response) {
      const [, token] = /^Bearer ([\w-]+)$/.exec(request.get("Authorization") ?? "") ?? [];
      if (token === undefined) {
        response.set("WWW-Authenticate", "Bearer");
        refuse(response, 401, "Send the owner's token: Authorization: Bearer …");
        return undefined;
      }
      const session = await sessions.find(String(request.params.id));
      if (session && sessions.isOwner(session, token)) return session;
      if (session) refuse(response, 403, "This is not the owner's token.");
      else refuseUnknown(response);
      return undefined;
    },
    admitStream(request, response) {
      if (isDraining()) {
        refuse(response, 503, "The relay is being stopped.", 1);
        return false;
      }
      const bound = streamSlots.begin(request, response);
      if (bound === undefined) return true;
      count("too-many-streams");
      const reason = "Too many live sessions are being watched: try again soon.";
      refuse(response, bound === "all" ? 503 : 429, reason, 5);
      return false;
    },
  };
}

/** Responds that there is no such session. */
export function refuseUnknown(response: Response): void {
  refuse(response, 404, "There is no live session with this id; it may have ended.");
}
