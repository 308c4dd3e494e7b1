/** Notes that the mappings to several providers share. */
import type { ResultContent } from "./content.ts";
import type { MappingRecorder } from "./mapping.ts";

/** The images that OpenAI and Anthropic list. */
export const commonImages: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
];

/** Notes a temperature above the provider's range. */
export function noteRange(value: number, maximum: number, recorder: MappingRecorder) {
  if (value >= 0 && value <= maximum) return;
  recorder.remark("/temperature", "out-of-range", { value, minimum: 0, maximum });
}

/** Notes more stop sequences than the provider takes. */
export function noteCount(count: number, maximum: number, recorder: MappingRecorder) {
  if (count > maximum) recorder.remark("/stopSequences", "too-many", { count, maximum });
}

/** Notes a name or id that is sent differently. */
export function noteRenamed(
  pointer: string,
  original: string,
  sent: string,
  recorder: MappingRecorder,
) {
  if (original !== sent) recorder.remark(pointer, "renamed", { original, sent });
}

/** Notes content that the provider cannot take at its place. */
export function noteNotSent(
  block: Exclude<ResultContent, { kind: "text" | "other" }>,
  provider: string,
  recorder: MappingRecorder,
) {
  const { pointer, kind, mimeType } = block;
  recorder.leftOut(pointer, "content-not-sent", { type: kind, mimeType, provider });
}

/** Notes a media type that the provider does not list; it is sent anyway. */
export function noteMediaType(
  { pointer, mimeType }: { readonly pointer: string; readonly mimeType: string },
  listed: readonly string[],
  provider: string,
  recorder: MappingRecorder,
) {
  if (!listed.includes(mimeType)) {
    recorder.remark(`${pointer}/mimeType`, "media-type-unlisted", { mimeType, provider });
  }
}
