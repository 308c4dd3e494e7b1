/** Writes a collection as a file. */
import { type Assertion, type Collection, collectionFormat, type Variables } from "./collection.ts";

/** Writes indented JSON; values and arguments stay as written. */
export function writeCollection({ name, variables, environments, calls }: Collection): string {
  const raw: string[] = [];
  // a private random mark: names in a collection can hold any characters
  const mark = crypto.randomUUID();
  const text = (json: string) => `${mark}${raw.push(json) - 1}`;
  const texts = (values: Variables) =>
    Object.fromEntries(Object.entries(values).map(([key, json]) => [key, text(json)]));
  const assertion = (each: Assertion) => {
    if (!("valueText" in each)) return each;
    const { valueText, ...others } = each;
    return { ...others, value: text(valueText) };
  };
  const document = JSON.stringify(
    {
      format: collectionFormat,
      name,
      variables: texts(variables),
      environments: environments.map((each) => ({
        name: each.name,
        variables: texts(each.variables),
        secrets: each.secrets,
      })),
      calls: calls.map((call) => ({
        name: call.name,
        kind: call.kind,
        item: call.item,
        ...(call.argumentsText === undefined ? {} : { arguments: text(call.argumentsText) }),
        assert: call.assertions.map(assertion),
      })),
    },
    undefined,
    2,
  );
  const marks = new RegExp(`"${mark}(\\d+)"`, "g");
  return `${document.replace(marks, (_, index) => raw[Number(index)] ?? "null")}\n`;
}
