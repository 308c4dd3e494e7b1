/** The arguments of `eval`. */
import { Option } from "@commander-js/extra-typings";
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { addOptions, numberReader, repeatable } from "./optionGroups.ts";
import { readReport, reportOptions } from "./reportArguments.ts";
import { readRequestTarget, readServerOptions, serverOptions } from "./serverArguments.ts";

const providers = ["openai", "anthropic", "google"] as const;

/** A model of a provider, or the scripted one; `model` as the provider names it. */
export type ModelName = ReturnType<typeof readModel>;

export type EvalArguments = ArgumentsOf<typeof addEval>;

const maximum = 1e9;
const readWhole = (option: string) =>
  numberReader(
    (value) => Number.isInteger(value) && value >= 1 && value <= maximum,
    `${option} needs a whole number from 1.`,
  );

export function addEval({ program, on }: CommandLine) {
  const command = program
    .command("eval")
    .description("let models choose tools of a server, and check what they chose")
    .usage("[options] <suite> [url | name | -- command args…]")
    .argument("<suite>", "the file of a suite, see docs/evals.md")
    .argument("[server]", "a URL, or the name of a server of --config")
    .addOption(
      repeatable("--model <provider:name>", `a model of ${providers.join(", ")}, or "scripted"`),
    )
    .option("--base-url <url>", "the provider's base URL, for compatible servers")
    .addOption(
      new Option("--repeat <number>", "how often each case runs").argParser(readWhole("--repeat")),
    )
    .option("--dry", "choose tools, and call none")
    .addOption(
      new Option(
        "--allow <tools>",
        'call these tools although they may change data, or "all"',
      ).argParser((text): "all" | readonly string[] => (text === "all" ? text : text.split(","))),
    )
    .addOption(
      new Option("--budget <cost>", "stop before the suite costs more; needs --price").argParser(
        numberReader((value) => value > 0 && value <= maximum, "--budget needs a number above 0."),
      ),
    )
    .addOption(
      new Option(
        "--price <input,output>",
        "the price of a million tokens of requests and replies",
      ).argParser(readPrice),
    )
    .option(
      "--recorded <file>",
      "answer calls from a recording, or from the JSON of an earlier run",
    )
    .option("--frozen <file>", "answer for the models from the JSON of an earlier run, at no cost")
    .addOption(
      new Option(
        "--judge <provider:name>",
        "a model that judges answers of cases with a question for it",
      ).argParser((text) => readModel(text, "--judge")),
    )
    .addOption(
      new Option(
        "--wait <seconds>",
        "how long to wait for one answer where the provider asks for it",
      )
        .argParser(
          numberReader((value) => value >= 0 && value <= 86_400, "--wait needs seconds from 0."),
        )
        .default(60, '"60"'),
    )
    .addOption(
      new Option("--max-tokens <number>", "tokens of a reply")
        .argParser(readWhole("--max-tokens"))
        .default(4096, '"4096"'),
    )
    .option("--junit <file>", "the same as --report junit=<file>")
    .option("--json <file>", "write the runs as JSON, with what the models answered")
    .option("--markdown <file>", "write the rates of the cases as Markdown");
  return on(
    addOptions(addOptions(command, serverOptions(60, true)), reportOptions()),
    (options, context, path, url) => {
      const { server, model, allow, budget, price, junit, dry = false, baseUrl, repeat } = options;
      const { judge, recorded, frozen, maxTokens, wait, json, markdown } = options;
      if (budget !== undefined && !price) {
        throw new CommandError("--budget needs --price: without it, costs are unknown.");
      }
      return {
        kind: "eval" as const,
        path,
        /** Several may be named of configuration files; without names, those that the suite names. */
        targets: [...new Set(server ?? [undefined])].map((name) =>
          readRequestTarget(url, name, context),
        ),
        ...readServerOptions(options),
        models: (model ?? ["scripted"]).map((text) => readModel(text)),
        /** Tools that are called although they do not say that they only read. */
        allowed: allow ?? [],
        report: readReport(options, { junit }),
        ...{ baseUrl, repeat, dry, budget, price, judge, recorded, frozen, maxTokens, wait },
        ...{ json, markdown },
      };
    },
  );
}

/** @throws CommandError if it names no model */
export function readModel(text: string, option = "--model") {
  if (text === "scripted") return { provider: "scripted" as const, model: text };
  const [, name, model = ""] = /^([a-z]+):(.+)$/s.exec(text) ?? [];
  const provider = providers.find((one) => one === name);
  if (provider && model !== "") return { provider, model };
  throw new CommandError(
    `${option} needs a provider and a name, such as openai:gpt-5, or "scripted": not "${text}".`,
  );
}

function readPrice(text: string) {
  // a part that is missing is not known, which is not 0
  const toPrice = (part: string) => (part.trim() === "" ? undefined : Number(part));
  const [input, output, ...more] = text.split(",").map(toPrice);
  const isPrice = (one: number | undefined) => one !== undefined && one >= 0 && one < maximum;
  if (!isPrice(input) || !isPrice(output) || more.length > 0) {
    throw new CommandError("--price needs two numbers: --price 1.25,10.");
  }
  return { inputPerMillion: input as number, outputPerMillion: output as number };
}
