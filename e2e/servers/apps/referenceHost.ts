/** Runs in a page: shows an app with the reference host, and notes what the app asks. */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

export interface ReferenceHost {
  /** What the app asked, in order. */
  readonly asked: readonly string[];
  /** Shows a document, and sends it a call once it is initialized. */
  show(html: string, input: Record<string, unknown>, text: string): Promise<void>;
  /** Tells the app that the theme is dark. */
  darken(): void;
  teardown(): Promise<unknown>;
}

const asked: string[] = [];
const note =
  <Answer>(name: string, answer: Answer) =>
  async () => {
    asked.push(name);
    return answer;
  };
let bridge: AppBridge | undefined;

const host: ReferenceHost = {
  asked,
  async show(html, input, text) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    document.body.replaceChildren(frame);
    const view = frame.contentWindow as Window;
    const hostContext = { theme: "light", displayMode: "inline" } as const;
    const own = new AppBridge(
      null,
      { name: "reference", version: "1.0.0" },
      {
        openLinks: {},
        downloadFile: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        sampling: {},
        message: { text: {} },
        updateModelContext: { text: {}, structuredContent: {} },
      },
      { hostContext: { ...hostContext, availableDisplayModes: ["inline", "fullscreen"] } },
    );
    bridge = own;
    own.oncalltool = note("tools/call", { content: [] });
    own.onreadresource = note("resources/read", { contents: [] });
    own.onlistresources = note("resources/list", { resources: [] });
    own.onlistresourcetemplates = note("resources/templates/list", { resourceTemplates: [] });
    own.onlistprompts = note("prompts/list", { prompts: [] });
    own.onmessage = note("ui/message", {});
    own.onupdatemodelcontext = note("ui/update-model-context", {});
    own.onopenlink = note("ui/open-link", {});
    own.ondownloadfile = note("ui/download-file", {});
    own.onrequestdisplaymode = async ({ mode }) => ({ mode });
    own.onloggingmessage = note("notifications/message", undefined);
    own.onsizechange = note("size-changed", undefined);
    own.onrequestteardown = note("request-teardown", undefined);
    own.oncreatesamplingmessage = note("sampling/createMessage", {
      role: "assistant",
      model: "m",
      content: { type: "text", text: "hello" },
    });
    const initialized = new Promise<void>((resolve) => {
      own.oninitialized = () => resolve();
    });
    await own.connect(new PostMessageTransport(view, view));
    frame.srcdoc = html;
    await initialized;
    await own.sendToolInput({ arguments: input });
    await own.sendToolResult({
      content: [{ type: "text", text }],
      structuredContent: JSON.parse(text),
    });
  },
  darken: () => bridge?.setHostContext({ theme: "dark", displayMode: "inline" }),
  teardown: async () => bridge?.teardownResource({}),
};

Object.assign(globalThis, { referenceHost: host });
