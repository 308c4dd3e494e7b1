/** The actions that open, restart and close the connections of servers. */
import type { Target } from "../../../../shared/config/target.ts";
import type { NewServer } from "../serversStore.ts";
import type { ResumeState } from "./resumeState.ts";

export interface OpenConnection {
  /**
   * Opens another server beside the open ones; the active server does not change.
   * @returns its id
   */
  open(server: NewServer): string;
  /**
   * Opens the server in the address bar in place of the active one, and makes it active.
   * @returns its id
   */
  openEntered(target: Target): string;
  /** Connects to a server that was added or restored; keeps its drafts and results. */
  connect(id: string, target?: Target): void;
  /** Connects to a server again; keeps drafts, removes earlier results. */
  reopen(id: string, target?: Target): void;
  /** Continues with a process of the server that kept running during a reload. */
  reattach(id: string, left: ResumeState): void;
  /**
   * Closes the connection of a server and opens it again: a command is stopped and started. Keeps
   * drafts and results.
   * @param target what to start, if it differs from the server's target
   */
  restart(id: string, target?: Target): void;
  /** Closes the connection of a server; the server stays. */
  close(id: string): void;
  /** Closes the connection of a server and removes it; settings and drafts are kept for its address. */
  discard(id: string): void;
}
