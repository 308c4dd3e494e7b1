// @vitest-environment jsdom
/** What a page does that continues after a sign-in in its own tab. */
import { expect, test, vi } from "vitest";
import { counterparts, openSignInTab, playWindows } from "../../signIn/ui/signIn.fixture.tsx";
import { finishSignIn, ownerOf } from "./resumeAuthorization.ts";

type Resumed = Parameters<typeof finishSignIn>[1];

/** The return with Back: without a response of the authorization server. */
const back = (serverId: string, serverUrl: string) =>
  ({ isSameTab: true, serverId, serverUrl }) as Partial<Resumed> as Resumed;

test("after Back from a sign-in for more access, the server is connected with the token from before", async () => {
  const { server } = await counterparts.pair();
  const tab = openSignInTab(server.url);
  const { servers, connections, signIn } = tab.stores;
  playWindows();
  tab.connect();
  await tab.authorize();
  await tab.connected();
  const id = servers.all.getState().activeId ?? "";
  const stateNow = () => servers.all.getState().open.get(id)?.connection?.state.getState().kind;
  // the page was left, and its connection with it
  connections.connector.disconnect();
  await vi.waitFor(() => expect(stateNow()).toBe("closed"));
  const resumed = back(id, server.url);
  const owner = ownerOf(tab.stores, resumed);
  await finishSignIn(tab.stores, resumed, owner, [id]);
  await vi.waitFor(() => expect(stateNow()).toBe("connected"));

  // without a token, it would only be refused again
  connections.connector.disconnect();
  const { authorization } = await signIn.of(owner.server, server.url).load();
  await authorization.forget();
  await finishSignIn(tab.stores, resumed, owner, [id]);
  expect(stateNow()).toBe("closed");
});
