/** A place in a specification, to be opened beside the page. */
import type { Section } from "../../../shared/core/failures/authorizationSections.ts";

export function SectionLink({ section }: { section: Section }) {
  return (
    <a href={section.url} target="_blank" rel="noreferrer">
      {section.title}
    </a>
  );
}
