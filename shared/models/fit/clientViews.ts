/** Which part of a result the model gets in well-known clients, with the source of each fact. */
import { clientLimits } from "../../protocol/clientLimits.ts";

/** `structured-first`: structuredContent where there is one, otherwise content. */
type PassedOn = "content" | "structured-first" | "content-first" | "both";

interface ClientView {
  readonly name: string;
  readonly passesOn: PassedOn;
  /** A larger result is refused or cut. */
  readonly maxTokens?: number;
  readonly source: string;
  /** Of the source. */
  readonly date: string;
}

export const clientViewsDate = "November 2026";

/** Clients of which nothing is known are not listed. */
export const clientViews: readonly ClientView[] = [
  {
    name: "Claude Code",
    passesOn: "structured-first",
    maxTokens: clientLimits.resultTokens,
    source: "claude-code#55677, #79944",
    date: "May 2026",
  },
  { name: "claude.ai", passesOn: "both", source: "claude-code#55677, reported", date: "May 2026" },
  { name: "ChatGPT", passesOn: "both", source: "OpenAI’s reference of plugins", date: "2026" },
  {
    name: "VS Code",
    passesOn: "structured-first",
    source: "source of vscode",
    date: "undated, 2026",
  },
  {
    name: "Codex",
    passesOn: "structured-first",
    source: "source of codex; codex#10334",
    date: "undated, 2026",
  },
  { name: "Gemini CLI", passesOn: "content", source: "mcp-tool.ts", date: "August 2026" },
  { name: "opencode", passesOn: "content-first", source: "source of opencode", date: "undated" },
  { name: "Roo Code", passesOn: "content", source: "UseMcpToolTool.ts", date: "April 2026" },
  { name: "Continue", passesOn: "content", source: "callTool.ts", date: "June 2026" },
];

interface SeenPart {
  /** In the words of the protocol. */
  readonly part: "content" | "structuredContent" | "both" | "nothing";
  /** Undefined where it is not counted yet, or there is nothing. */
  readonly tokens: number | undefined;
}

/**
 * What a client passes on of a result.
 * @param ofContent estimated tokens of its text; undefined if it has none
 * @param ofStructured the same of `structuredContent`
 */
export function partSeen(
  { passesOn }: Pick<ClientView, "passesOn">,
  ofContent: number | undefined,
  ofStructured: number | undefined,
): SeenPart {
  const content: SeenPart = { part: "content", tokens: ofContent };
  const structured: SeenPart = { part: "structuredContent", tokens: ofStructured };
  const isText = ofContent !== undefined;
  const isStructured = ofStructured !== undefined;
  if (passesOn === "both" && isText && isStructured) {
    return { part: "both", tokens: ofContent + ofStructured };
  }
  if (passesOn === "structured-first" && isStructured) return structured;
  if (isText) return content;
  if (passesOn !== "content" && isStructured) return structured;
  return { part: "nothing", tokens: undefined };
}
