/** Masks the secrets of a recording that another program made, as if it were recorded here. */
import type { Target } from "../config/target.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecording } from "./createRecording.ts";
import { restoreEntries } from "./entries/restoreEntries.ts";
import type { Recording, SharedServer } from "./recording.ts";

/** Records a recording again; one that is masked already stays unchanged. */
export async function maskAgain(recording: Recording): Promise<Recording> {
  const { server, revision, selected, startedAt, connections = [], entries = [] } = recording;
  const { conversations } = recording;
  const log = createEventLog({ now: () => 0 });
  let exchanges = 0;
  restoreEntries(
    { entries },
    {
      append: log.append,
      start: 0,
      connectionId: (id) => id ?? connections[0]?.id ?? "",
      newExchangeId: () => String(exchanges++),
    },
  );
  const { recording: again } = await createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map(
      connections.map(({ id, server: of, ...facts }) => [id, { ...facts, target: targetOf(of) }]),
    ),
    head: {
      server,
      ...(revision === undefined ? {} : { revision }),
      ...(selected === undefined ? {} : { selected }),
    },
    ...(conversations ? { conversations } : {}),
    ...(startedAt === undefined ? {} : { timeOrigin: Date.parse(startedAt) }),
  });
  // the kind of an existing mask is unknown, so its own counts stay
  return recording.leftOut ? { ...again, leftOut: recording.leftOut } : again;
}

function targetOf(server: SharedServer): Target {
  if (server.kind === "http") return server;
  const { environmentNames, ...target } = server;
  const env = Object.fromEntries((environmentNames ?? []).map((name) => [name, ""]));
  return { ...target, ...(environmentNames ? { env } : {}) };
}
