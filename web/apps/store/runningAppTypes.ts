/** The interface of a running app, and of what it runs in. */
import type { AppAnswer, AppBridge } from "../../../shared/apps/bridgeTypes.ts";
import type { DeclaredDomains } from "../../../shared/apps/declaredDomains.ts";
import type { PolicyProfile } from "../../../shared/apps/policy.ts";
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { AppQuestions } from "./appQuestions.ts";
import type { AppState } from "./appState.ts";
import type { FrameSize, HostChoices } from "./hostChoices.ts";

/** A conversation with a model. */
export interface AppConversation {
  readonly id: string;
  /**
   * Adds what the user let the app say. The model answers a message; context it gets with the next
   * message, instead of earlier context of the app.
   */
  add(kind: "message" | "context", content: readonly unknown[]): void;
}

/** An elicitation that an app answers. */
export interface AppElicitation {
  /** The params of the request, as the server sent them. */
  readonly paramsText: string;
  /** Called with the answer of the app, or why there is none. */
  readonly onAnswer: (answer: AppAnswer) => void;
}

/** A frame in the page, which outlives the component that shows it. */
export interface FrameOfApp {
  /** That of the state that it is for; it ends when the state has another one. */
  readonly generation: number;
  /** Shows it in an element. @returns whether that is possible without loading it again */
  show(container: Element): boolean;
  /** Keeps it running unseen, where the browser can do that; otherwise it ends. */
  leave(): void;
  end(): void;
  /** Changes the display mode if that is possible; returns the one that results. */
  setDisplayMode(mode: string): Promise<string>;
  /** Posts a text to the frame. */
  readonly post: (text: string) => void;
  /** Its size in pixels; without a height if the app decides it. */
  readonly size: () => FrameSize;
}

export interface RunningApp extends ReadableStore<AppState> {
  readonly id: string;
  readonly questions: AppQuestions;
  /** Reads the document and loads it; again, with the same input, if it is loaded. */
  load(options?: { readonly isPlayed?: boolean }): Promise<void>;
  /** Loads it, unless it is loaded already. */
  resume(): void;
  /** Gives up its frame, which the browser cannot keep while it is not seen. */
  suspend(): void;
  /** The frame that it has now. */
  attached(): FrameOfApp | undefined;
  /** Runs the bridge with a frame. */
  attach(frame: FrameOfApp): {
    /** Takes the data of a message from the frame. */
    receive(data: unknown): void;
    /** Tells the app the size of the frame, if it has changed. */
    resized(): void;
    /** Tells the app that it ends, and waits for it. */
    end(): Promise<unknown>;
  };
  /** Changes what the app is told of the host, and tells it. */
  choose(choices: Partial<HostChoices>): void;
  setProfile(profile: PolicyProfile): void;
  /** Loads it with further domains. */
  tryWith(domains: DeclaredDomains): void;
  callTool(name: string, argumentsText: string): ReturnType<AppBridge["callTool"]>;
  /** Notes that it took the focus while the user typed; it is closed if it goes on. */
  noteFocusTaken(): void;
  /** Ends it: what it waits for is refused, and its frame is removed. */
  close(): void;
}
