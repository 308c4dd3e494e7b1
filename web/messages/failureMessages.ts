/** Error messages for failures of the engine: what happened, why, what to do. */
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import { cutBodyBytes, eventOverheadBytes } from "../../shared/transport/http/bodyLimit.ts";
import type { ErrorText } from "./errorText.ts";
import { forwardErrorText } from "./network/forwardMessages.ts";
import { httpStatusText } from "./network/httpStatusMessages.ts";
import { networkErrorText } from "./network/networkMessages.ts";
import { exitedText, idleText, notStartedText, strayOutputText } from "./processMessages.ts";
import { formatSize } from "./quantities.ts";
import { refusalText } from "./refusalMessages.ts";

const tooLargeText = {
  body: "The body has",
  event: "One event of the stream has",
  stream: "The events of the stream together have",
  line: "One line of the output has",
};

/** Returns the error message for a failure. */

export function failureText(failure: Failure): ErrorText {
  switch (failure.code) {
    case "network":
      return networkErrorText(failure);
    case "redirected":
      return {
        what: "The server redirects, and your headers were not sent there",
        why: `${failure.url} answers with a redirect. The browser does not say where it leads, and ${failure.headers.join(", ")} would be sent to any host.`,
        next: [
          "Enter the final address in Server.",
          "Or choose Route Relay: it follows redirects, and leaves your headers out at other origins.",
        ],
      };
    case "http-status":
      return httpStatusText(failure.status, failure.statusText, failure.body);
    case "not-mcp":
      return {
        what: "The response is not MCP",
        why: `${failure.url} answered with status ${failure.status} and ${failure.contentType ? `content type ${failure.contentType}` : "no content type"}. Expected: application/json or text/event-stream.`,
        next: [
          "Check the path of the URL: many servers listen at /mcp.",
          "Read the body in Traffic. It may come from a login page or a proxy instead of the server.",
        ],
      };
    case "not-json":
      return {
        what: "The response is not JSON",
        why: failure.reason,
        next: ["Read the complete response in Traffic."],
      };
    case "too-large": {
      const { what, limit } = failure;
      const isStream = what === "stream";
      const besides = isStream ? `, with ${eventOverheadBytes} bytes more for each event` : "";
      const shown = isStream
        ? "the events until then"
        : `the first ${formatSize(Math.min(limit, cutBodyBytes))}`;
      return {
        what: "The response is too large",
        why: `${tooLargeText[what]} more than ${formatSize(limit)} after decompression${besides}. Reading stopped there. Traffic shows ${shown}.`,
        next: [
          "Request less, for example one page of the result.",
          "If the size is intended, raise “Response size limit” in Connection options and connect again.",
        ],
      };
    }
    case "no-answer":
      return {
        what: "The server sent no response to the request",
        why: `The HTTP exchange ended with status ${failure.status}, and no message in it has the id of the request.`,
        next: [
          "See in Traffic what the server sent instead.",
          "On the server: send the response on the stream of the request, before the stream ends.",
        ],
      };
    case "stream-broken":
      return {
        what: "The stream ended before the response arrived",
        why:
          failure.reason === undefined
            ? "The server ended the stream that carries its messages."
            : `The connection was lost: ${failure.reason}`,
        next: [
          "Call again. Traffic shows what was received.",
          "Check the server's log for a crash. Check also whether a proxy closes idle streams.",
        ],
      };
    case "session-lost":
      return {
        what: "The server no longer knows this session",
        why: "It answered 404 to a request with this session id. It may have been restarted.",
        next: ["Connect again to start a new session."],
      };
    case "no-endpoint":
      return {
        what: "The server did not send the endpoint event",
        why:
          failure.afterMs === undefined
            ? `HTTP+SSE begins with an endpoint event, and the stream of ${failure.url} ended without one.`
            : `HTTP+SSE begins with an endpoint event, and none arrived from ${failure.url} within ${Math.round(failure.afterMs / 1000)} s.`,
        next: [
          "Check the path of the URL: servers with this transport often listen at /sse.",
          "On the server: send the endpoint event first. Make sure that no proxy buffers it.",
        ],
      };
    case "foreign-endpoint":
      return {
        what: "The server wants messages sent to another origin",
        why: `Its endpoint event names ${failure.endpoint}, which has another origin than ${failure.url}. Your headers would be sent there, so nothing was sent.`,
        next: [
          "On the server: send only the path of the endpoint, for example /messages.",
          "If the URL redirects, connect to the URL that it redirects to.",
        ],
      };
    case "timeout":
      return {
        what: `No response within ${Math.round(failure.afterMs / 1000)} s`,
        why: "The server accepted the request and did not respond. A cancellation was sent to the server.",
        next: [
          "Raise the timeout in Connection options if the work takes longer.",
          "Or let the server send progress notifications: each one restarts the timeout.",
        ],
      };
    case "line-break":
      return {
        what: "The message was not sent, because it has line breaks",
        why: "Over stdio, each line is one message: the server would read several, none of them complete.",
        next: ["Send the message as text: it is then written on one line."],
      };
    case "stray-output":
      return strayOutputText(failure.text, failure.afterMs);
    case "not-started":
      return notStartedText(failure.command, failure.problem, failure.reason);
    case "exited":
      return failure.idleMs === undefined ? exitedText(failure) : idleText(failure.idleMs);
    case "process-gone":
      return {
        what: `The process of ${failure.command} is no longer running`,
        why: "The relay stopped it because no page resumed it in time.",
        next: ["Connect again to start a new process."],
      };
    case "process-taken":
      return {
        what: "Another tab has taken over this process",
        why: "A process belongs to one tab at a time, so this tab no longer receives its messages.",
        next: ["Continue in the other tab, or connect again here to start a new process."],
      };
    case "relay-unreachable":
      return {
        what: "The relay is needed to start the command",
        why: "A web page cannot start programs. The relay starts them, and this page is not connected to a relay.",
        next: [
          "Start the relay on this machine with npx mcp-playground, and use the page that it opens.",
          "If the relay is already running, press L and Enter in its terminal and open the link that it prints.",
        ],
      };
    case "relay-refused":
      return {
        what: "The relay refused the request",
        why: failure.reason || relaySilenceText(failure.closeCode),
        next: [
          "Open the link that the relay printed. A link from an earlier start of the relay is no longer valid.",
        ],
      };
    case "forward":
      return forwardErrorText(failure.url, failure.problem);
    case "not-authorized":
      return {
        what: "The server requires authorization",
        why: `It answered with status ${failure.status}, and there is no token that it accepts.`,
        next: ["Open Authorization. Each step shows the request, the response, and what is wrong."],
      };
    case "credentials":
      return {
        what: "The stored credentials could not be used",
        why: `They could not be read or refreshed, so nothing was sent: ${failure.reason}`,
        next: [
          "Reload the page. The browser may have closed its database.",
          "Or press Forget credentials in Authorization, and authorize again.",
        ],
      };
    case "handshake":
      // only the probe of the modern era ends so
      if (failure.refusal.kind === "unsupported") {
        return {
          what: "The server supports no protocol revision that this page speaks",
          why: refusalText(failure.refusal),
          next: [
            "Read the response to server/discover in Traffic.",
            "Or choose a protocol revision and connect again.",
          ],
        };
      }
      return {
        what: "The server did not accept initialize",
        why: refusalText(failure.refusal),
        next: [
          "Choose another protocol revision and connect again.",
          "Read the response to initialize in Traffic.",
        ],
      };
    case "initialized-refused":
      return initializedRefusedText(failure);
    case "revision-not-supported":
      return {
        what: `The server does not support ${failure.revision}`,
        why: `server/discover was sent for this protocol revision only. ${refusalText(failure.refusal)}`,
        next: [
          "Connect with Auto: it finds a revision that the server supports.",
          "Or choose an older protocol revision and connect again.",
        ],
      };
    case "too-many-rounds":
      return {
        what: `The server asked for input ${failure.rounds} times`,
        why: "This is more than the limit allows. The server may keep asking forever.",
        next: ["See in Traffic what it asked for.", "Raise the limit in Connection options."],
      };
    case "input-refused":
      return {
        what: "The server did not get the input that it requested",
        why: `${failure.method} was declined, or this page cannot answer it.`,
        next: ["Call again and answer the request."],
      };
    case "undeclared":
      return {
        what: `The server does not declare the capability ${failure.capability}`,
        why: `Without it, a client must not send ${failure.method}. Nothing was sent.`,
        next: [
          `On the server: declare ${failure.capability} in its capabilities.`,
          "To send it anyway, write the request in Composer.",
        ],
      };
    case "closed":
      return {
        what: "The connection was closed",
        why: "It was closed before the response arrived.",
        next: ["Connect again."],
      };
  }
}

type InitializedRefused = Extract<Failure, { code: "initialized-refused" }>;

function initializedRefusedText(failure: InitializedRefused): ErrorText {
  const { status, statusText, mayHideSession, body } = failure;
  const what = `The server refused notifications/initialized with ${status}${statusText ? ` ${statusText}` : ""}`;
  const quote = body ? { quote: body } : {};
  if (!mayHideSession) {
    return {
      what,
      why: "It accepted initialize, but refused the notification that completes the handshake. It may refuse other requests too.",
      ...quote,
      next: ["Check the server's log.", "Read the complete response in Traffic."],
    };
  }
  return {
    what,
    why: "This page received no session id with the response to initialize. If the server sent one, the browser hid it: a server must expose the header Mcp-Session-Id (CORS).",
    ...quote,
    next: [
      "On the server: send Access-Control-Expose-Headers: Mcp-Session-Id.",
      "Or choose Route Relay: the relay sees every header of the response, and the server needs no change.",
    ],
  };
}

/** Why a relay is not usable that gave no reason itself. */
function relaySilenceText(closeCode: number | undefined): string {
  return closeCode === undefined
    ? "The relay sent a frame that this page does not understand."
    : `The relay closed the connection (code ${closeCode}).`;
}
