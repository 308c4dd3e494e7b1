/** Describes the surroundings of an app, and what of them has changed. */
import { sameJson } from "../core/json/sameJson.ts";

export type DisplayMode = "inline" | "fullscreen" | "pip";

/** What the app is told about its surroundings; all members are optional. */
export interface HostContext {
  readonly toolInfo?: { readonly id?: string | number; readonly tool: unknown };
  readonly theme?: "light" | "dark";
  readonly styles?: {
    readonly variables?: Readonly<Record<string, string>>;
    readonly css?: { readonly fonts?: string };
  };
  readonly displayMode?: DisplayMode;
  readonly availableDisplayModes?: readonly DisplayMode[];
  /** In pixels: `width` and `height` are fixed, the others are limits within which the app decides. */
  readonly containerDimensions?: {
    readonly width?: number;
    readonly maxWidth?: number;
    readonly height?: number;
    readonly maxHeight?: number;
  };
  /** A BCP 47 language tag. */
  readonly locale?: string;
  /** A name of the IANA time zone database. */
  readonly timeZone?: string;
  readonly userAgent?: string;
  readonly platform?: "web" | "desktop" | "mobile";
  readonly deviceCapabilities?: { readonly touch?: boolean; readonly hover?: boolean };
  /** In pixels. */
  readonly safeAreaInsets?: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
}

/** The members whose values differ. A member that is gone is left out: the message cannot remove one. */
export function changedContext(before: HostContext, after: HostContext): HostContext {
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && !sameJson(before[name as keyof HostContext], value),
  );
  return Object.fromEntries(changed);
}
