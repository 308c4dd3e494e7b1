/** What each tool of the tasks server does while it runs as a task. */
import { setTimeout as delay } from "node:timers/promises";

/** A job's view of its task. */
export interface Work {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Aborted when the client cancels the task. */
  readonly signal: AbortSignal;
  /** Requests input from the client and waits for the answers of `tasks/update`, by key. */
  ask(requests: Readonly<Record<string, object>>): Promise<Readonly<Record<string, unknown>>>;
}

export interface Job {
  readonly description: string;
  run(work: Work): Promise<object>;
}

/** Fails a task with this JSON-RPC error. */
export class JobFault extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const text = (words: string) => ({ content: [{ type: "text", text: words }] });

/** A form with one text field. */
export const askFor = (name: string) => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message: `Please enter your ${name}.`,
    requestedSchema: {
      type: "object",
      properties: { [name]: { type: "string" } },
      required: [name],
    },
  },
});

const contentOf = (response: unknown) =>
  (response as { content?: Record<string, unknown> } | undefined)?.content ?? {};

export const jobs: Readonly<Record<string, Job>> = {
  count: {
    description: "Is done after `ms` milliseconds",
    async run({ arguments: { ms = 300 }, signal }) {
      await delay(Number(ms), undefined, { signal });
      return text(`Counted for ${ms} ms`);
    },
  },
  hello: {
    description: "Asks for a name, then greets",
    async run({ ask }) {
      const { name } = await ask({ name: askFor("name") });
      return text(`Hello, ${contentOf(name).name}!`);
    },
  },
  interview: {
    description: "Asks two questions at once and a third one after that",
    async run({ ask }) {
      const { city, river } = await ask({ city: askFor("city"), river: askFor("river") });
      const { bridge } = await ask({ bridge: askFor("bridge") });
      const names = [contentOf(city).city, contentOf(river).river, contentOf(bridge).bridge];
      return text(names.join(", "));
    },
  },
  fail: {
    description: "Ends with an error of JSON-RPC",
    run: () => Promise.reject(new JobFault(-32603, "API rate limit exceeded")),
  },
  complain: {
    description: "Ends with a result that is an error of the tool",
    run: async () => ({ ...text("invalid input"), isError: true }),
  },
  forever: {
    description: "Works until it is cancelled",
    async run({ signal }) {
      await delay(2 ** 30, undefined, { signal });
      return text("never");
    },
  },
};
