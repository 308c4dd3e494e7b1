/** What the screens share: the address, the connection, the selection, the questions to the person. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ConfiguredServer } from "../../../shared/config/configured.ts";
import type { InvalidTarget, StdioTarget, Target } from "../../../shared/config/target.ts";
import type { ItemKind } from "../catalog/items.ts";
import type { Connection } from "../connections/connection.ts";
import type { ConfigCheck } from "../servers/configuredApprovals.ts";
import type { EditLoop } from "../watch/editLoop.ts";

export interface Selection {
  readonly kind: ItemKind;
  readonly name: string;
}

/** Who wrote a command that is asked about. */
export type CommandSource =
  | { readonly kind: "person" }
  | { readonly kind: "link" }
  | {
      readonly kind: "configured";
      readonly server: ConfiguredServer;
      /** Why it is asked about. */
      readonly check: Exclude<ConfigCheck, { kind: "approved" }>;
    };

/** What must be agreed to before anybody is contacted or anything is started. */
export type Question =
  | { readonly kind: "start"; readonly target: StdioTarget; readonly source: CommandSource }
  | { readonly kind: "connect"; readonly target: Target }
  /**
   * What a configured server needs to be told; or, with an `address`, what its placeholders stand for.
   * `fromLink`: the address came from a link, so nothing known is filled in.
   */
  | {
      readonly kind: "inputs";
      readonly server: ConfiguredServer;
      readonly address?: string;
      readonly fromLink?: boolean;
    };

export type TrafficView = "messages" | "output";

export interface WorkspaceState {
  /** The address bar's text. */
  readonly address: string;
  readonly invalid: InvalidTarget | undefined;
  readonly question: Question | undefined;
  /** The newest connection, whatever became of it. */
  readonly connection: Connection | undefined;
  readonly selection: Selection | undefined;
  /** What the middle shows: the selected item, the composer, or the way to a token. */
  readonly pane: "item" | "composer" | "authorization";
  /** What Traffic shows of the log. */
  readonly trafficView: TrafficView;
  /** The selected row of the log. */
  readonly selectedSeq: number | undefined;
  /** Set once its code is there. */
  readonly editLoop: EditLoop | undefined;
  /** Whether what there is to say of the relay stands open. */
  readonly isRelayShown: boolean;
  /** True once the address came from a link: connecting asks first. */
  readonly fromLink: boolean;
}

export type Workspace = StoreApi<WorkspaceState>;

export function createWorkspace(): Workspace {
  return createStore<WorkspaceState>(() => ({
    address: "",
    invalid: undefined,
    question: undefined,
    connection: undefined,
    selection: undefined,
    pane: "item",
    trafficView: "messages",
    selectedSeq: undefined,
    editLoop: undefined,
    isRelayShown: false,
    fromLink: false,
  }));
}
