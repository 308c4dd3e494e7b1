/** Accepts files that are dropped anywhere on the page. */
import { useEffect, useEffectEvent, useState } from "react";

/** Milliseconds without a `dragover` after which a drag has left the page; browsers send one every 350 ms. */
const leftMs = 600;

/**
 * @param onFile called with the first dropped file
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const handleFile = useEffectEvent(onFile);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const end = () => {
      clearTimeout(timer);
      setDragging(false);
    };
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // without this the browser opens the file in place of the page
      event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(end, leftMs);
      setDragging(true);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      end();
      const file = event.dataTransfer?.files[0];
      if (file) handleFile(file);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      clearTimeout(timer);
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
  return isDragging;
}
