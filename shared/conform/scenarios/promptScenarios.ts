/** Scenarios about prompts, completion, logging and pagination. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { ExaminedList } from "../examinedLists.ts";
import type { Subject } from "../examinedServer.ts";
import { judgeResult } from "../judgeResult.ts";
import { isRefused, startOf } from "../replies.ts";
import { failed, notApplicable, passed, type Scenario, verdictOf } from "../scenario.ts";

interface Argument {
  readonly prompt: string;
  readonly name: string;
}

function argumentsOf(prompt: unknown): readonly unknown[] {
  const list = getOwn(prompt, "arguments");
  return Array.isArray(list) ? list : [];
}

const isRequired = (argument: unknown) => getOwn(argument, "required") === true;

/** The first argument of a prompt. */
function firstArgument({ lists }: Subject): Argument | undefined {
  for (const item of lists.prompts?.items ?? []) {
    const prompt = getOwn(item, "name");
    const name = getOwn(argumentsOf(item)[0], "name");
    if (typeof prompt === "string" && typeof name === "string") return { prompt, name };
  }
  return undefined;
}

/** The lists that have more than one page. */
function pagedLists({ lists }: Subject): readonly ExaminedList[] {
  return Object.values(lists).filter(({ next }) => next !== undefined);
}

const onePage = notApplicable("No list has more than one page.");

export const promptScenarios: readonly Scenario[] = [
  {
    id: "prompts-list-valid",
    area: "prompts",
    title: "prompts/list is answered with valid prompts",
    level: "must",
    section: "server/prompts#listing-prompts",
    needs: "prompts/list",
    sends: "prompts/list",
    fix: "Answer prompts/list as the schema of the agreed revision says.",
    run(subject) {
      const list = subject.lists.prompts;
      if (!list) return notApplicable("The server has no prompts.");
      return judgeResult(subject, "prompts/list", list.first);
    },
  },
  {
    id: "prompt-get-valid",
    area: "prompts",
    title: "A prompt without required arguments is answered with valid messages",
    level: "must",
    section: "server/prompts#getting-a-prompt",
    needs: "prompts/get",
    sends: "prompts/get of a prompt without required arguments",
    fix: "Answer prompts/get as the schema of the agreed revision says.",
    async run(subject) {
      const prompt = subject.lists.prompts?.items.find(
        (item) => !argumentsOf(item).some(isRequired),
      );
      if (!prompt) return notApplicable("Each prompt needs arguments.");
      const name = getOwn(prompt, "name");
      const reply = await subject.request("prompts/get", { name });
      return judgeResult(subject, "prompts/get", reply, name);
    },
  },
  {
    id: "prompt-unknown",
    area: "prompts",
    title: "An unknown prompt is answered with an error",
    level: "must",
    section: "server/prompts#error-handling",
    needs: "prompts/get",
    sends: "prompts/get of a prompt that does not exist",
    fix: "Answer prompts/get of an unknown prompt with the error -32602.",
    async run({ request }) {
      const reply = await request("prompts/get", { name: "conformance-unknown" });
      if (isRefused(reply)) return passed(reply);
      return failed(`A prompt that does not exist was answered ${reply.text}.`, reply);
    },
  },
  {
    id: "prompt-arguments",
    area: "prompts",
    title: "A prompt without its required arguments is answered with an error",
    level: "should",
    section: "server/prompts#error-handling",
    needs: "prompts/get",
    sends: "prompts/get without required arguments",
    fix: "Answer prompts/get without its required arguments with the error -32602.",
    async run({ lists, request }) {
      const prompt = lists.prompts?.items.find((item) => argumentsOf(item).some(isRequired));
      if (!prompt) return notApplicable("No prompt has required arguments.");
      const name = getOwn(prompt, "name");
      const reply = await request("prompts/get", { name, arguments: {} });
      if (isRefused(reply)) return passed(reply);
      const item = startOf(String(name));
      return failed(
        { item, sentence: `${item} answers without its arguments ${reply.text}.` },
        reply,
      );
    },
  },
  {
    id: "completion-valid",
    area: "utilities",
    title: "completion/complete is answered with at most 100 values",
    level: "must",
    section: "server/utilities/completion",
    since: "2025-03-26",
    needs: "completion/complete",
    sends: "completion/complete of the first argument of a prompt",
    fix: "Complete with at most 100 values.",
    async run(subject) {
      const argument = firstArgument(subject);
      if (!argument) return notApplicable("No prompt has an argument.");
      const reply = await subject.request("completion/complete", {
        ref: { type: "ref/prompt", name: argument.prompt },
        argument: { name: argument.name, value: "" },
      });
      const verdict = judgeResult(subject, "completion/complete", reply, argument.prompt);
      if (verdict.outcome !== "passed") return verdict;
      const values = getOwn(getOwn(reply.value, "completion"), "values");
      const count = Array.isArray(values) ? values.length : 0;
      if (count <= 100) return passed(reply);
      const item = startOf(argument.prompt);
      return failed(
        {
          item,
          sentence: `${item} completes ${startOf(argument.name)} with ${count} values.`,
          expected: "At most 100 values",
          seen: `${count} values`,
          pointer: "/result/completion/values",
        },
        reply,
      );
    },
  },
  {
    id: "completion-unknown",
    area: "utilities",
    title: "The completion of an unknown prompt is answered with an error",
    level: "should",
    section: "server/utilities/completion#error-handling",
    since: "2025-03-26",
    needs: "completion/complete",
    sends: "completion/complete of a prompt that does not exist",
    fix: "Answer the completion of an unknown prompt with the error -32602.",
    async run({ request }) {
      const reply = await request("completion/complete", {
        ref: { type: "ref/prompt", name: "conformance-unknown" },
        argument: { name: "conformance", value: "" },
      });
      if (isRefused(reply)) return passed(reply);
      return failed(`A prompt that does not exist was answered ${reply.text}.`, reply);
    },
  },
  {
    id: "logging-level",
    area: "utilities",
    title: "logging/setLevel is answered with an empty result",
    level: "must",
    section: "server/utilities/logging#setting-log-level",
    until: "2025-11-25",
    needs: "logging/setLevel",
    sends: "logging/setLevel",
    fix: "Answer logging/setLevel with an empty object.",
    async run(subject) {
      const reply = await subject.request("logging/setLevel", { level: "error" });
      return judgeResult(subject, "logging/setLevel", reply);
    },
  },
  {
    id: "logging-level-invalid",
    area: "utilities",
    title: "An unknown log level is answered with the error -32602",
    level: "should",
    section: "server/utilities/logging#error-handling",
    until: "2025-11-25",
    needs: "logging/setLevel",
    sends: "logging/setLevel with an unknown level",
    fix: "Answer an unknown log level with the error -32602.",
    async run({ request }) {
      const reply = await request("logging/setLevel", { level: "conformance" });
      const isRight = reply.code === -32602;
      return verdictOf(
        isRight ? undefined : `An unknown log level was answered ${reply.text}, not with -32602.`,
        reply,
      );
    },
  },
  {
    id: "pagination",
    area: "utilities",
    title: "Lists of several pages end, and have each item once",
    level: "must",
    section: "server/utilities/pagination",
    sends: "all pages of each list",
    fix: "Put each item on one page, and leave out nextCursor on the last one.",
    run(subject) {
      const paged = pagedLists(subject);
      if (paged.length === 0) return onePage;
      for (const { method, items, first } of paged) {
        const keys = items.map((item) =>
          getOwn(item, method === "resources/list" ? "uri" : "name"),
        );
        const twice = keys.find((key, index) => key !== undefined && keys.indexOf(key) !== index);
        if (twice !== undefined) {
          const item = startOf(String(twice));
          const sentence = `${item} is on two pages of ${method}.`;
          return failed({ item, sentence, seen: `${item} twice` }, first);
        }
      }
      return passed(...paged.map(({ first }) => first));
    },
  },
  {
    id: "cursor-invalid",
    area: "utilities",
    title: "An invalid cursor is answered with the error -32602",
    level: "should",
    section: "server/utilities/pagination#error-handling",
    sends: "a list with the cursor conformance-invalid",
    fix: "Answer an invalid cursor with the error -32602.",
    async run(subject) {
      const [list] = pagedLists(subject);
      if (!list) return onePage;
      const reply = await subject.request(list.method, { cursor: "conformance-invalid" });
      const isRight = reply.code === -32602;
      return verdictOf(
        isRight ? undefined : `An invalid cursor was answered ${reply.text}, not with -32602.`,
        reply,
      );
    },
  },
];
