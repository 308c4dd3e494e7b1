/** Worker that prepares large texts for display and finds values in them. */
import { firstRange, type TextRange, type ValuePath } from "../../../shared/core/json/textAt.ts";
import { type PackedBlocks, packBlocks } from "./packedBlocks.ts";
import { presentText, type TextFormat } from "./presentText.ts";

export type TextJob = { readonly text: string } & (
  | { readonly format: TextFormat }
  /** Where a value may be in JSON text. */
  | { readonly paths: readonly ValuePath[] }
);

/** Messages of the worker; a job ends with `presented` or `found`. */
export type TextReply =
  /** The next part of a text that differs from the job's. */
  | { readonly kind: "part"; readonly text: string }
  | { readonly kind: "presented"; readonly isJson: boolean; readonly blocks: PackedBlocks }
  | { readonly kind: "found"; readonly range: TextRange | undefined };

/** UTF-16 code units per message: receiving a message blocks the page for about 1 ms per million. */
const partLength = 4 * 1024 * 1024;

self.onmessage = ({ data }: MessageEvent<TextJob>) => {
  const reply = (message: TextReply, transfer: Transferable[] = []) =>
    self.postMessage(message, { transfer });
  if ("paths" in data) {
    reply({ kind: "found", range: firstRange(data.text, data.paths) });
    return;
  }
  const { shown, isJson, blocks } = presentText(data.text, data.format);
  for (let at = 0; shown !== data.text && at < shown.length; at += partLength) {
    reply({ kind: "part", text: shown.slice(at, at + partLength) });
  }
  const packed = packBlocks(blocks);
  reply({ kind: "presented", isJson, blocks: packed }, [packed.buffer]);
};
