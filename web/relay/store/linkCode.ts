/** The code that connects to a relay, in one module, because every dynamic import is a request. */

import { createSocketConnector } from "../../../shared/relay/client/browserSocket.ts";
import { createRelayLink } from "../../../shared/relay/client/relayLink.ts";
import { wireVersion } from "../../../shared/relay/frames/frames.ts";

export const linkCode = { createRelayLink, createSocketConnector, wireVersion };
