/** Checks answers written as JSON. */
import { errorMessage } from "../../shared/core/text/errorMessage.ts";

/** Why a text cannot be embedded in a message: it would break the message around it. */
export function jsonErrorOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not valid JSON: ${errorMessage(error)}`;
  }
}
