/** The help of `mcp-playground`. */
import { Command, Help } from "@commander-js/extra-typings";
import type { ProjectLinks } from "../../projectLinks.ts";
import { environmentPrefix, limitOptions, limitsHeading } from "../flags.ts";

/** What follows the lists of commands and options. */
export const epilogue = `
  -- [NAME=value…] command args…
                          a stdio server to offer in the page; it starts when you connect. It inherits
                          little more than HOME, LANG and PATH: pass other variables with --env or in
                          front of the command

More help: mcp-playground check --help, and likewise for each command; mcp-playground --help limits
for the limits of a relay.

Files for --config: the mcpServers of Claude and Cursor, the servers of VS Code (with inputs and
\${env:NAME}), or a registry's server.json. They are reloaded when they change.

Every option with a value except --env can also be set in the environment: --public-url as
${environmentPrefix}PUBLIC_URL. NO_COLOR and FORCE_COLOR are respected.

Exit codes:
  0  done, and nothing is wrong
  1  check, conform: a violation of the protocol; run: a call has not passed; eval: a case has not passed;
     doctor: why the server cannot be connected to; replay: an answer differs; diff: the sessions differ;
     list, call, read, prompt, complete, ping: the server, or the tool, answered with an error
  2  the command line, or a file that it names, is wrong
  3  the server could not be started or reached, or the relay could not start

Examples:
  mcp-playground http://localhost:3000/mcp
  mcp-playground -- npx -y @modelcontextprotocol/server-filesystem .
  mcp-playground --config ~/.cursor/mcp.json --config .vscode/mcp.json
  mcp-playground list tools -- node my-server.js
  mcp-playground call get-sum a=2 b=40 -- node my-server.js
  mcp-playground call http://localhost:3000/mcp get-sum a=2 b=40
  mcp-playground read demo://readme.md --server notes --config .mcp.json
  mcp-playground check --env API_KEY -- node my-server.js
  mcp-playground check session.json
  mcp-playground conform http://localhost:3000/mcp
  mcp-playground doctor http://localhost:3000/mcp --origin https://app.example.com
  mcp-playground serve session.json --http 3000
  mcp-playground run calls.json --junit results.xml -- node my-server.js
  mcp-playground eval suite.json --model openai:gpt-5 --repeat 5 -- node my-server.js
  mcp-playground export session.json --format har --out session.har
  mcp-playground replay session.json -- node my-server.js
  mcp-playground diff before.json after.json
  mcp-playground mcp -- node my-server.js
  mcp-playground tap --name notes -- node my-server.js
  mcp-playground tap --watch src -- node my-server.js
  mcp-playground tap --http 3001 --watch src http://127.0.0.1:3000/mcp -- node my-server.js
`;

/** Where more is written and problems are reported, as far as the package says so. */
export function linksHelp({ homepage, bugs }: ProjectLinks): string {
  const lines = [
    ...(homepage === undefined ? [] : [`Documentation: ${new URL("docs/", homepage)}`]),
    ...(bugs === undefined ? [] : [`Report a problem: ${bugs}`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Characters of a line. */
const helpWidth = 100;

/**
 * How commander formats the help: commands before options, without the limits, which have a help of
 * their own.
 */
export const helpFormat: Partial<Help> = {
  helpWidth,
  // the help of each command has its usage
  subcommandTerm: (command) => command.name(),
  // the epilogue explains the environment variables once, for all options
  optionDescription: (option) =>
    new Help()
      .optionDescription(option)
      .replace(/ \(env: \w+\)$/, "")
      .replace(/, env: \w+\)$/, ")"),
  formatHelp(command, helper) {
    const text = Help.prototype.formatHelp.call(helper, command, helper).trimEnd();
    const sections = text.split("\n\n").filter((section) => !section.startsWith(limitsHeading));
    const at = sections.findIndex((section) => section.startsWith("Commands:"));
    // after the usage and the description
    if (at >= 0) sections.splice(2, 0, ...sections.splice(at, 1));
    return `${sections.join("\n\n")}\n`;
  },
};

/** The help about the limits of a relay. */
export function limitsHelp(): string {
  const command = new Command("mcp-playground")
    .description("Limits of a relay. Times are in milliseconds.")
    .usage("[options]")
    .helpOption(false)
    .configureHelp({ helpWidth });
  for (const option of limitOptions().options) command.addOption(option.helpGroup("Options:"));
  return command.helpInformation();
}
