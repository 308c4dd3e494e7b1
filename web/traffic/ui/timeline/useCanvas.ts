/** Keeps a canvas as sharp as the screen, and as wide as its container. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface SizedCanvas {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** In CSS pixels. */
  readonly width: number;
}

/**
 * The canvas is empty after a change of its size; its context counts in CSS pixels.
 * @param height in CSS pixels
 */
export function useCanvas(height: number): SizedCanvas {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [density, setDensity] = useState(() => devicePixelRatio || 1);
  useLayoutEffect(() => {
    const container = canvas.current?.parentElement;
    if (!container) return;
    const measure = () => {
      setWidth(container.clientWidth);
      setDensity(devicePixelRatio || 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(container);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!canvas.current) return;
    canvas.current.width = Math.round(width * density);
    canvas.current.height = Math.round(height * density);
    canvas.current.getContext("2d")?.setTransform(density, 0, 0, density, 0, 0);
  }, [width, height, density]);
  return { canvas, width };
}
