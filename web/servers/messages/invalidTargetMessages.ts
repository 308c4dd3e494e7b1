/** Error messages for text in the address bar that is neither a URL nor a command. */
import type { InvalidTarget } from "../../../shared/config/target.ts";

const accepted =
  "Enter a URL such as http://localhost:3000/mcp, or a command such as npx -y your-server.";

export function invalidTargetText(reason: InvalidTarget): string {
  switch (reason) {
    case "empty":
      return accepted;
    case "url":
      return `This URL is not valid. ${accepted}`;
    case "scheme":
      return `Only http and https URLs are supported. ${accepted}`;
    case "open-quote":
      return `A quote is not closed. ${accepted}`;
    case "no-command":
      return `The command is missing. ${accepted}`;
  }
}
