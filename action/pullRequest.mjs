/** Writes the comment of a pull request in place of the one that an earlier run wrote. */
import { commentMark } from "./commentText.mjs";

const maxPages = 30;
const timeoutMs = 30_000;

/** @returns what went wrong, in words */
export async function writeComment({ api, repository, number, token, body }) {
  const send = async (method, path, content) => {
    const answer = await fetch(`${api}/${path}`, {
      method,
      headers: {
        Accept: "application/vnd.github+json",
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(content && { body: JSON.stringify(content) }),
    });
    const { ok, status } = answer;
    return { ok, status, value: ok ? await answer.json() : undefined };
  };
  const issues = `repos/${repository}/issues`;
  try {
    // the token of a workflow is of no user, and comments as a bot
    const { value: user } = await send("GET", "user");
    const isOwn = (comment) =>
      comment.body?.startsWith(commentMark) &&
      (user ? comment.user?.login === user.login : comment.user?.type === "Bot");
    for (let page = 1; page <= maxPages; page++) {
      const listed = await send("GET", `${issues}/${number}/comments?per_page=100&page=${page}`);
      if (!listed.ok) return `GitHub answered ${listed.status} to the request for comments.`;
      for (const { id } of listed.value.filter(isOwn)) {
        if ((await send("PATCH", `${issues}/comments/${id}`, { body })).ok) return undefined;
      }
      if (listed.value.length < 100) break;
    }
    const { ok, status } = await send("POST", `${issues}/${number}/comments`, { body });
    return ok ? undefined : `GitHub answered ${status}.`;
  } catch (error) {
    return String(error?.message ?? error);
  }
}
