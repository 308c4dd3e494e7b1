/** Checks that models and evals call no tool that has changed since the user agreed to it. */
import "../../worker.fixture.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { announcingTool, startChangingTools } from "../../../e2e/servers/changingTools.ts";
import { evalFormat } from "../../../shared/evals/evalSuite.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { currentItem, readItems } from "../../servers/store/catalog/queries.ts";
import type { ApprovalAnswer } from "./chatTurns.ts";

const inputSchema = { type: "object" };
const save = (description: string, annotations = {}) => ({
  name: "save",
  description,
  annotations,
});

/** Chat with a tool that changes, and the scripted model. */
async function openChat() {
  const server = await startChangingTools(save("Saves a note"));
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  const items = (await readItems(view)).get("tool") ?? [];
  const announce = items.find(({ name }) => name === announcingTool);
  const chats = await tab.stores.chat();
  const { activeId } = chats.conversations.getState();
  const question = () =>
    vi.waitFor(() => {
      const [entry] = chats.turns.getState().asked;
      if (!entry) throw new Error("Nothing is asked");
      const callId = entry[0].slice(activeId.length + 1);
      const answer = (choice: ApprovalAnswer) => chats.turns.answer(activeId, callId, choice);
      return { ...entry[1], answer };
    });
  return {
    view,
    chats,
    server,
    consents: tab.stores.calls.consents,
    question,
    calls: () => server.calls("save"),
    /** Has the model call the tool. */
    send: () => chats.send(activeId, "save {}"),
    async change(...next: Parameters<typeof save>) {
      server.change(save(...next));
      if (announce) await tab.stores.calls.invoke.run(view, announce);
    },
  };
}

const described = (description: string) => expect.objectContaining({ description });

test("what is always allowed in a conversation is asked about with the difference once the tool has changed", async () => {
  const { send, question, calls, change } = await openChat();
  const first = send();
  const asked = await question();
  expect(asked.change).toBeUndefined();
  asked.answer("always");
  await first;
  await send();
  expect(calls()).toBe(2);

  await change("Sends a note to everyone");
  const second = send();
  const again = await question();
  expect(again.change).toEqual({
    before: described("Saves a note"),
    after: described("Sends a note to everyone"),
  });
  again.answer("refuse");
  await second;
  expect(calls()).toBe(2);
});

test("a tool that was allowed once does not run without a question because it says that it only reads now", async () => {
  const { send, question, calls, change } = await openChat();
  const first = send();
  (await question()).answer("once");
  await first;
  await change("Saves a note", { readOnlyHint: true });
  const second = send();
  const { change: found, answer } = await question();
  expect(found?.after).toMatchObject({ annotations: { readOnlyHint: true } });
  answer("once");
  await second;
  // as it is now, it was agreed to
  await send();
  expect(calls()).toBe(3);
});

test("a tool that changes while the question is open is asked about again", async () => {
  const { send, question, calls, change } = await openChat();
  const turn = send();
  const first = await question();
  await change("Sends a note to everyone");
  first.answer("always");
  const second = await vi.waitFor(async () => {
    const now = await question();
    expect(now.key).not.toBe(first.key);
    return now;
  });
  expect(second.change?.before).toEqual(described("Saves a note"));
  expect(calls()).toBe(0);
  second.answer("refuse");
  await turn;
  expect(calls()).toBe(0);
});

test("what is chosen for a tool before it is called is agreement to its definition, which apps see", async () => {
  const { chats, consents, view, send, calls, change } = await openChat();
  const { activeId } = chats.conversations.getState();
  const { serverId } = view.connection;
  const tool = { serverId, name: "save", definition: { inputSchema, ...save("Saves a note") } };
  chats.conversations.setApproval(activeId, tool, "always");
  await send();
  expect(calls()).toBe(1);
  await change("Saves a note", { readOnlyHint: true });
  const definition = (await currentItem(view, { kind: "tool", name: "save" }))?.raw;
  const known = consents.check({ ...tool, definition }, "app 1");
  expect(known).toEqual({ kind: "changed", before: tool.definition });
});

const live = { models: ["scripted"], repeat: undefined, mode: "live", judge: undefined } as const;
const suiteOf = (message: string, ...followUps: readonly string[]) =>
  JSON.stringify({
    format: evalFormat,
    name: "Notes",
    cases: [{ name: "saves", message, followUps, expect: [] }],
  });

test("an eval asks again about tools that have changed since its last run, and calls none that changes while it runs", async () => {
  const { chats, consents, server, calls, change } = await openChat();
  const { evals } = chats;
  evals.add(suiteOf("save {}"));
  const run = () => evals.run({ ...live, mayChange: true });
  const answered = async (isAllowed: boolean) => {
    const end = run();
    const asked = await vi.waitFor(() => {
      const now = consents.getState().asked;
      if (!now) throw new Error("Nothing is asked");
      return now;
    });
    consents.answer(isAllowed);
    await end;
    return asked;
  };
  await run();
  await run();
  expect(calls()).toBe(2);

  await change("Sends a note to everyone");
  const { purpose, tools } = await answered(false);
  expect(purpose).toBe("eval");
  expect(tools.map((tool) => tool.change?.before)).toEqual([described("Saves a note")]);
  expect(calls()).toBe(2);
  await answered(true);
  await run();
  expect(calls()).toBe(4);

  evals.add(suiteOf(`${announcingTool} {}`, "save {}"));
  server.change(save("Deletes all notes"));
  await run();
  expect(calls()).toBe(4);
  const result = evals.getState().results.at(-1);
  expect(JSON.stringify(result?.runs[0]?.transcript)).toContain("has changed since it was offered");
});
