/** Explains how a sampling request or a model's reply was translated, and what was left out. */
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";
import type { Note } from "../../../shared/models/model.ts";

/** How the part of the request or reply was mapped that the note refers to. */
export function noteText({ code, params, side }: Note): string {
  const p = (name: string) => textOfJson(params[name] ?? "");
  switch (code) {
    case "not-expressed":
      return "The provider has no such field.";
    case "unknown-member":
      return "The specification does not know this member.";
    case "malformed":
      return `It has the wrong type; expected: ${p("expected")}.`;
    case "unknown-content":
      return `Content of the unknown kind “${p("type")}” is sent as JSON text.`;
    case "content-as-text":
      return `Content of kind ${p("type")} is sent as JSON text.`;
    case "content-not-sent":
      return `The provider cannot take ${[p("type"), p("mimeType")].filter(Boolean).join(" ")} here.`;
    case "content-moved":
      return `The ${p("type")} of the tool result is sent in a user message after it.`;
    case "media-type-unlisted":
      return `The provider documents no support for ${p("mimeType")}; it is sent anyway.`;
    case "member-as-text":
      return `${p("member")} is sent as JSON text.`;
    case "same-as-text":
      return "It is the same as a text of the result, which is sent.";
    case "renamed":
      return `The provider does not accept the name ${p("original")}: it is sent as ${p("sent")}, and translated back in the reply.`;
    case "tool-name-unknown":
      return `The provider needs the tool's name, and no tool use has the id ${p("id")}.`;
    case "out-of-range":
      return `${p("value")} is outside of what the provider documents (${p("minimum")} to ${p("maximum")}).`;
    case "too-many":
      return `${p("count")} are more than the provider documents (${p("maximum")}).`;
    case "max-tokens-capped":
      return `The request asks for ${p("asked")} tokens; the limits allow ${p("sent")}.`;
    case "max-tokens-assumed":
      return `The request has no usable maximum, which the provider requires: ${p("sent")} is sent.`;
    case "context-not-included":
      return `No context of any server is added, although the request asks for ${p("value") || "it"}.`;
    case "used-for-choice":
      return "Used to choose the model; not sent.";
    case "protocol-metadata":
      return "Metadata of the protocol, not for the model.";
    case "not-in-revision":
      return `Revision ${p("revision")} has no such member.`;
    case "role-changed":
      return `The role “${p("role")}” is unknown: it is sent as user.`;
    case "choice-without-tools":
      return "It means nothing without tools.";
    case "message-empty":
      return "Nothing of this message can be sent.";
    case "reasoning-left-out":
      return `The model's reasoning (${p("characters")} characters) is not part of the answer.`;
    case "reply-as-text":
      return `Content of the kind “${p("type")}” is given as JSON text.`;
    case "reply-member-left-out":
      return `The answer has no place for ${p("member")}.`;
    case "blocks-joined":
      return `The revision has one block of content: ${p("count")} texts are joined.`;
    case "block-left-out":
      return `Revision ${p("revision")} has no place for ${p("type")}.`;
    case "tool-use-incomplete":
      return `The arguments of ${p("name")} were cut off by the token limit.`;
    case "id-made":
      return `The provider gave the tool use no id; it got ${p("id")}.`;
    case "stop-not-distinguished":
      return "The provider does not distinguish a stop sequence from the natural end.";
    case "model-not-reported":
      return "The provider did not name the model: the name that was asked for is given.";
    case "empty-reply":
      return "The model gave no content: the answer has an empty text.";
    default:
      return `The ${side} has the note ${code}.`;
  }
}

export const effectTexts: Readonly<Record<Note["effect"], string>> = {
  translated: "translated",
  "left-out": "not sent",
  remark: "note",
};
