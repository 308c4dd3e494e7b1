/** The page that an authorization server sends people back to; it hands over what they bring, and nothing else. */
import { handOverRedirect, type Outcome, openChannel } from "./callback/deliverCallback.ts";

const words: Readonly<Record<Outcome, readonly [what: string, next: string]>> = {
  "handed-over": [
    "Signed in",
    "The playground has what it needs. You can close this window and go back to it.",
  ],
  returning: ["One moment", "Going back to the playground."],
  "nothing-here": [
    "Nothing to hand over",
    "Authorization servers send people back to this address. Open the playground itself instead.",
  ],
  "nobody-waits": [
    "No page is waiting for this",
    "The page that began this sign-in was closed or reloaded, or the answer belongs to another one. Nothing was handed over: go back to the playground and press Authorize again.",
  ],
};

const outcome = await handOverRedirect({
  location,
  history,
  sessionStorage,
  channel: openChannel(),
  after: (ms, callback) => setTimeout(callback, ms),
});
const [what, next] = words[outcome];
document.title = `${what} · MCP Playground`;
const [heading, text] = [document.querySelector("h1"), document.querySelector("p")];
if (heading) heading.textContent = what;
if (text) text.textContent = next;
// a window that a page opened may close itself; where the browser thinks otherwise, the words stand
if (outcome === "handed-over") close();
