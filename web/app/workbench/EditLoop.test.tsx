// @vitest-environment jsdom
/** The edit loop over a real relay: a command is restarted when its files change. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { type EditableServer, writeServer } from "../../../e2e/servers/editable.ts";
import { launchRelay, openRelay, temporaryFolder } from "../../../relay/relay.fixture.ts";
import { fill, renderInTab, whenConnected } from "../../component.fixture.tsx";
import { createRelayTab } from "../../relayTab.fixture.ts";
import { readItems } from "../../servers/store/catalog/queries.ts";
import type { Tab } from "../stores/tab.fixture.ts";
import { EditLoopReport, EditLoopSwitch } from "./EditLoop.tsx";
import { WorkbenchViews } from "./WorkbenchViews.tsx";

const add = { name: "add", annotations: { readOnlyHint: true }, answer: "'sum'" };

const report = () => screen.findByRole("region", { name: "Restart on change" });

/** A started server with the edit loop on, and a function that rewrites its program. */
async function begin(server: EditableServer, given?: Tab) {
  const folder = temporaryFolder();
  const script = await writeServer(folder, server);
  const tab = given ?? (await createRelayTab());
  const { servers, connections } = tab.stores;
  const { connector, questions } = connections;
  onTestFinished(connector.disconnect);
  servers.all.choose(`node ${script}`);
  connector.connect();
  await waitFor(() => expect(questions.getState()?.kind).toBe("start"));
  connector.answerQuestion(true);
  await readItems(await whenConnected(tab));
  const { user } = renderInTab(
    <>
      <EditLoopSwitch />
      <EditLoopReport />
    </>,
    tab,
  );
  await user.click(await screen.findByRole("switch", { name: "Restart on change" }));
  await shows(`Watching ${folder}`);
  return { user, script, edit: (next: EditableServer) => writeServer(folder, next) };
}

/** Waits until the report has this text. */
const shows = (text: string) =>
  waitFor(async () => expect((await report()).textContent).toContain(text));

test("an error is told, and correcting it is enough", async () => {
  const { edit } = await begin({ tools: [add] });
  await edit({ tools: [add], before: "const broken = ;" });
  await shows("Did not start after server.mjs changed");
  await edit({ tools: [add, { name: "mended", answer: "1" }] });
  await shows("Restarted after server.mjs changed");
  await shows("added tool mended");
});

test("a server that writes its own files is not restarted endlessly", async () => {
  const { user, edit, script } = await begin({ tools: [add] });
  const file = join(dirname(script), "state.json");
  const before = `import { writeFileSync } from "node:fs";
setTimeout(() => writeFileSync(${JSON.stringify(file)}, String(Date.now())), 300);`;
  await edit({ tools: [add], before });
  const alert = await within(await report()).findByRole("alert");
  expect(alert.textContent).toContain("state.json");
  await user.click(within(alert).getByRole("button", { name: "Ignore these files" }));
  await shows("Watching");
  await edit({ tools: [add, { name: "more", answer: "1" }], before });
  await shows("added tool more");
  expect(within(await report()).queryByRole("alert")).toBeNull();
});

test("watched paths can be edited, and the reason is shown where watching is impossible", async () => {
  const { user, script } = await begin({ tools: [add] });
  const watch = async (paths: string) => {
    await user.click(screen.getByRole("button", { name: "What is watched" }));
    await fill(user, screen.getByRole("textbox", { name: "Watched paths" }), paths);
    await user.click(screen.getByRole("button", { name: "Save" }));
  };
  await user.click(screen.getByRole("button", { name: "What is watched" }));
  const paths = screen.getByRole("textbox", { name: "Watched paths" });
  expect(paths).toHaveProperty("value", dirname(script));
  await user.click(screen.getByRole("button", { name: "What is watched" }));
  await watch("/nowhere/at/all");
  await shows("no file or directory /nowhere/at/all");
  await watch(`${dirname(script)}/*.data`);
  await shows("0 files");
  await writeFile(join(dirname(script), "x.data"), "1");
  await shows("Restarted after x.data changed");
});

const options = { allowOrigins: [location.origin] };

/** Starts relays, each with a way to end it. */
const endings = {
  async "was killed"() {
    const first = await launchRelay(options);
    const end = async () => {
      first.relay.kill("SIGKILL");
      await once(first.relay, "exit");
    };
    return { ...first, end };
  },
  async "was closed"() {
    const first = await openRelay(options);
    return { ...first, end: first.close };
  },
  async "was drained"() {
    const first = await openRelay(options);
    return { ...first, end: first.drain };
  },
};

test.each(Object.entries(endings))(
  "a relay that %s and started again is one notice: what happened, and what to do",
  async (_, start) => {
    const first = await start();
    const tab = await createRelayTab({}, first);
    await begin({ tools: [add] }, tab);
    cleanup();
    renderInTab(<WorkbenchViews isStart={false} onDemo={() => {}} onPaste={() => false} />, tab);
    await first.end();
    await openRelay({ ...options, port: Number(new URL(first.url).port) });
    await waitFor(() =>
      expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(
          /^This page is not paired with the relayThe relay was restarted\. In the relay's terminal, press L and Enter, and open the link that it prints\.[^.]*$/,
        ),
      ]),
    );
  },
);
