/** Makes the host context that an app is told, from what the user has chosen. */
import type { HostContext } from "../../../shared/apps/hostContext.ts";
import { styleVariables } from "./styleVariables.ts";

/** Widths of the app's frame in pixels; `full` is that of its pane. */
export const frameWidths = ["320", "480", "768", "full"] as const;

/** What the user chooses; the rest follows from it. */
export interface HostChoices {
  readonly theme: "light" | "dark";
  readonly width: (typeof frameWidths)[number];
  /** A BCP 47 tag. */
  readonly locale: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  readonly isTouch: boolean;
  readonly isLargeText: boolean;
  readonly hasInsets: boolean;
  readonly displayMode: "inline" | "fullscreen";
  /** Milliseconds over which the input is played back. */
  readonly playMs: number;
}

/** Maximum height of an app in the page, in pixels. */
export const maximumHeight = 5_000;

/** The size of the frame in pixels; without a height if the app decides it. */
export interface FrameSize {
  readonly width: number;
  readonly height?: number;
}

/** What the page does for each app. */
export const hostCapabilities = {
  openLinks: {},
  downloadFile: {},
  serverTools: { listChanged: true },
  serverResources: { listChanged: true },
  logging: {},
  message: { text: {}, image: {}, resource: {}, resourceLink: {} },
  updateModelContext: { text: {}, image: {}, structuredContent: {} },
  sampling: {},
} as const;

/**
 * @param choices of the user
 * @param toolInfo the tool whose call the app shows; undefined if it shows none
 */
export function hostContextOf(
  choices: HostChoices,
  { width, height }: FrameSize,
  toolInfo: (HostContext["toolInfo"] & object) | undefined,
): HostContext {
  const { theme, locale, timeZone, isTouch, isLargeText, hasInsets, displayMode } = choices;
  return {
    ...(toolInfo && { toolInfo }),
    theme,
    styles: { variables: styleVariables(isLargeText ? 2 : 1) },
    displayMode,
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { width, ...(height ? { height } : { maxHeight: maximumHeight }) },
    locale,
    timeZone,
    userAgent: `mcp-playground/${__VERSION__}`,
    platform: isTouch ? "mobile" : "web",
    deviceCapabilities: { touch: isTouch, hover: !isTouch },
    safeAreaInsets: hasInsets
      ? { top: 44, right: 0, bottom: 34, left: 0 }
      : { top: 0, right: 0, bottom: 0, left: 0 },
  };
}
