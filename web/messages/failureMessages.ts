/** What each failure is called on the page: what happened, why, what to do. */
import type { Failure } from "../../shared/core/failures/failure.ts";
import type { Words } from "./errorText.ts";
import { forwardWords } from "./network/forwardMessages.ts";
import { httpStatusWords } from "./network/httpStatusMessages.ts";
import { networkWords } from "./network/networkMessages.ts";
import { exitedWords, idleWords, notStartedWords, strayOutputWords } from "./processMessages.ts";
import { formatSize } from "./quantities.ts";

const tooLargeWords = {
  body: "Its body has",
  event: "One event of its stream has",
  stream: "The events of its stream have together",
  line: "One line of its output has",
};

export function failureWords(failure: Failure): Words {
  switch (failure.code) {
    case "network":
      return networkWords(failure.url, failure.reason);
    case "http-status":
      return httpStatusWords(failure.status, failure.statusText, failure.body);
    case "not-mcp":
      return {
        what: "The answer is not MCP",
        why: `${failure.url} answered with status ${failure.status} and ${failure.contentType || "no content type"}; expected is application/json or text/event-stream.`,
        next: [
          "Check the path of the URL: many servers listen at /mcp.",
          "Read the body in Traffic: a login page or a proxy often answers in the server's place.",
        ],
      };
    case "not-json":
      return {
        what: "The answer is not JSON",
        why: failure.reason,
        next: ["Read the bytes in Traffic; nothing was dropped."],
      };
    case "too-large":
      return {
        what: "The answer is too large",
        why: `${tooLargeWords[failure.what]} more than ${formatSize(failure.limit)} after decompression. Reading stopped there; what had come is in Traffic.`,
        next: [
          "Ask for less, for example for a page or a part of it.",
          "Raise the largest answer in Connection settings and connect again, if the server means it.",
        ],
      };
    case "no-answer":
      return {
        what: "The server closed the exchange without an answer",
        why: `It ended with status ${failure.status}, and no message in it has the request's id.`,
        next: [
          "Look in Traffic at what came instead.",
          "On the server: send the response on the stream of its request before ending it.",
        ],
      };
    case "stream-broken":
      return {
        what: "The stream broke off before the answer came",
        why: `The connection was cut while the exchange was going on: ${failure.reason}`,
        next: [
          "Call again; what had arrived is in Traffic.",
          "Look in the server's log for a crash, and at proxies that cut idle streams.",
        ],
      };
    case "session-lost":
      return {
        what: "The server no longer knows this session",
        why: "It answered 404 to a request that named the session; it may have been restarted.",
        next: ["Connect again to start a new session."],
      };
    case "no-endpoint":
      return {
        what: "The server did not say where it takes messages",
        why:
          failure.afterMs === undefined
            ? `The stream of ${failure.url} ended without the endpoint event that HTTP+SSE begins with.`
            : `Within ${Math.round(failure.afterMs / 1000)} s, the stream of ${failure.url} brought no endpoint event, with which HTTP+SSE begins.`,
        next: [
          "Check the path of the URL: servers of that transport often listen at /sse.",
          "On the server: send the endpoint event first, and let no proxy hold it back.",
        ],
      };
    case "foreign-endpoint":
      return {
        what: "The server wants messages sent somewhere else",
        why: `Its endpoint event names ${failure.endpoint}, which is not on the origin of ${failure.url}; your headers would go there.`,
        next: [
          "On the server: name the endpoint by its path alone, for example /messages.",
          "If the address redirects, connect to where it leads.",
        ],
      };
    case "timeout":
      return {
        what: `No answer within ${Math.round(failure.afterMs / 1000)} s`,
        why: "The server took the request and said nothing more; it was told that the request is cancelled.",
        next: [
          "Raise the timeout in Connection settings if the work takes that long.",
          "Have the server report progress: that restarts the timeout.",
        ],
      };
    case "stray-output":
      return strayOutputWords(failure.text, failure.afterMs);
    case "not-started":
      return notStartedWords(failure.command, failure.reason);
    case "exited":
      return failure.idleMs === undefined
        ? exitedWords(failure.exitCode, failure.signal, failure.stderr)
        : idleWords(failure.idleMs);
    case "relay-unreachable":
      return {
        what: "No relay to start the command with",
        why: "A page cannot start programs. The relay does it, and this page is not paired with one that runs.",
        next: [
          "Start the relay on this machine with npx mcp-playground, and use the page that it opens.",
          "If it runs, open the link that it printed once more: the link carries the key.",
        ],
      };
    case "relay-refused":
      return {
        what: "The relay refused",
        why: failure.reason,
        next: [
          "Open the link that the relay printed; a link of an earlier start is no longer valid.",
        ],
      };
    case "forward":
      return forwardWords(failure.url, failure.trouble);
    case "not-authorized":
      return {
        what: "The server wants authorization",
        why: `It answered with status ${failure.status}, and there is no token that it takes.`,
        next: ["Open Authorization: each step shows what was asked, what came, and what is wrong."],
      };
    case "credentials":
      return {
        what: "The stored credentials could not be used",
        why: `Reading or renewing them failed, so nothing was sent: ${failure.reason}`,
        next: [
          "Reload the page: the browser may have closed its database.",
          "Or press Forget credentials under Authorization, and authorize again.",
        ],
      };
    case "handshake":
      return {
        what: "The server did not accept the handshake",
        why: failure.reason,
        next: [
          "Choose another protocol revision and connect again.",
          "Read its answer to initialize in Traffic.",
        ],
      };
    case "initialized-refused":
      return initializedRefusedWords(failure);
    case "revision-not-supported":
      return {
        what: `The server does not speak ${failure.revision}`,
        why: `That revision alone was asked for with server/discover. The answer: ${failure.reason}`,
        next: [
          "Connect with Auto, which finds the revision that the server speaks.",
          "Or choose an older protocol revision and connect again.",
        ],
      };
    case "too-many-rounds":
      return {
        what: `The server asked for input ${failure.rounds} times`,
        why: "That is more than the limit that is set: it may never have enough.",
        next: ["Look at its questions in Traffic.", "Raise the limit in Connection settings."],
      };
    case "input-refused":
      return {
        what: "The server did not get what it asked for",
        why: `${failure.method} was declined or cannot be answered here.`,
        next: ["Call again and answer it, if the call is to go on."],
      };
    case "closed":
      return {
        what: "The connection was closed",
        why: "It was closed before the answer came.",
        next: ["Connect again."],
      };
  }
}

type InitializedRefused = Extract<Failure, { code: "initialized-refused" }>;

function initializedRefusedWords(failure: InitializedRefused): Words {
  const { status, statusText, mayHideSession, body } = failure;
  const what = `The server refused notifications/initialized with ${status}${statusText ? ` ${statusText}` : ""}`;
  const quote = body ? { quote: body } : {};
  if (!mayHideSession) {
    return {
      what,
      why: "It answered initialize, but not the notification that completes the handshake. It may refuse other requests too.",
      ...quote,
      next: ["Look in the server's own log.", "Its whole answer is in Traffic."],
    };
  }
  return {
    what,
    why: "This page saw no session id in the answer to initialize. If the server sent one, the browser hid it: the server must expose the header Mcp-Session-Id by CORS.",
    ...quote,
    next: [
      "On the server: answer with Access-Control-Expose-Headers: Mcp-Session-Id.",
      "Or leave the server as it is: with Route Relay, every header of the answer is seen.",
    ],
  };
}
