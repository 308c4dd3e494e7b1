/** Says why a relay behind a proxy that signs people in refuses somebody. */
import type { PersonRefusalCode } from "../../../shared/relay/client/relaySession.ts";
import type { ErrorText } from "../errorText.ts";

const setUp = "Whoever runs the proxy can change this.";

const texts: Readonly<Record<PersonRefusalCode, ErrorText>> = {
  "not-through-proxy": {
    what: "This relay answers only through its sign-in proxy",
    why: "The request reached it from elsewhere.",
    next: ["Open the address of the proxy. Whoever runs the relay knows it."],
  },
  "identity-missing": {
    what: "The proxy has not said who you are",
    why: "It sent the relay no name of yours, so the relay refuses.",
    next: ["Reload this page to sign in again.", setUp],
  },
  "identity-ambiguous": {
    what: "The proxy does not say clearly who you are",
    why: "It has to send one name, in place of what the browser sent.",
    next: [setUp],
  },
  "role-missing": {
    what: "The proxy has not said what you may do",
    why: "It sent the relay none of your groups, so the relay refuses.",
    next: ["Reload this page to sign in again.", setUp],
  },
  "role-ambiguous": {
    what: "The proxy does not say clearly what you may do",
    why: "It has to send your groups once, in place of what the browser sent.",
    next: [setUp],
  },
  "may-only-look": {
    what: "You may only look at this relay",
    why: "Whoever starts commands, forwards requests or shares here needs another role. Recordings and live sessions can be opened.",
    next: ["Whoever runs the relay can give you the role."],
  },
};

export function personRefusalText(code: PersonRefusalCode): ErrorText {
  return texts[code];
}
