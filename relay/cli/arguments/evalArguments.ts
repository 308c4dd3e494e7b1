/** The arguments of `eval`. */
import type { Command } from "commander";
import { repeatable } from "../flags.ts";
import type { Arguments, EvalArguments, ModelName, RequestTarget } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addReportOptions, readReportOptions, withJunit } from "./reportArguments.ts";
import { addServerOptions, readRequestTarget, readServerOptions } from "./serverArguments.ts";

const providers = ["openai", "anthropic", "google", "scripted"] as const;

export function addEval(program: Command, setCommand: SetCommand): void {
  const command = program
    .command("eval")
    .description("let models choose tools of a server, and check what they chose")
    .usage("[options] <suite> [url | name | -- command args…]")
    .argument("<suite>", "the file of a suite, see docs/evals.md")
    .argument("[server]", "a URL, or the name of a server of --config")
    .addOption(
      repeatable(
        "--model <provider:name>",
        `a model of ${providers.slice(0, 3).join(", ")}, or "scripted"`,
      ),
    )
    .option("--base-url <url>", "the provider's base URL, for compatible servers")
    .option("--repeat <number>", "how often each case runs")
    .option("--dry", "choose tools, and call none")
    .option("--allow <tools>", 'call these tools although they may change data, or "all"')
    .option("--budget <cost>", "stop before the suite costs more; needs --price")
    .option("--price <input,output>", "the price of a million tokens of requests and replies")
    .option(
      "--recorded <file>",
      "answer calls from a recording, or from the JSON of an earlier run",
    )
    .option("--frozen <file>", "answer for the models from the JSON of an earlier run, at no cost")
    .option(
      "--judge <provider:name>",
      "a model that judges answers of cases with a question for it",
    )
    .option(
      "--wait <seconds>",
      "how long to wait for one answer where the provider asks for it",
      "60",
    )
    .option("--max-tokens <number>", "tokens of a reply", "4096")
    .option("--junit <file>", "the same as --report junit=<file>")
    .option("--json <file>", "write the runs as JSON, with what the models answered")
    .option("--markdown <file>", "write the rates of the cases as Markdown");
  addReportOptions(addServerOptions(command, 60, true), false).action(
    (path: string, url: string | undefined, options) =>
      setCommand("eval", (context) => readEval(path, url, options, context), ["--config"]),
  );
}

function readEval(
  path: string,
  url: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const names = new Set((options.server ?? [undefined]) as readonly (string | undefined)[]);
  const targets = [...names].map((name) => readRequestTarget(url, name, context));
  const [problem] = targets.filter((target) => typeof target === "string");
  if (problem !== undefined) return problem;
  const server = readServerOptions(options);
  if (typeof server === "string") return server;
  const read = readReportOptions(options);
  if (typeof read === "string") return read;
  const models = ((options.model ?? ["scripted"]) as readonly string[]).map(readModel);
  const unknown = models.find((model) => typeof model === "string");
  if (typeof unknown === "string") return unknown;
  const judge = options.judge === undefined ? undefined : readModel(String(options.judge));
  if (typeof judge === "string") return judge.replace("--model", "--judge");
  const repeat = readNumber(options.repeat, true);
  const maxTokens = readNumber(options.maxTokens, true);
  const budget = readNumber(options.budget, false);
  const waitSeconds = Number(options.wait);
  if (!(waitSeconds >= 0 && waitSeconds <= 86_400)) return "--wait needs seconds from 0.";
  if (repeat === "wrong") return "--repeat needs a whole number from 1.";
  if (maxTokens === "wrong") return "--max-tokens needs a whole number from 1.";
  if (budget === "wrong") return "--budget needs a number above 0.";
  const price = readPrice(options.price);
  if (price === "wrong") return "--price needs two numbers: --price 1.25,10.";
  if (budget !== undefined && !price)
    return "--budget needs --price: without it, costs are unknown.";
  const file = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  return {
    kind: "eval",
    path,
    targets: targets as readonly RequestTarget[],
    ...server,
    models: models as readonly ModelName[],
    baseUrl: file("baseUrl"),
    repeat,
    isDry: options.dry === true,
    allowed: readAllowed(options.allow),
    budget,
    price,
    judge,
    recordedPath: file("recorded"),
    frozenPath: file("frozen"),
    maxTokens: maxTokens ?? 4096,
    waitSeconds,
    report: withJunit(read.report, options.junit),
    jsonPath: file("json"),
    markdownPath: file("markdown"),
  };
}

/** The model, or an error sentence. */
function readModel(text: string): ModelName | string {
  const [, name = "", model = ""] = /^([a-z]+):(.+)$/s.exec(text) ?? [];
  if (text === "scripted") return { provider: "scripted", model: text };
  const provider = providers.find((one) => one === name && one !== "scripted");
  if (provider && model !== "") return { provider, model };
  return `--model needs a provider and a name, such as openai:gpt-5, or "scripted": not "${text}".`;
}

function readNumber(value: unknown, isWhole: boolean): number | undefined | "wrong" {
  if (value === undefined) return undefined;
  const number = Number(value);
  const isValid = isWhole ? Number.isInteger(number) && number >= 1 : number > 0;
  return isValid && number <= 1e9 ? number : "wrong";
}

function readPrice(value: unknown): EvalArguments["price"] | "wrong" {
  if (value === undefined) return undefined;
  // a part that is missing is not known, which is not 0
  const toPrice = (part: string) => (part.trim() === "" ? undefined : Number(part));
  const [input, output, ...more] = String(value).split(",").map(toPrice);
  const isPrice = (one: number | undefined) => one !== undefined && one >= 0 && one < 1e9;
  if (!isPrice(input) || !isPrice(output) || more.length > 0) return "wrong";
  return { inputPerMillion: input as number, outputPerMillion: output as number };
}

function readAllowed(value: unknown): EvalArguments["allowed"] {
  if (value === undefined) return [];
  return value === "all" ? "all" : String(value).split(",");
}
