/** The clients that are known, with the facts that each inherits from the SDK it is built on. */
import { type ClientFacts, type ClientFile, readClientFile } from "./clientFacts.ts";
import aiSdk from "./profiles/ai-sdk.json" with { type: "json" };
import chatgpt from "./profiles/chatgpt.json" with { type: "json" };
import claudeAi from "./profiles/claude-ai.json" with { type: "json" };
import claudeCode from "./profiles/claude-code.json" with { type: "json" };
import claudeDesktop from "./profiles/claude-desktop.json" with { type: "json" };
import cline from "./profiles/cline.json" with { type: "json" };
import clineCli from "./profiles/cline-cli.json" with { type: "json" };
import codex from "./profiles/codex.json" with { type: "json" };
import continueDev from "./profiles/continue-dev.json" with { type: "json" };
import copilotCli from "./profiles/copilot-cli.json" with { type: "json" };
import copilotStudio from "./profiles/copilot-studio.json" with { type: "json" };
import csharpSdk2 from "./profiles/csharp-sdk-2.json" with { type: "json" };
import cursor from "./profiles/cursor.json" with { type: "json" };
import geminiCli from "./profiles/gemini-cli.json" with { type: "json" };
import goSdk1 from "./profiles/go-sdk-1.json" with { type: "json" };
import goose from "./profiles/goose.json" with { type: "json" };
import inspectorCli from "./profiles/inspector-cli.json" with { type: "json" };
import javaSdk2 from "./profiles/java-sdk-2.json" with { type: "json" };
import junie from "./profiles/junie.json" with { type: "json" };
import kimiCli from "./profiles/kimi-cli.json" with { type: "json" };
import kimiCode from "./profiles/kimi-code.json" with { type: "json" };
import kiroCli from "./profiles/kiro-cli.json" with { type: "json" };
import langchainJs from "./profiles/langchain-js.json" with { type: "json" };
import librechat from "./profiles/librechat.json" with { type: "json" };
import mcpRemote from "./profiles/mcp-remote.json" with { type: "json" };
import n8n from "./profiles/n8n.json" with { type: "json" };
import openaiAgentsJs from "./profiles/openai-agents-js.json" with { type: "json" };
import openaiResponses from "./profiles/openai-responses.json" with { type: "json" };
import opencode from "./profiles/opencode.json" with { type: "json" };
import pythonSdk2 from "./profiles/python-sdk-2.json" with { type: "json" };
import qwenCode from "./profiles/qwen-code.json" with { type: "json" };
import rooCode from "./profiles/roo-code.json" with { type: "json" };
import rustSdk3 from "./profiles/rust-sdk-3.json" with { type: "json" };
import typescriptSdk1 from "./profiles/typescript-sdk-1.json" with { type: "json" };
import typescriptSdk2 from "./profiles/typescript-sdk-2.json" with { type: "json" };
import vscode from "./profiles/vscode.json" with { type: "json" };
import windsurf from "./profiles/windsurf.json" with { type: "json" };
import zed from "./profiles/zed.json" with { type: "json" };

/** A client with all facts that hold for it. */
export type CatalogClient = Omit<ClientFile, "extends">;

const files: readonly unknown[] = [
  aiSdk,
  chatgpt,
  claudeAi,
  claudeCode,
  claudeDesktop,
  cline,
  clineCli,
  codex,
  continueDev,
  copilotCli,
  copilotStudio,
  csharpSdk2,
  cursor,
  geminiCli,
  goSdk1,
  goose,
  inspectorCli,
  javaSdk2,
  junie,
  kimiCli,
  kimiCode,
  kiroCli,
  langchainJs,
  librechat,
  mcpRemote,
  n8n,
  openaiAgentsJs,
  openaiResponses,
  opencode,
  pythonSdk2,
  qwenCode,
  rooCode,
  rustSdk3,
  typescriptSdk1,
  typescriptSdk2,
  vscode,
  windsurf,
  zed,
];

/**
 * Joins files of clients with those that they extend.
 * @throws {Error} if a file is invalid, or extends one that does not exist or extends another
 */
export function joinClients(texts: readonly unknown[]): readonly CatalogClient[] {
  const clients = texts.map((json) => {
    const read = readClientFile(json);
    if ("problem" in read) throw new Error(read.problem);
    return read.client;
  });
  return clients.map(({ extends: base, ...client }) => {
    if (base === undefined) return client;
    const inherited = clients.find(({ id }) => id === base);
    if (!inherited || inherited.extends !== undefined) {
      throw new Error(`${client.id} extends ${base}, which is no client that extends none.`);
    }
    const facts: ClientFacts = { ...inherited.facts, ...client.facts };
    return { ...client, facts };
  });
}

/** In the order of their ids. */
export const clientCatalog: readonly CatalogClient[] = joinClients(files);
