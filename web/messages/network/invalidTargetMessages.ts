/** Why a text in the address bar names nothing to connect to. */
import type { InvalidTarget } from "../../../shared/config/target.ts";

const accepted =
  "Write a URL such as http://localhost:3000/mcp, or a command such as npx -y your-server.";

export function invalidTargetWords(reason: InvalidTarget): string {
  switch (reason) {
    case "empty":
      return accepted;
    case "url":
      return `This URL cannot be read. ${accepted}`;
    case "scheme":
      return `Only http and https URLs can be reached. ${accepted}`;
    case "open-quote":
      return `A quote is not closed. ${accepted}`;
    case "no-command":
      return `No command is named. ${accepted}`;
  }
}
