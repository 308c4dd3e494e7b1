/** Handles a page's messages about processes. */
import type { FrameService } from "../ws/frameService.ts";
import type { ServerProcesses } from "./servers.ts";

/** Creates the service; its processes outlive the page for a while. */
export function createProcessService(servers: ServerProcesses): FrameService {
  return (page) => ({
    message(message) {
      switch (message.kind) {
        case "start":
          page.run(() => servers.start(page.session, page, message, page.person));
          return true;
        case "attach":
          servers.attach(page.session, page, message);
          return true;
        case "credit":
          servers.attachedTo(page, message.id)?.credit(message.seen, message.until);
          return true;
        case "stop":
          servers.stop(page, message.id);
          return true;
        case "end":
          servers.attachedTo(page, message.id)?.end(message.how);
          return true;
        default:
          return false;
      }
    },
    chunk({ id, channel, offset, bytes }) {
      if (channel !== "stdin") return false;
      const server = servers.attachedTo(page, id);
      if (!server || server.write(offset, bytes)) return true;
      return "Standard input is out of order or exceeds the window";
    },
    leave: () => servers.leave(page),
  });
}
