/** Reads the skills of cases from the servers that list them. */
import type { Connected } from "../client/connected.ts";
import type { Operation } from "../client/operation.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { isOfBytes } from "../skills/archiveFiles.ts";
import { readSkillEntry } from "../skills/skillEntry.ts";
import { bytesOfContents, verifySkillFile } from "../skills/verifyFile.ts";
import type { EvalServer } from "./evalServers.ts";
import type { EvalCase } from "./evalSuite.ts";
import type { SkillText } from "./skillCases.ts";

interface SkillSource extends EvalServer {
  readonly client: Pick<Connected, "offers" | "list"> & {
    request(...call: Parameters<Connected["request"]>): Pick<Operation, "done">;
  };
}

/** Reads a skill of the servers that a case names, or of all: of the first that lists it. */
export function skillReader(servers: readonly SkillSource[], signal?: AbortSignal) {
  return async (uri: string, { servers: wanted }: EvalCase): Promise<SkillText | undefined> => {
    for (const { id, names, client } of servers) {
      if (wanted && !names.some((name) => wanted.includes(name))) continue;
      if (!client.offers("skills/list")) continue;
      const { items } = await client.list("skills/list", "skills", signal && { signal });
      const entry = items.map(readSkillEntry).find((each) => each?.uri === uri);
      if (!entry) continue;
      const initiator = { kind: "engine" } as const;
      const options = { initiator, ...(signal && { signal }) };
      const outcome = await client.request("resources/read", JSON.stringify({ uri }), options).done;
      if (outcome.kind !== "result") return undefined;
      const contents = getOwn(outcome.value, "contents");
      const text = getOwn(Array.isArray(contents) ? contents[0] : undefined, "text");
      if (typeof text !== "string") return undefined;
      const bytes = bytesOfContents(outcome.value) ?? new Uint8Array();
      // digests need a page over https, or on this machine
      const verdict = await verifySkillFile(entry, uri, bytes, "").catch(() => undefined);
      return verdict?.findings.some(isOfBytes) ? undefined : { text, serverId: id };
    }
    return undefined;
  };
}
