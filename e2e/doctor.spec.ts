/** Journey: where connecting fails, the page finds the cause and offers the fix. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./fixtures.ts";

/** Serves HTTP until the test ends. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test("one sentence, the messages that show it, and a fix to copy", async ({
  playground,
  everything,
  bad,
  watched,
}) => {
  const { page } = playground;
  const diagnosis = playground.region("Diagnosis");
  const question = page.getByRole("alertdialog", { name: "Connect through the relay?" });
  const diagnose = async (answer: "Allow" | "Cancel") => {
    await playground.button("Diagnose").click();
    await question.getByRole("button", { name: answer }).click();
  };
  const strict = await serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "content-type, mcp-method, mcp-name",
      "Access-Control-Allow-Methods": "*",
    });
    if (request.method !== "POST") return void response.end();
    const { id } = JSON.parse(body);
    const serverInfo = { name: "strict", version: "1" };
    const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  const locked = await serve((request, response) => {
    const status = request.url !== "/mcp" ? 404 : request.method === "OPTIONS" ? 204 : 401;
    response
      .writeHead(status, {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "*",
      })
      .end();
  });
  watched.allow(strict.url);
  watched.allow(locked.url);

  await test.step("a header that CORS does not allow is named without the relay", async () => {
    await playground.enter(strict.url);
    await expect(playground.status).toContainText("initialized refused");
    await diagnose("Cancel");
    const sentence = diagnosis.getByRole("heading", { level: 2 });
    await expect(sentence).toHaveText(
      "The server does not allow the request header mcp-protocol-version (CORS).",
    );
    await diagnosis.getByRole("combobox", { name: "Fix for" }).click();
    await page.getByRole("option", { name: "Fix for Hono" }).click();
    await diagnosis.getByRole("button", { name: "Copy" }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`origin: "${new URL(page.url()).origin}"`);
    // the request that shows it
    await diagnosis.getByRole("list", { name: "Evidence" }).getByRole("button").first().click();
    const detail = playground.region("Message detail");
    await detail.getByRole("tab", { name: "HTTP" }).click();
    await expect(detail).toContainText("mcp-protocol-version");
    await page.keyboard.press("Escape");
  });

  await test.step("the relay reads the preflight", async () => {
    await diagnosis.getByRole("button", { name: "Close the diagnosis" }).click();
    await expect(diagnosis).toHaveCount(0);
    await diagnose("Allow");
    await expect(diagnosis).toContainText("request header mcp-protocol-version (CORS)");
    await diagnosis.getByRole("button", { name: "What was examined" }).click();
    const requests = diagnosis.getByRole("list", { name: "Requests of the diagnosis" });
    await expect(requests).toContainText(`OPTIONS ${strict.url}`);
  });

  await test.step("a web page", async () => {
    await playground.enter(bad.url("html", true));
    await expect(playground.status).toContainText("Failed");
    await diagnose("Allow");
    await expect(diagnosis.getByRole("alert")).toContainText("answers with a web page");
  });

  await test.step("a server without CORS", async () => {
    const url = bad.url("no-cors");
    await playground.enter(url);
    const alert = page.getByRole("alert").first();
    await expect(alert).toContainText("CORS");
    await expect(alert).toContainText(`curl -i -X POST ${url} -H 'Content-Type: application/json'`);
    // the relay may connect to it: it is of the same origin as the one before
    await playground.button("Diagnose").click();
    await expect(diagnosis.getByRole("alert")).toContainText("The server does not allow pages of");
  });

  await test.step("a 401 without metadata", async () => {
    await playground.enter(locked.url);
    await playground.button("Cancel authorization").click();
    await diagnose("Cancel");
    await expect(diagnosis.getByRole("alert")).toContainText(
      "The server requires sign-in, but no metadata says where",
    );
    await page.getByRole("tab", { name: "Call" }).click();
  });

  await test.step("another path", async () => {
    const wrong = everything.url.replace("/mcp", "/rpc");
    watched.allow(wrong);
    await playground.enter(wrong);
    await expect(playground.status).toContainText("Failed");
    await diagnose("Allow");
    await diagnosis.getByRole("button", { name: "Try the usual paths" }).click();
    await expect(diagnosis.getByRole("alert")).toContainText(`but one at ${everything.url}`);
    await diagnosis.getByRole("button", { name: `Connect to ${everything.url}` }).click();
    await expect(playground.status).toContainText("Connected");
  });

  await test.step("a server that works, on request", async () => {
    await playground.button("Diagnose").click();
    await expect(diagnosis).toContainText("Nothing wrong was found");
    await diagnosis.getByRole("button", { name: "Close the diagnosis" }).click();
    await expect(diagnosis).toHaveCount(0);
  });

  await test.step("a command that crashes", async () => {
    await playground.enter(`${process.execPath} -e "throw new Error('no database')"`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Start" }).click();
    await expect(playground.status).toContainText("Failed");
    await playground.button("Diagnose").click();
    await expect(diagnosis.getByRole("alert")).toContainText('"Error: no database"');
    await diagnosis.getByRole("list", { name: "Evidence" }).getByRole("button").first().click();
  });
  strict.close();
  locked.close();
});
