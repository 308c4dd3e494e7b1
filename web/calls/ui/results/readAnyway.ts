/** Repeats a call whose response exceeded the size limit. */
export interface ReadAnyway {
  /** The larger limit in bytes. */
  readonly bytes: number;
  run(): void;
}
