/** Reads the text of a skill for a model. */
import { getOwn } from "../core/json/getOwn.ts";
import type { Connected } from "./connected.ts";

/** @returns undefined where the server does not answer with text */
export async function readSkillText(client: Connected, uri: string): Promise<string | undefined> {
  const initiator = { kind: "engine" } as const;
  const params = JSON.stringify({ uri });
  const outcome = await client.request("resources/read", params, { initiator }).done;
  if (outcome.kind !== "result") return undefined;
  const contents = getOwn(outcome.value, "contents");
  const text = getOwn(Array.isArray(contents) ? contents[0] : undefined, "text");
  return typeof text === "string" ? text : undefined;
}
