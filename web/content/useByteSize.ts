/**
 * The bytes of a text for a component: synchronously when it is short, in slices when it is long.
 */
import { useEffect, useMemo, useState } from "react";
import { nextTask } from "../platform/slices.ts";
import { byteSize, byteSizeInSlices, sliceLength } from "./byteSize.ts";

/** @returns undefined while a long text is counted */
export function useByteSize(text: string): number | undefined {
  const isShort = text.length <= sliceLength;
  const short = useMemo(() => (isShort ? byteSize(text) : undefined), [isShort, text]);
  const [long, setLong] = useState<{ readonly of: string; readonly bytes: number }>();

  useEffect(() => {
    if (isShort) return;
    const controller = new AbortController();
    void byteSizeInSlices(text, nextTask, controller.signal).then((bytes) => {
      if (bytes !== undefined) setLong({ of: text, bytes });
    });
    return () => controller.abort();
  }, [isShort, text]);

  return isShort ? short : long?.of === text ? long.bytes : undefined;
}
