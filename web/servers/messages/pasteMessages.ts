/** Sentences about pasted text: what was taken over, or why nothing was. */
import type { PasteForm, PasteProblem } from "../../../shared/config/paste/paste.ts";
import { configProblemText } from "../../../shared/messages/configProblemText.ts";
import { formatCount, nounOf } from "../../messages/quantities.ts";
import type { PasteNote } from "../store/addressBar.ts";

export function pasteProblemText(problem: PasteProblem): string {
  switch (problem.code) {
    case "too-long":
      return "This text is too long. Paste the part that names the server.";
    case "not-loaded":
      return "The code that reads pasted text could not be loaded. Check that the relay or web server that serves the page is running.";
    case "shell-operator":
      return `${problem.operator} is an operator of a shell. The relay starts one program, without a shell: enter its command alone, or put ${problem.operator} in single quotes if it belongs to an argument.`;
    case "several-lines":
      return "These are several commands. Enter the one that starts the server.";
    case "open-quote":
      return "A quote is not closed.";
    case "unknown-option":
      return `The option ${problem.option} of ${problem.program} is not known here. Remove it, or enter the URL or the command of the server alone.`;
    case "missing-value":
      return `The option ${problem.option} of ${problem.program} has no value.`;
    case "adds-no-server":
      return `${problem.program} names no server here. Enter the server's URL or command, or a complete command that adds it.`;
    case "no-url":
      return `There is no http or https URL in this ${problem.program} command.`;
    case "registry-name":
      return `${problem.name} is a name in a registry, which does not say how to reach the server. Open its entry there, and paste its server.json here.`;
    case "not-toml":
      return `Line ${problem.line} of this configuration cannot be read as TOML.`;
    case "link-without-server":
      return "This link has no configuration of a server that can be read.";
    case "configuration":
      return problem.problems.map(configProblem).join(" ");
  }
}

function configProblem(problem: Parameters<typeof configProblemText>[0] & { line?: number }) {
  const place = problem.line === undefined || problem.line === 1 ? "" : `Line ${problem.line}: `;
  return place + configProblemText(problem);
}

/** What a text with servers is, before any of them is used. */
export function pastedFormText(form: PasteForm, count: number): string {
  return count > 1 && form !== "package"
    ? `${formTitles[form]} with ${formatCount(count, "server")}`
    : formTitles[form];
}

const formTitles: Readonly<Record<PasteForm, string>> = {
  command: "Command",
  curl: "curl command",
  url: "URL with credentials",
  configuration: "Configuration",
  link: "Install link",
  package: "Package name",
};

const forms: Readonly<Record<PasteNote["form"], string>> = {
  command: "the pasted command",
  curl: "the curl command",
  url: "the URL",
  configuration: "the pasted configuration",
  link: "the link",
  package: "the package name",
};

export function pasteNoteText({ form, headers, variables }: PasteNote): string {
  if (form === "url") {
    return "The user name and password of the URL are sent as the header Authorization, which is in Connection options.";
  }
  const parts = [
    ...(headers > 0 ? [formatCount(headers, "header")] : []),
    ...(variables > 0 ? [formatCount(variables, "variable")] : []),
  ];
  const verb = nounOf(headers + variables, "is", "are");
  const taken =
    parts.length > 0 ? ` Its ${parts.join(" and ")} ${verb} in Connection options.` : "";
  return `Read from ${forms[form]}.${taken}`;
}
