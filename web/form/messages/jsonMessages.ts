/** Text for errors in JSON that the user types. */
import type { JsonFault } from "../../../shared/core/json/jsonText.ts";

/** States an error in one sentence without a full stop; the place is shown beside it. */
export function jsonFaultText(fault: JsonFault): string {
  switch (fault.code) {
    case "text-after-value":
      return "Nothing may follow the value";
    case "text-ends":
      return "The text ends before the value does";
    case "colon-missing":
      return "A colon must follow a name";
    case "comma-missing":
      return `A comma or ${fault.close} is missing`;
    case "comma-before-brace":
      return "There is a comma before }";
    case "name-missing":
      return "A name in double quotes is missing";
    case "invalid-name":
      return "This name is not a JSON string";
    case "duplicate-name":
      return `The name ${JSON.stringify(fault.name)} occurs twice in one object`;
    case "invalid-string":
      return "This string is not finished, or contains a character that must be escaped";
    case "value-missing":
      return `A value is missing before ${fault.close}`;
    case "not-a-value":
      return fault.isWord
        ? `${fault.found} is not a JSON value`
        : `${JSON.stringify(fault.found)} cannot start a value`;
  }
}
