/** A chat model over HTTP that calls one tool whenever it is told to, so that an agent needs no account. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

interface ChatRequest {
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/**
 * @param tool the end of the tool's name, before which a client puts the name of the server
 * @returns `call`, which has the agent call the tool and resolves with the text of the result
 */
export async function startScriptedModel(tool: string) {
  const orders: (() => void)[] = [];
  let results: ((text: string) => void) | undefined;
  let isOver = false;
  let count = 0;

  const answer = (response: ServerResponse, { stream }: ChatRequest, message: object) => {
    const isCall = "tool_calls" in message;
    const finish_reason = isCall ? "tool_calls" : "stop";
    const choice = { index: 0, finish_reason };
    const base = { id: `${count}`, created: 0, model: "scripted" };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    if (!stream) {
      response.setHeader("Content-Type", "application/json");
      const choices = [{ ...choice, message: { role: "assistant", ...message } }];
      response.end(JSON.stringify({ ...base, object: "chat.completion", choices, usage }));
      return;
    }
    response.setHeader("Content-Type", "text/event-stream");
    const choices = [{ ...choice, delta: { role: "assistant", ...message } }];
    const chunk = { ...base, object: "chat.completion.chunk", choices, usage };
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  };

  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as ChatRequest;
    const name = asked.tools?.map((each) => each.function.name).find((each) => each.endsWith(tool));
    // an agent asks for titles and the like, too
    if (name === undefined) return answer(response, asked, { content: "ok" });
    const last = asked.messages.at(-1);
    if (last?.role === "tool") results?.(JSON.stringify(last.content));
    const order = () => {
      if (isOver) return answer(response, asked, { content: "Done." });
      const call = { name, arguments: JSON.stringify({ number: ++count }) };
      const calls = [{ index: 0, id: `call-${count}`, type: "function", function: call }];
      answer(response, asked, { content: null, tool_calls: calls });
    };
    orders.push(order);
    flush();
  });
  let isCalled = false;
  const flush = () => {
    if (!isCalled && !isOver) return;
    const order = orders.shift();
    if (!order) return;
    isCalled = false;
    order();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`,
    call: () =>
      new Promise<string>((resolve) => {
        results = resolve;
        isCalled = true;
        flush();
      }),
    /** Ends the conversation. */
    end() {
      isOver = true;
      flush();
      server.close();
    },
  };
}
