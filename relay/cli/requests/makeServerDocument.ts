/** `mcp-playground make`: prints a server card, or a server.json, of a server. */
import { makeDocument } from "../../../shared/config/documents/makeDocuments.ts";
import {
  checkServerDocument,
  type ServerDocumentKind,
} from "../../../shared/config/documents/serverDocument.ts";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import {
  documentProblemText,
  exampleNamespaceText,
} from "../../../shared/messages/documentProblemText.ts";
import { documentSource } from "../../../shared/recording/export/documentSource.ts";
import { readTextFile } from "../../config/readTextFile.ts";
import { CommandError, type ExitCode, exitCodes } from "../exitCode.ts";
import { escapeForTerminal } from "../terminal.ts";
import { printJson } from "./printJson.ts";
import type { RequestContext } from "./requestContext.ts";

/** Bytes of a package.json that is read. */
const maxBytes = 1024 * 1024;

/** What still keeps the document from being published is said on standard error. */
export function makeServerDocument({ client, wanted, server, terminal }: RequestContext): ExitCode {
  const kind: ServerDocumentKind = wanted.words[0] === "card" ? "server-card" : "server-json";
  const { agreement, transport } = client;
  if (kind === "server-card" && server.target.kind !== "http") {
    throw new CommandError("A card is for a server over HTTP. For a command: make server.json.");
  }
  const text = readTextFile("package.json", { maxBytes });
  const manifest = text === undefined ? undefined : parseJsonObject(text);
  if (text !== undefined && !manifest) terminal.note("package.json is no JSON object: left out.");
  const source = documentSource({
    info: agreement.receivedInfo,
    revision: agreement.revision,
    ...server,
    isSse: transport.kind === "http-sse",
    manifest,
  });
  const { document, hasExampleNamespace } = makeDocument(kind, source);
  printJson(terminal, JSON.stringify(document, undefined, 2));
  if (hasExampleNamespace) terminal.printError(exampleNamespaceText);
  for (const problem of checkServerDocument(document, kind)) {
    terminal.printError(escapeForTerminal(`${problem.at}: ${documentProblemText(problem)}`));
  }
  return exitCodes.passed;
}
