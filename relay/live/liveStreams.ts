/** Streams live sessions to their viewers, and the number of viewers to their owners. */
import { once } from "node:events";
import type { Request, Response } from "express";
import type { LiveEnd } from "../../shared/relay/live/liveWire.ts";
import { onceDone } from "../blobs/transferLimiter.ts";
import { personOf } from "../people/people.ts";
import type { Follower, LiveFollowers } from "./liveFollowers.ts";
import type { LiveSession, LiveSessions } from "./liveSessions.ts";

interface EventStream {
  /**
   * Sends an event, and waits until the reader has taken it; closes the stream of a reader that takes
   * too long.
   */
  send(event: { name: string; data: string; id?: number }): Promise<void>;
  /** Keeps proxies from closing the connection. */
  keepAlive(): void;
  readonly isOpen: boolean;
  close(): void;
}

/** Milliseconds that a reader may take for one event. */
const slowestMs = 30_000;

/**
 * Begins an event stream as the response.
 * @param onClosed called once, when either side has closed it
 */
function openEventStream(request: Request, response: Response, onClosed: () => void): EventStream {
  let isOpen = true;
  onceDone(request, response, () => {
    isOpen = false;
    onClosed();
  });
  response.set({
    "Content-Type": "text/event-stream",
    // keeps proxies from buffering events
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  return {
    async send({ name, data, id }) {
      if (!isOpen) return;
      const number = id === undefined ? "" : `id: ${id}\n`;
      if (response.write(`${number}event: ${name}\ndata: ${data}\n\n`)) return;
      const late = setTimeout(() => response.destroy(), slowestMs);
      await Promise.race([once(response, "drain"), once(response, "close")]).catch(() => {});
      clearTimeout(late);
    },
    keepAlive() {
      if (isOpen && !response.writableNeedDrain) response.write(":\n\n");
    },
    get isOpen() {
      return isOpen;
    },
    close() {
      response.end();
    },
  };
}

interface LiveStreams {
  /** Sends the number of viewers, and renews the session until the owner leaves. */
  toOwner(request: Request, response: Response, session: LiveSession): Promise<void>;
  /** Sends who shares it, if known, the chunks from a number on, and those that follow. */
  toViewer(request: Request, response: Response, session: LiveSession, from: number): Promise<void>;
  close(): void;
}

/** @param check ends a session without its owner, and returns it if it continues */
export function createLiveStreams(
  sessions: LiveSessions,
  liveFollowers: LiveFollowers,
  check: (id: string) => Promise<LiveSession | undefined>,
): LiveStreams {
  const open = new Set<() => void>();

  const openStream = (request: Request, response: Response, onClosed: () => void) => {
    const close = () => stream.close();
    open.add(close);
    const stream = openEventStream(request, response, () => {
      open.delete(close);
      onClosed();
    });
    return { stream, close };
  };

  const renewOrEnd = async (session: LiveSession, follower: Follower) => {
    if (await sessions.find(session.id)) return sessions.renew(session);
    follower.ended("expired");
  };

  return {
    async toOwner(request, response, session) {
      let shown: number | undefined;
      let named = "[]";
      let leave = () => {};
      const { stream, close } = openStream(request, response, () => leave());
      const follower: Follower = {
        kind: "owner",
        chunk() {},
        viewers(viewers, people) {
          if (viewers !== shown) void stream.send({ name: "viewers", data: String(viewers) });
          shown = viewers;
          const names = JSON.stringify(people);
          if (names !== named) void stream.send({ name: "people", data: names });
          named = names;
        },
        ended(reason) {
          void stream.send({ name: "end", data: reason }).then(close);
        },
        tick() {
          stream.keepAlive();
          void renewOrEnd(session, follower).catch(close);
        },
      };
      leave = await liveFollowers.join(session.id, follower);
      if (!stream.isOpen) return leave();
      const { id } = session;
      follower.viewers(liveFollowers.viewersOf(id), liveFollowers.peopleOf(id));
    },
    async toViewer(request, response, { id, person }, from) {
      let next = from;
      let leave = () => {};
      let isSending = false;
      let isMore = false;
      let ended: LiveEnd | undefined;
      const { stream, close } = openStream(request, response, () => leave());
      if (person !== undefined) void stream.send({ name: "owner", data: JSON.stringify(person) });
      const send = async () => {
        isMore = true;
        if (isSending) return;
        isSending = true;
        try {
          while (isMore && stream.isOpen) {
            isMore = false;
            for (;;) {
              const bytes = stream.isOpen ? await sessions.read(id, next) : undefined;
              if (!bytes) break;
              const data = Buffer.from(bytes).toString("base64");
              await stream.send({ name: "chunk", data, id: next });
              next++;
            }
          }
          if (ended) await stream.send({ name: "end", data: ended }).then(close);
        } catch {
          // the store does not answer: the viewer connects again
          close();
        } finally {
          isSending = false;
        }
      };
      const follower: Follower = {
        kind: "viewer",
        person: personOf(response),
        chunk: () => void send(),
        viewers() {},
        ended(reason) {
          ended ??= reason;
          void send();
        },
        tick() {
          stream.keepAlive();
          void check(id)
            .then((isThere) => (isThere ? send() : follower.ended("expired")))
            .catch(close);
        },
      };
      leave = await liveFollowers.join(id, follower).catch(() => {
        close();
        return () => {};
      });
      if (!stream.isOpen) return leave();
      await send();
    },
    close() {
      for (const close of open) close();
    },
  };
}
