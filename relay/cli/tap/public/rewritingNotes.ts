/** Says and records which addresses a public tap has replaced. */
import type { Terminal } from "../../terminal.ts";
import type { Copies } from "../copies.ts";
import { createNewRewritings, shortRewriting } from "../newRewritings.ts";
import type { RewrittenMember } from "../rewriteMetadata.ts";

/** Documents that are said to be compressed, each once. */
const maxUnread = 50;

/** Changes of one answer that are recorded. */
const maxOfAnswer = 30;

/** Characters of an address, or a name, that are said. */
const maxSaid = 300;

export function createRewritingNotes(terminal: Terminal, copies: Pick<Copies, "addFact">) {
  const novelty = createNewRewritings();
  const unread = new Set<string>();
  let isFull = false;
  let last = { exchange: 0, count: 0 };
  return {
    /** @param exchange the number of the exchange whose answer is changed */
    onChange(whole: RewrittenMember, exchange: number) {
      if (last.exchange !== exchange) last = { exchange, count: 0 };
      if (++last.count > maxOfAnswer) return;
      const change = shortRewriting(whole);
      copies.addFact({ kind: "rewritten", ...change }, exchange);
      const found = novelty(change);
      if (found === "full" && !isFull) {
        isFull = true;
        terminal.printError("Further addresses that the tap replaces are not shown here.");
      }
      if (found !== "new") return;
      const { path, member, from, to } = change;
      const [where, name] = [path.slice(0, maxSaid), member.slice(0, maxSaid)];
      terminal.printError(`${where}: ${name} ${shown(from)} is now ${shown(to)}`);
    },
    onUnread(path: string, coding: string) {
      const short = path.slice(0, maxSaid);
      if (unread.has(short) || unread.size >= maxUnread) return;
      unread.add(short);
      terminal.printError(
        `${short} is compressed (${coding.slice(0, 50)}) although the tap has not asked for that, so nothing in it is changed.`,
      );
    },
  };
}

/** An address without what may be a secret: user, query and fragment. */
function shown(address: string): string {
  const [plain = ""] = address.split(/[?#]/, 1);
  return plain.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/\\]*@/i, "$1//").slice(0, maxSaid);
}
