/** What is to be said beside a link that does not lead out of the page. */
import { createContext } from "react";

type NoteOfLink = (target: string) => string | undefined;

export const LinkNotes = createContext<NoteOfLink>(() => undefined);
