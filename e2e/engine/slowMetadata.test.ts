/** Tests authorization against metadata documents that never end, with a simulated clock. */
import { expect, onTestFinished, test } from "vitest";
import { createManualClock } from "../../shared/core/manualClock.fixture.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { createRecorder } from "../../shared/log/recorder.ts";
import { createAuthorization } from "../../shared/oauth/createAuthorization.ts";
import { authorizationProblemText } from "../../web/signIn/messages/authorizationProblemMessages.ts";
import { createMemoryBindings, createMemoryClients, createMemoryGrants } from "../memoryStores.ts";
import { startRogueAuth } from "../servers/authorization/rogueAuth.ts";
import { redirectUri } from "./authorization.fixture.ts";

test.each(["slow-metadata", "trickling-metadata"] as const)(
  "%s is given up after a while, in words, and nothing else is sent",
  async (fault) => {
    const rogue = await startRogueAuth();
    onTestFinished(() => rogue.close());
    const clock = createManualClock();
    const log = createEventLog({ now: clock.now });
    const nobody = async () => undefined;
    const authorization = createAuthorization({
      serverUrl: rogue.url(fault),
      revision: () => "2025-11-25",
      fetch,
      clock,
      wallClock: Date.now,
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      newId: () => crypto.randomUUID(),
      record: createRecorder(log, "test"),
      settings: () => ({
        grantType: { kind: "authorization-code" },
        redirectUri,
        clientName: "Engine test",
        dpop: "auto",
        withoutPkceAnnounced: false,
      }),
      clients: createMemoryClients(),
      bindings: createMemoryBindings(),
      grants: createMemoryGrants(),
      promptHandler: {
        visit: nobody,
        chooseIssuer: nobody,
        enterClient: nobody,
        enterEndpoints: nobody,
        confirm: async () => false,
      },
    });
    const done = authorization.authorize();
    const { origin, pathname } = new URL(rogue.url(fault));
    const document = `${origin}/.well-known/oauth-authorization-server${pathname.replace("/mcp", "")}`;
    const asked = "GET oauth-authorization-server";
    // The slow server has started its response; the time limit still applies.
    const begun = fault === "slow-metadata" ? "http-request" : "http-response";
    const isUnderWay = () =>
      rogue.requests(fault).includes(asked) &&
      log.snapshot().entries.some((entry) => entry.kind === begun && entry.http.url === document);
    await expect.poll(isUnderWay).toBe(true);
    clock.advance(19_999);
    expect(authorization.flow.get().state).toBe("running");
    clock.advance(1);

    expect(await done).toBeDefined();
    const found = authorization.flow
      .get()
      .steps.flatMap(({ exchanges }) => exchanges.flatMap(({ problems }) => problems));
    const slow = found.find(({ code }) => code === "too-slow");
    expect(slow?.evidence).toMatchObject({ url: document });
    const words = slow && authorizationProblemText(slow);
    expect(words?.what).toBe(`${new URL(document).host} took too long to respond`);
    expect(words?.why).toContain("20 s");
    expect(rogue.requests(fault).filter((what) => what === asked)).toHaveLength(1);
    expect(rogue.requests(fault).filter((what) => what.startsWith("POST"))).toEqual([]);
  },
);
