/** Reads the name of a package or of a registry's entry. */
import { type Paste, refused } from "./paste.ts";
import { type PastedEntry, serversOf } from "./pastedServer.ts";

/** @see https://docs.npmjs.com/cli/configuring-npm/package-json#name */
const scoped = /^@[a-z0-9~-][\w.~-]{0,100}\/[a-z0-9~-][\w.~-]{0,100}(@[\w.~^-]{1,40})?$/i;
const bare = /^[a-z0-9][\w.-]{0,100}((@|==)[\w.^~-]{1,40})?$/i;

/**
 * Reads one word.
 * @returns undefined if it is a program or an address
 */
export function readName(word: string): Paste | undefined {
  if (isRegistryName(word)) return refused({ code: "registry-name", name: word });
  if (scoped.test(word)) return serversOf("package", [entry("npx", "-y", word)]);
  const isServer = /mcp|server/i.test(word) && !/\.(exe|cmd|bat|sh|py|js|ts|mjs)$/i.test(word);
  if (!isServer || !bare.test(word)) return undefined;
  if (word.includes("==")) return serversOf("package", [entry("uvx", word)]);
  const runners = [entry("npx", "-y", word), entry("uvx", word)];
  return serversOf("package", word.includes("@") ? runners : [entry(word), ...runners]);
}

/** The name is the command that would be run. */
function entry(command: string, ...args: readonly string[]): PastedEntry {
  return { name: [command, ...args].join(" "), command, args };
}

/**
 * Whether a word is a reversed domain and a name. A text whose part before the slash ends like a
 * host name is an address.
 */
export function isRegistryName(word: string): boolean {
  const [, domain = ""] =
    /^([a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,8})\/[\w.-]{1,100}$/i.exec(word) ?? [];
  const labels = domain.toLowerCase().split(".");
  const tops = ["com", "org", "net", "io", "dev", "ai", "app", "co", "me", "sh", "cloud", "tech"];
  return tops.slice(0, 4).includes(labels[0] ?? "") && !tops.includes(labels.at(-1) ?? "");
}
