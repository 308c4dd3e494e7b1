/** What this client can answer, and who answers it. */
import type { AnswerInput, ServerInput } from "../../../shared/client/input/serverInput.ts";
import type { Settings } from "../servers/settings.ts";

/** What a person answers. */
const asked = new Set(["sampling/createMessage", "elicitation/create"]);

/** The JSON text of the capabilities: only what can be answered is declared. */
export function capabilitiesText({ roots }: Pick<Settings, "roots">): string {
  return JSON.stringify({
    ...(roots.length > 0 ? { roots: {} } : {}),
    sampling: {},
    elicitation: { form: {}, url: {} },
  });
}

/**
 * Answers what needs nobody, and has the person asked for the rest.
 * @param ask puts a question before the person
 */
export function createAnswers(
  settings: () => Pick<Settings, "roots">,
  ask: (input: ServerInput) => ReturnType<AnswerInput>,
): AnswerInput {
  return (input) => {
    const { roots } = settings();
    if (input.method === "roots/list" && roots.length > 0) {
      const text = JSON.stringify({ roots: roots.map((uri) => ({ uri })) });
      return Promise.resolve({ kind: "result", text });
    }
    return asked.has(input.method) ? ask(input) : undefined;
  };
}
