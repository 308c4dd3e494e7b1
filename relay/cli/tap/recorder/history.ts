/** Keeps the newest documents of a tap in memory, for pages that read them later. */
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";

interface Part {
  /** The number of the document that comes after these. */
  readonly next: number;
  readonly documents: readonly LiveDocument[];
}

export interface History {
  add(document: LiveDocument): void;
  /** The documents from a number on, as many as fit into one part; undefined if there are none yet. */
  read(from: number): Part | undefined;
}

/** Characters of all documents, and of one part. */
const [maxLength, maxPartLength] = [32_000_000, 500_000];

export function createHistory(keptLength = maxLength): History {
  let documents: { readonly document: LiveDocument; readonly length: number }[] = [];
  let first = 0;
  let total = 0;
  let head: LiveDocument["head"];
  let skipped = 0;

  return {
    add(document) {
      const length = JSON.stringify(document).length;
      documents.push({ document, length });
      total += length;
      head = document.head ?? head;
      let surplus = 0;
      for (; total > keptLength && surplus < documents.length - 1; surplus++) {
        const oldest = documents[surplus];
        total -= oldest?.length ?? 0;
        skipped += (oldest?.document.entries?.length ?? 0) + (oldest?.document.skipped ?? 0);
      }
      documents = surplus > 0 ? documents.slice(surplus) : documents;
      first += surplus;
    },
    read(from) {
      const start = Math.max(0, from - first);
      // the first document has the head, and says what is missing
      const missed =
        from < first ? [{ ...(head ? { head } : {}), ...(skipped > 0 ? { skipped } : {}) }] : [];
      const part: LiveDocument[] = [...missed];
      let length = 0;
      let at = start;
      for (; at < documents.length && (length < maxPartLength || part.length === 0); at++) {
        const next = documents[at];
        if (!next) break;
        part.push(next.document);
        length += next.length;
      }
      return part.length === 0 ? undefined : { next: first + at, documents: part };
    },
  };
}
