/** The redirect page of OAuth: delivers the redirect's query to the playground and shows the outcome. */
import {
  type DeliveryOutcome,
  deliverCallback,
  openCallbackChannel,
} from "./callback/deliverCallback.ts";

const messages: Readonly<Record<DeliveryOutcome, readonly [title: string, text: string]>> = {
  delivered: ["Signed in", "You can close this window and return to the playground."],
  returning: ["One moment", "Returning to the playground."],
  "no-redirect": [
    "Nothing to do here",
    "Authorization servers redirect to this page after a sign-in. Open the playground instead.",
  ],
  "not-expected": [
    "No page is waiting for this sign-in",
    "The page that started this sign-in was closed or reloaded, or the response belongs to another sign-in. It was not used. Return to the playground and press Authorize again.",
  ],
};

const outcome = await deliverCallback({
  location,
  history,
  sessionStorage,
  channel: openCallbackChannel(),
  after: (ms, callback) => setTimeout(callback, ms),
});
const [title, message] = messages[outcome];
document.title = `${title} · MCP Playground`;
const [heading, text] = [document.querySelector("h1"), document.querySelector("p")];
if (heading) heading.textContent = title;
if (text) text.textContent = message;
// works only in a window that a script opened; otherwise the message stays
if (outcome === "delivered") close();
