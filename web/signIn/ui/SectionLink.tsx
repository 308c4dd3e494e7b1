/** A link to a section of a specification. */
import type { Section } from "../messages/authorizationSections.ts";

export function SectionLink({ section }: { section: Section }) {
  return (
    <a href={section.url} target="_blank" rel="noreferrer">
      {section.title}
    </a>
  );
}
