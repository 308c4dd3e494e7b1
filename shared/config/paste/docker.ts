/** Reads `docker run -e NAME …`: variables without a value are passed on, so they are asked for. */
import type { Paste } from "./paste.ts";
import { serversOf } from "./pastedServer.ts";

/** Options of `docker run` that take a value. */
const valued = new Set(
  "-e --env --env-file -v --volume --mount -p --publish --name --network --net -w --workdir -u --user --entrypoint -h --hostname --platform -l --label --add-host -m --memory --cpus --pull --gpus --runtime --cap-add --cap-drop --security-opt --device --dns --log-driver --restart --shm-size --ulimit --tmpfs".split(
    " ",
  ),
);

/**
 * @param words of the whole command
 * @returns undefined if no variable is missing
 */
export function readDockerRun(words: readonly string[]): Paste | undefined {
  const [command = "", run, ...options] = words;
  if (!/^(docker|podman|nerdctl)$/.test(command) || run !== "run") return undefined;
  const missing: string[] = [];
  for (let at = 0; at < options.length; at++) {
    const word = options[at] ?? "";
    if (!word.startsWith("-")) break;
    const isSeparate = valued.has(word);
    const value = isSeparate ? options[++at] : undefined;
    const variable =
      word === "-e" || word === "--env" ? value : /^(?:--env=|-e)(.+)$/.exec(word)?.[1];
    if (variable !== undefined && /^[A-Za-z_]\w*$/.test(variable)) missing.push(variable);
  }
  if (missing.length === 0) return undefined;
  const env = Object.fromEntries(missing.map((name) => [name, `\${${name}}`]));
  return serversOf("command", [{ name: command, command, args: words.slice(1), env }]);
}
