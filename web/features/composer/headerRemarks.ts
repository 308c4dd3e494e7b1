/** What is worth knowing about the headers of one message before it is sent. */
import { isForbiddenHeader } from "../../../shared/transport/forbiddenHeaders.ts";
import { parsePairs } from "../../words/pairs.ts";

/** @param isLines whether the transport has no headers (stdio) */
export function headerRemarks(text: string, isLines: boolean): string[] {
  const { pairs, wrong } = parsePairs(text, ":");
  const forbidden = pairs.map(([name]) => name).filter(isForbiddenHeader);
  return [
    ...(wrong === undefined
      ? []
      : [`Line ${wrong} of the headers is no Name: value; it is left out.`]),
    ...(forbidden.length > 0
      ? [
          `A browser does not let a page set ${forbidden.join(", ")}: it is dropped. Use curl for that.`,
        ]
      : []),
    ...(isLines && pairs.length > 0 ? ["stdio has no headers: they are left out."] : []),
  ];
}
