/** Journey: the server asks for input by a form. */
import { expect, test } from "./fixtures.ts";

test("a form shows its defaults and is answered beside the call", { tag: "@main" }, async ({
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-elicitation-request");
  await playground.button("Call tool").click();
  const request = playground.region("Elicitation request");
  await expect(request.getByRole("textbox", { name: "String with default" })).toHaveValue(
    "It was a dark and stormy night.",
  );
  await request.getByRole("textbox", { name: "String", exact: true }).fill("Ada Lovelace");
  await request.getByRole("button", { name: "Send response" }).click();
  await expect(playground.result).toContainText("Ada Lovelace");
});
