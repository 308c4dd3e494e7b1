/** An action in a menu. */
import type { LucideIcon } from "lucide-react";

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: LucideIcon;
  /** Keyboard shortcut for the same action, such as `Mod+K`. */
  readonly shortcut?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
}
