/** Journeys through forms, completion, running, saved calls, several servers and Traffic, with the demo server. */
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { expect, test, whenStored } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { startDetails } from "./servers/details.ts";

async function openDemo({ page, status }: Playground) {
  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await expect(status).toContainText("Connected");
}

/** Chooses an action of a menu. */
async function choose({ page }: Playground, menu: Locator, action: string | RegExp) {
  await menu.click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("pasted text becomes a server, or a message says why not", async ({ playground }) => {
  const { page, server, write } = playground;
  const config = {
    mcpServers: { local: { command: "npx", args: ["-y", "a-server"], env: { KEY: "v" } } },
  };
  for (const [text, address, note] of [
    [
      'claude mcp add --transport http docs https://mcp.example/mcp --header "X-Team: one"',
      "https://mcp.example/mcp",
      /Its 1 header is in Connection options/,
    ],
    [JSON.stringify(config), "npx -y a-server", /Its 1 variable is in Connection options/],
    [
      '[mcp_servers.x]\ncommand = "uvx"\nargs = ["b-server"]',
      "uvx b-server",
      /Read from the pasted configuration/,
    ],
    ['"mcp.example/mcp"', /mcp\.example\/mcp/, undefined],
  ] as const) {
    await write(server, text);
    await expect(server).toHaveValue(address);
    if (note) await expect(page.getByText(note)).toBeVisible();
  }
  await playground.enter("npx a-server | tee log");
  await expect(page.getByRole("alert")).toContainText("| is an operator of a shell");
  await expect(playground.question("Start command?")).toHaveCount(0);
  // a variable without a value is asked for
  await write(server, "docker run -i --rm -e TOKEN an/image");
  await expect(page.getByRole("dialog").getByLabel("TOKEN")).toBeVisible();
  await page.keyboard.press("Escape");
});

test("forms have pickers, a file becomes base64, and keys are renamed", async ({ playground }) => {
  const { page, main, field, result } = playground;
  await openDemo(playground);
  await playground.open("Tools", "plan_meeting");
  await page.getByLabel("day to pick").fill("2026-01-31");
  await expect(field("day")).toHaveValue("2026-01-31");
  await expect(main.getByText("Call anyway")).toHaveCount(0);

  await playground.open("Tools", "set_labels");
  await playground.tab("JSON").click();
  await playground.write(page.getByRole("textbox", { name: "Arguments" }), '{"labels":{"a":"1"}}');
  await playground.tab("Form").click();
  await choose(
    playground,
    main.locator('[data-pointer="/labels/a"]').getByRole("button", { name: "Field options" }),
    "Rename",
  );
  await page.getByRole("textbox", { name: "Property name" }).fill("b");
  await page.keyboard.press("Enter");
  await expect(field("b")).toHaveValue("1");
  await expect(field("a")).toHaveCount(0);

  await playground.open("Tools", "inspect_file");
  // the first attempt leads to what is missing, and sends nothing
  await playground.button("Call tool").click();
  await expect(field("file")).toBeFocused();
  await expect(playground.button("Call anyway")).toBeVisible();
  await page
    .getByLabel("File for file", { exact: true })
    .setInputFiles({ name: "a.bin", mimeType: "text/plain", buffer: Buffer.from([1, 2, 255]) });
  await expect(field("file")).toHaveValue("AQL/");
  await playground.button("Call tool").click();
  await expect(result).toContainText("3 bytes, starting with 0102ff");
});

test("prompts and templates are completed, the URI is shown, and any URI is read", async ({
  playground,
}) => {
  const { page, field, result } = playground;
  const pick = (name: string) => page.getByRole("option", { name, exact: true }).click();
  await openDemo(playground);
  await playground.open("Prompts", "describe_city");
  await field("country").pressSequentially("por");
  await pick("portugal");
  // what is offered depends on the country
  await field("city").pressSequentially("p");
  await pick("Porto");
  await playground.button("Get prompt").click();
  await expect(result).toContainText("Porto");

  await playground.item("Resource templates", "search").click();
  await expect(playground.main.getByText("demo://search", { exact: true })).toBeVisible();
  await field("query").fill("o & p");
  await expect(playground.main.getByText("demo://search?query=o%20%26%20p")).toBeVisible();
  await playground.button("Read resource").click();
  await expect(result).toContainText("query");

  await playground.button("Read any URI").click();
  await field("uri").fill("demo://cities/japan/Kyoto");
  await playground.button("Read resource").click();
  await expect(result).toContainText("Kyoto");
});

test("a tool runs twice concurrently and in a series; results are compared; a destructive one asks once", async ({
  playground,
}) => {
  const { page, main, field, result } = playground;
  await openDemo(playground);
  await playground.open("Tools", "count_slowly");
  await playground.button("Call options").click();
  await field("Timeout (s)").fill("30");
  await expect(main.getByText("30 s timeout")).toBeVisible();
  await field("steps").fill("1");
  await field("Pause in milliseconds").fill("5000");
  await playground.button("Call tool").click();
  await playground.button("Call once more").click();
  const recent = page.getByRole("list", { name: "Recent calls" });
  await expect(recent.getByText(/running$/)).toHaveCount(2);
  await recent.getByRole("button", { name: "Cancel call 1" }).click();
  await playground.button("Cancel request").click();
  await expect(recent.getByText("cancelled")).toHaveCount(2);

  await playground.open("Tools", "echo");
  for (const message of ["one", "two"]) {
    await field("Message").fill(message);
    await playground.button("Call tool").click();
    await expect(result).toContainText(`Echo: ${message}`);
  }
  const separator = page.getByRole("separator", { name: "Resize result" });
  const side = await separator.getAttribute("aria-orientation");
  await page.getByRole("button", { name: /^Show the result / }).click();
  await expect(separator).not.toHaveAttribute("aria-orientation", side ?? "");
  await playground.button("Recent calls").click();
  await recent.getByRole("button", { name: /^Compare call 1/ }).click();
  await expect(result.getByRole("table")).toContainText("one");
  await playground.button("Call options").click();
  await playground.button("Run series").click();
  const series = page.getByRole("region", { name: "Series of calls" });
  await expect(series).toContainText("20 of 20 calls");
  await expect(series.getByRole("img", { name: "Histogram of 20 durations" })).toBeVisible();

  await playground.open("Tools", "delete_everything");
  await playground.button("Call tool").click();
  const question = page.getByRole("alertdialog", { name: "Run destructive tool?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Run tool" }).click();
  await expect(result).toContainText("Nothing was deleted");
  await playground.button("Call tool").click();
  await playground.button("Recent calls").click();
  await expect(recent.getByRole("button", { name: /^Call 2/ })).toBeVisible();
  await expect(question).toHaveCount(0);

  await playground.open("Tools", "bake_cake");
  await field("minutes").fill("30");
  await playground.button("Call tool").click();
  await expect(main.getByRole("status", { name: "State of the call" })).toContainText(
    /^Minute \d+ of 30/,
  );
});

test("a call is saved beside it and in the history, and run; drafts of the composer outlive a reload", async ({
  playground,
}) => {
  const { page, field, result } = playground;
  await openDemo(playground);
  await playground.open("Tools", "echo");
  await field("Message").fill("keep me");
  await playground.button("Call tool").click();
  await expect(result).toContainText("Echo: keep me");
  await playground.button("Save call").click();
  await playground.button("Saved in My calls").click();
  await playground.button("Run all").click();
  await expect(playground.region("Saved calls")).toContainText("1 of 1 call passed");
  await page.getByRole("radio", { name: "Recent" }).click();
  await playground
    .region("History")
    .getByRole("list", { name: "Calls" })
    .getByRole("button")
    .first()
    .click();
  await playground.button("Save call").click();
  await expect(playground.region("History")).toContainText("Saved in My calls");

  await playground.openComposer();
  await choose(playground, playground.button("New message"), "tools/list");
  await playground.button("New draft").click();
  await expect(page.getByRole("tab", { name: "tools/list" })).toBeVisible();
  await whenStored(page);
  await page.reload();
  await expect(playground.status).toContainText("Connected");
  await page.getByRole("tab", { name: "tools/list" }).click();
  await expect(playground.composer).toContainText("tools/list");
  await playground.button("Send").click();
  await expect(playground.region("Reply")).toContainText('"name": "echo"');
});

test("servers have names and places; the page of one exports a report; lists and commands are found", async ({
  playground,
}) => {
  const { page, main } = playground;
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  const menu = (name: string) => playground.button(`Actions for ${name}`);
  await openDemo(playground);
  await playground.button("Ping").click();
  await expect(page.getByRole("status", { name: "Ping" })).toContainText("answered in");
  await expect(playground.region("Tasks")).toBeVisible();
  const download = page.waitForEvent("download");
  await choose(playground, playground.button("Export report"), "Markdown");
  const report = await readFile(await (await download).path(), "utf8");
  expect(report).toContain("## Tool definitions");

  await choose(playground, menu("Demo server"), "Rename");
  await page.getByRole("textbox", { name: "Name of the server" }).fill("First");
  await page.keyboard.press("Enter");
  await choose(playground, menu("First"), /^Save/);
  await choose(playground, menu("First"), /^Connect a second time/);
  await expect(group("Demo server")).toBeVisible();
  const names = () =>
    page
      .getByRole("group")
      .filter({ has: page.getByRole("button", { name: /^Actions for/ }) })
      .evaluateAll((groups) => groups.map((one) => one.getAttribute("aria-label")));
  expect(await names()).toEqual(["First", "Demo server"]);
  await group("Demo server")
    .getByRole("button", { name: /connected$/ })
    .press("Alt+Shift+ArrowUp");
  expect(await names()).toEqual(["Demo server", "First"]);
  await choose(playground, menu("First"), /^Client configuration/);
  await expect(page.getByRole("region", { name: "Configuration" })).toContainText("demo.invalid");
  await page.keyboard.press("Escape");

  // a list that changes is shown in place, with a mark
  await group("Demo server")
    .getByRole("option", { name: /^toggle_tool/ })
    .click();
  await playground.button("Call tool").click();
  await expect(
    group("Demo server").getByRole("option", { name: /^extra_tool.*new/ }),
  ).toBeVisible();
  await expect(group("First").getByRole("option", { name: /^extra_tool/ })).toHaveCount(0);

  // lists without a hit are hidden, and the palette finds items of every server, and saved ones
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("delevery");
  await expect(page.getByRole("option", { name: /^delete_everything.*destructive/ })).toHaveCount(
    2,
  );
  await expect(playground.list("Prompts")).toHaveCount(0);
  await playground.button("Command palette").click();
  const words = page.getByRole("combobox", { name: "Find a command" });
  await words.fill("describe city");
  await expect(page.getByRole("option", { name: /^describe_city/ }).first()).toBeVisible();
  await words.fill("settings");
  await page
    .getByRole("option", { name: /^Settings/ })
    .first()
    .click();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Escape");

  for (const name of ["Demo server", "First"]) {
    await choose(playground, menu(name), "Close");
    await expect(group(name)).toHaveCount(0);
  }
  await expect(main.getByRole("button", { name: /^First/ })).toBeVisible();
});

test("Traffic folds the probe, searches bodies, filters by finding, and copies a row", async ({
  playground,
  everything,
}) => {
  const { page, row, messages } = playground;
  const filter = page.getByRole("searchbox", { name: "Filter traffic" });
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("needle");
  await playground.button("Call tool").click();
  await expect(row(/Auto chose 2025-11-25/)).toBeVisible();
  const fold = row(/Auto chose 2025-11-25/).getByRole("button");
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await fold.click();
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await filter.fill("body:needle");
  await expect(row(/initialize/)).toHaveCount(0);
  await row(/tools\/call.*echo/)
    .first()
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: /curl/ }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl -i /m);
  await filter.fill("");
  await page.getByRole("button", { name: "Findings", exact: true }).click();
  await expect(filter).toHaveValue("finding:any");
  await choose(playground, playground.button("Filter syntax"), /^level:warning/);
  await expect(filter).toHaveValue(/level:warning/);
  await expect(messages).toBeVisible();
});

test("choices are searched, objects folded, long texts cut; changed definitions are named", async ({
  playground,
  watched,
}) => {
  const { page, main, status } = playground;
  const server = await startDetails();
  watched.allow(server.url);
  const longName = "delete_every_customer_of_the_region_that_was_selected_before_this_call";
  server.addTool(longName, { destructiveHint: true });
  try {
    await playground.connect(server.url);
    const row = playground.item("Tools", longName);
    await expect(row.getByRole("img", { name: "destructive" })).toBeInViewport({ ratio: 1 });
    // nothing is requested for an icon before the user asks for it
    await expect(playground.button("Load icon from icons.example")).toBeVisible();
    await playground.open("Tools", "configure");
    await expect(main.getByText("Line 29 of the note.")).toHaveCount(0);
    await main.getByRole("button", { name: "More", exact: true }).click();
    await expect(main.getByText("Line 29 of the note.")).toBeVisible();
    await main.getByRole("button", { name: "place" }).click();
    await expect(playground.field("street")).toHaveCount(0);
    await main.getByRole("button", { name: "place" }).click();
    await playground.field("street").fill("High Street");
    await main.getByRole("combobox", { name: /^city/ }).click();
    await page.getByRole("searchbox", { name: "Search city" }).fill("city-37");
    await page.getByRole("option", { name: "city-37" }).click();
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText("city-37");

    await playground.button("Disconnect").click();
    server.addTool("added_later");
    await playground.button("Connect").click();
    await expect(status).toContainText("Connected");
    await page.getByRole("button", { name: /^details connected$/ }).click();
    await expect(playground.region("Changes")).toContainText("added_later");
  } finally {
    await server.close();
  }
});

test("JSON is searched and its paths copied; a task is read on the server's page; old revisions are used", async ({
  playground,
}) => {
  const { page, result } = playground;
  await openDemo(playground);
  await playground.open("Tools", "list_orders");
  await playground.button("Call tool").click();
  await result.getByRole("searchbox", { name: "Search Structured content" }).fill("Linus");
  await page.keyboard.press("Enter");
  await expect(result.getByText("1 of 1")).toBeVisible();
  await expect(result.getByText("/orders/2/customer")).toBeVisible();
  await expect(result.getByRole("button", { name: "Copy path" })).toBeVisible();

  await playground.open("Tools", "bake_cake");
  await playground.tab("JSON").click();
  const editor = page.getByRole("textbox", { name: "Arguments" });
  await playground.write(editor, '{"minutes":1,"ask":false}');
  await playground.button("Call tool").click();
  await page.getByRole("button", { name: /^Demo server connected$/ }).click();
  const tasks = playground.region("Tasks");
  await tasks.getByRole("button", { name: /^Result of task/ }).click();
  await expect(page.getByRole("region", { name: "Result of a task" })).toContainText("cake");

  await playground.button("Disconnect").click();
  for (const revision of ["2024-11-05", "2025-03-26"]) {
    await page.getByRole("combobox", { name: "Protocol revision" }).click();
    await page.getByRole("option", { name: revision }).click();
    await playground.button("Connect").click();
    await expect(playground.status).toContainText(`Connected · ${revision}`);
    await playground.button("Disconnect").click();
  }
});
