/** Explains why a model gave no answer, and why it was chosen. */
import type { ChoiceReason } from "../../../shared/models/chooseModel.ts";
import type { ModelFailure } from "../../../shared/models/modelFailure.ts";
import type { ErrorText } from "../../messages/errorText.ts";
import { failureText } from "../../messages/failureMessages.ts";
import { formatSize, formatWait } from "../../messages/quantities.ts";
import type { ConfiguredModel } from "../store/models.ts";
import type { GenerationEnd } from "../store/runModel.ts";

export interface FailedRun extends Pick<GenerationEnd, "relayFailure" | "isReached"> {
  readonly failure: ModelFailure;
  readonly model: Pick<ConfiguredModel, "name" | "model" | "provider" | "route">;
}

/** Whether another route may help: the browser does not let the page read the provider's answer. */
export function mayRouteHelp({ failure, model }: FailedRun): boolean {
  return failure.code === "unreachable" && model.route === "direct";
}

/** @param page location of this page; decides what the browser allows */
export function modelFailureText(run: FailedRun, page = globalThis.location): ErrorText {
  const { failure, model, relayFailure } = run;
  const { code, evidence } = failure;
  const url = "url" in evidence ? evidence.url : undefined;
  const host = URL.parse(url ?? "")?.host ?? "the provider";
  switch (code) {
    case "unusable-url":
      return {
        what: "The base URL cannot be used",
        why: unusableUrlReason(evidence.why),
        next: ["Correct the base URL under Models."],
      };
    case "unusable-key":
      return {
        what: "The key cannot be sent",
        why: "It has characters that a header cannot carry, such as spaces or line breaks.",
        next: ["Copy the key again, without anything around it."],
      };
    case "unusable-request":
      return {
        what: "The request has no messages",
        why: "A sampling request is a JSON object with a list “messages”.",
        next: ["Correct the request under JSON."],
      };
    case "unreachable":
      return relayFailure
        ? failureText(relayFailure)
        : unreachableText({ ...evidence, host, isReached: run.isReached }, page);
    case "redirected":
      return {
        what: `${host} redirects to another address`,
        why: "Redirects are not followed, because they would carry the key along.",
        next: ["Enter the address it redirects to as the base URL: see Location in Traffic."],
      };
    case "unauthorized":
      return {
        what: `${host} does not accept the key`,
        why: `It answered with status ${evidence.status}.`,
        ...said(evidence),
        next: [
          "Enter the key again under Models. Keys that are not remembered are gone after a reload.",
          "Check at the provider that the key is active and may use this model.",
        ],
      };
    case "not-found":
      return {
        what: `${host} does not know the model or the address`,
        why: `It answered with status 404 to a request for ${evidence.model}.`,
        ...said(evidence),
        next: [
          "Check the name of the model. With Ollama, download it first: ollama pull <name>.",
          "Check the base URL: most OpenAI-compatible servers need /v1 at its end.",
        ],
      };
    case "rate-limited":
      return {
        what: `${host} limits how many requests it answers`,
        why: `It answered with status 429.${retryText(evidence.retryAfterSeconds)}`,
        ...said(evidence),
        next: ["Wait, then generate again.", "Check the plan and the credit at the provider."],
      };
    case "rejected":
      return {
        what: `${host} does not accept the request`,
        why: `It answered with status ${evidence.status}.`,
        ...said(evidence),
        next: [
          "Read the request in Traffic: it shows what exactly was sent.",
          "Edit the request, or use a model that supports what it asks for.",
        ],
      };
    case "provider-error":
      return {
        what: `${model.name} failed while it answered`,
        why: `${evidence.status ? `The provider answered with status ${evidence.status}.` : "The provider reported an error."}${retryText(evidence.retryAfterSeconds)}`,
        ...said(evidence),
        next: ["Generate again.", "If this continues, check the provider's status page or log."],
      };
    case "incomplete":
      return {
        what: "The answer ended in the middle",
        why: `The connection to the provider ended after ${formatSize(evidence.receivedBytes)}, before the answer was complete.`,
        next: ["Generate again.", "Or use what arrived, and complete it by hand."],
      };
    case "refused":
      return {
        what: `${model.name} refused to answer`,
        why: evidence.reason ? `Reason: ${evidence.reason}.` : "It gave no reason.",
        ...said(evidence),
        next: ["Answer by hand, decline, or use another model."],
      };
    case "not-finished":
      return {
        what: `${model.name} did not finish its answer`,
        why: `The provider ended it with ${evidence.reason}.`,
        ...said(evidence),
        next: ["Generate again.", "Or use what arrived, and complete it by hand."],
      };
    case "malformed-arguments":
      return {
        what: `${model.name} called a tool with arguments that are not a JSON object`,
        why: `The tool is ${evidence.tool}.`,
        ...quoteOf(evidence.text),
        next: ["Generate again.", "Describe the tool's arguments more simply in its schema."],
      };
    case "malformed-reply":
      return {
        what: "The provider's answer cannot be read",
        why: evidence.reason,
        ...quoteOf(evidence.text),
        next: [
          "Read the answer in Traffic.",
          "Check that the provider speaks the chosen interface at this base URL.",
        ],
      };
    case "over-limit":
      return evidence.limit === "timeMs"
        ? {
            what: "The answer took too long",
            why: `It was stopped after ${formatWait(evidence.maximum)}.`,
            next: ["Ask for fewer tokens, or use a faster model."],
          }
        : {
            what: "The answer is too large",
            why: `It has more than ${formatSize(evidence.maximum)}. Reading stopped there.`,
            next: ["Ask for fewer tokens."],
          };
    case "aborted":
      return {
        what: "Stopped",
        why: "The generation was stopped, or the request was answered or withdrawn.",
        next: ["Generate again, or use what arrived."],
      };
    case "not-available":
      return {
        what: "The browser's model is not available",
        why: availabilityText(evidence.availability),
        next: ["Download the model in the browser's settings first, or use another model."],
      };
    case "not-recorded":
      return {
        what: "The recorded runs have no further answer",
        why: "The model has answered this case fewer times than it was asked now.",
        next: ["Run the case with the model itself."],
      };
  }
}

interface Unreachable extends Pick<FailedRun, "isReached"> {
  readonly url: string;
  readonly host: string;
  readonly reason: string;
}

function unreachableText(
  { isReached, url: text, host, reason }: Unreachable,
  page: Location,
): ErrorText {
  const url = URL.parse(text);
  const isLocal = url !== null && /^(localhost|127\.|\[::1\])/.test(url.hostname);
  const through =
    "Or choose Route Relay for this model: the relay sends the requests, so CORS does not apply.";
  if (page.protocol === "https:" && url?.protocol === "http:" && !isLocal) {
    return {
      what: `This page must not connect to ${host}`,
      why: "A page on https must not connect to plain http (mixed content).",
      next: ["Use an https address, or use the relay's page.", through],
    };
  }
  const allow = `Have ${host} allow the origin ${page.origin}. Ollama: start it with OLLAMA_ORIGINS=${page.origin}. LM Studio: switch on CORS in the server's settings. vLLM: --allowed-origins.`;
  if (isReached) {
    return {
      what: `${host} does not allow this page to use it`,
      why: `It answers, but its CORS headers do not allow pages of ${page.origin}.`,
      next: [allow, through],
    };
  }
  return {
    what: `Could not connect to ${host}`,
    why: `The browser only reports “${reason}”. Nothing answers there, or TLS failed.`,
    next: [
      isLocal
        ? "Is the model's server running?"
        : `Does ${host} exist, and can this machine reach it?`,
      "Check the base URL under Models.",
      through,
    ],
  };
}

function unusableUrlReason(why: string): string {
  switch (why) {
    case "scheme":
      return "It must begin with https:// or http://.";
    case "userinfo":
      return "It must not contain a user name or password.";
    case "query":
      return "It must not have a query or fragment: keys belong in the field Key.";
    default:
      return "It is not a URL.";
  }
}

/** Why a base URL cannot be saved; undefined if it can. */
export function baseUrlProblem(failure: ModelFailure | undefined): string | undefined {
  return failure?.code === "unusable-url" ? unusableUrlReason(failure.evidence.why) : undefined;
}

function availabilityText(availability: string): string {
  switch (availability) {
    case "missing":
      return "This browser has no language model.";
    case "downloadable":
    case "downloading":
      return "It is not downloaded yet. It is several gigabytes large, so it is not downloaded automatically.";
    default:
      return `The browser says: ${availability}.`;
  }
}

function retryText(seconds: number | null): string {
  return seconds === null ? "" : ` It asks to wait ${formatWait(Math.ceil(seconds) * 1000)}.`;
}

/** The words of the provider. */
function said(answer: { readonly message: string; readonly contentType?: string | undefined }) {
  return quoteOf(answer.message || (answer.contentType === "text/html" ? "(an HTML page)" : ""));
}

function quoteOf(text: string): { readonly quote?: string } {
  return text.trim() === "" ? {} : { quote: text };
}

/** Why a model was chosen by the preferences of a request. */
export function modelChoiceText(reasons: readonly ChoiceReason[]): string {
  return reasons.map(reasonText).join(" ");
}

function reasonText(reason: ChoiceReason): string {
  switch (reason.code) {
    case "hint":
      return `The hint “${reason.hint}” is part of ${reason.name}${reason.matches > 1 ? ` and of ${reason.matches - 1} more` : ""}.`;
    case "hint-without-match":
      return `No model matches the hint “${reason.hint}”.`;
    case "first":
      return "No hint of the request distinguishes the models: it is the first in your list.";
    case "only-model":
      return "It is the only model that is configured.";
  }
}
