/** Answers requests of a server for a user who is not there. */
import type { AnswerInput } from "./serverInput.ts";

const declined = '{"code":-1,"message":"Nobody can answer"}';

/** Declines elicitation and sampling, and has no roots; other methods are unknown. */
export const declineInput: AnswerInput = ({ method }) => {
  switch (method) {
    case "roots/list":
      return Promise.resolve({ kind: "result", text: '{"roots":[]}' });
    case "elicitation/create":
      return Promise.resolve({ kind: "result", text: '{"action":"decline"}' });
    case "sampling/createMessage":
      return Promise.resolve({ kind: "error", text: declined });
    default:
      return undefined;
  }
};
