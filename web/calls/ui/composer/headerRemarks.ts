/** Notes about the headers of one message before it is sent. */
import { isForbiddenHeader } from "../../../../shared/transport/http/forbiddenHeaders.ts";
import type { TransportAbilities } from "../../../../shared/transport/transport.ts";
import { parsePairs } from "../../../messages/pairs.ts";

/** @param sends which headers the transport sends */
export function headerRemarks(text: string, sends: TransportAbilities["headers"]): string[] {
  const { pairs, invalidLine } = parsePairs(text);
  const names = pairs.map(([name]) => name);
  const forbidden = sends === "any" ? [] : names.filter(isForbiddenHeader);
  return [
    ...(invalidLine === undefined
      ? []
      : [`Line ${invalidLine} of the headers is not in the form Name: value and is ignored.`]),
    ...(forbidden.length > 0
      ? [
          `A browser does not let a page set ${forbidden.join(", ")}: it is dropped. Connect with Route Relay to send it.`,
        ]
      : []),
    ...(sends === "none" && pairs.length > 0 ? ["stdio has no headers: they are ignored."] : []),
  ];
}
