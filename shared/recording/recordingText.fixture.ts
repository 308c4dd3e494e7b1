/** Reads recordings as the page does, from their text. */
import { encodeText } from "../core/bytes.ts";
import { readRecordingBytes } from "./readSession.ts";

export const readRecordingText = (text: string) => readRecordingBytes(encodeText(text));
