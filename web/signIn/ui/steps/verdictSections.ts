/** The specification section for a response that passed validation. */

import type { Purpose } from "../../../../shared/oauth/flow/flow.ts";
import type { SectionName } from "../../../../shared/protocol/failures/sectionName.ts";

export const verdictSections: Readonly<Record<Purpose, SectionName>> = {
  "resource-metadata": "resource-metadata-response",
  "oauth-metadata": "server-metadata-response",
  "openid-metadata": "server-metadata-response",
  registration: "registration-response",
  "code-token": "token-response",
  "refresh-token": "token-response",
  "client-credentials-token": "token-response",
  "token-exchange": "token-exchange-response",
  "jwt-bearer-token": "token-response",
  revocation: "revocation-response",
};
