/** The message for the cause of a failed `fetch`, as the relay found it. */
import { exactLine } from "../../../shared/core/text/exactText.ts";
import type { ErrorText } from "../../messages/errorText.ts";
import { forwardErrorText } from "../../messages/network/forwardMessages.ts";
import type { NetworkCause, PreflightDenial } from "../store/connections/networkCause.ts";

/** @param origin the origin of the page */
export function networkCauseText(url: string, cause: NetworkCause, origin: string): ErrorText {
  const { host } = new URL(url);
  switch (cause.kind) {
    case "forward":
      return forwardErrorText(url, cause.problem);
    case "unknown":
      return {
        what: "The relay could not find the cause",
        why: `${cause.reason}.`,
        next: ["Look at the relay's terminal, and try again."],
      };
    case "answered": {
      const { status, denials } = cause;
      const answer = `The relay sent the preflight request (OPTIONS), and the server answered with status ${status}.`;
      if (denials.length === 0) {
        return {
          what: `${host} answers, and its preflight response allows this page`,
          why: `${answer} It allows the request. Most likely the response to the request itself has no Access-Control-Allow-Origin, for example an error that is sent before the CORS headers are added.`,
          next: [
            `Send Access-Control-Allow-Origin: ${origin} with every response, errors included.`,
          ],
        };
      }
      return {
        what: `${host} answers, but does not allow this page (CORS)`,
        why: [answer, ...denials.map(denialText)].join(" "),
        next: denials.map((denial) => remedy(denial, origin)),
      };
    }
  }
}

function denialText(denial: PreflightDenial): string {
  switch (denial.kind) {
    case "status":
      return "Browsers require a status from 200 to 299.";
    case "origin":
      return denial.found === undefined
        ? "The response has no Access-Control-Allow-Origin."
        : `Its Access-Control-Allow-Origin is ${exactLine(denial.found)}.`;
    case "method":
      return `It does not allow the method ${denial.method}.`;
    case "headers":
      return `It does not allow ${denial.names.join(", ")}.`;
  }
}

function remedy(denial: PreflightDenial, origin: string): string {
  switch (denial.kind) {
    case "status":
      return "Answer OPTIONS requests with 204, before any authorization.";
    case "origin":
      return `Send Access-Control-Allow-Origin: ${origin} with every response.`;
    case "method":
      return `Add ${denial.method} to Access-Control-Allow-Methods.`;
    case "headers":
      return `Add ${denial.names.join(", ")} to Access-Control-Allow-Headers.`;
  }
}
