/** The place in the head of a card for the controls of what is in it. */
import { createContext } from "react";

/** Undefined outside cards, null before the head is drawn. */
export const ToolPlace = createContext<HTMLElement | null | undefined>(undefined);
