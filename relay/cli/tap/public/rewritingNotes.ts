/** Says and records which addresses a public tap has replaced. */
import type { Terminal } from "../../terminal.ts";
import type { Copies } from "../copies.ts";
import type { RewrittenMember } from "../rewriteMetadata.ts";

/** Changes that are said and recorded, each once. */
const maxNotes = 100;

/** Characters of an address, or a name, that are said, and recorded. */
const [maxSaid, maxRecorded] = [300, 2000];

export function createRewritingNotes(terminal: Terminal, copies: Copies) {
  const said = new Set<string>();
  const say = (note: string): boolean => {
    if (said.has(note) || said.size >= maxNotes) return false;
    said.add(note);
    terminal.printError(note);
    return true;
  };
  return {
    onChange(change: RewrittenMember) {
      const { path, member, from, to } = cut(change, maxSaid);
      if (!say(`${path}: ${member} ${from} is now ${to}`)) return;
      // a part of an id would not be masked
      const whole = change.to.length > maxRecorded ? "…" : change.to;
      copies.addFact({ kind: "rewritten", ...cut(change, maxRecorded), to: whole });
    },
    onUnread(path: string, coding: string) {
      say(
        `${path.slice(0, maxSaid)} is compressed (${coding.slice(0, 50)}) although the tap has not asked for that, so nothing in it is changed.`,
      );
    },
  };
}

function cut({ path, member, from, to }: RewrittenMember, chars: number): RewrittenMember {
  const short = (text: string) => text.slice(0, chars);
  return { path: short(path), member: short(member), from: short(from), to: short(to) };
}
