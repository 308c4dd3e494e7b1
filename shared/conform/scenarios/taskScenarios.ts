/** Scenarios about tasks. */
import { getOwn } from "../../core/json/getOwn.ts";
import { judgeResult } from "../judgeResult.ts";
import { isRefused, type Reply } from "../replies.ts";
import { failed, notApplicable, passed, type Scenario } from "../scenario.ts";

const unknownTask = { taskId: "conformance-unknown" };

export const taskScenarios: readonly Scenario[] = [
  {
    id: "task-unknown",
    area: "tasks",
    title: "Requests about an unknown task are answered with an error",
    level: "must",
    section: "basic/utilities/tasks#error-handling",
    since: "2025-11-25",
    needs: "tasks/get",
    sends: "tasks/get and tasks/cancel of an unknown task",
    fix: "Answer requests about unknown tasks with the error -32602.",
    async run({ request }) {
      const replies: Reply[] = [];
      for (const method of ["tasks/get", "tasks/cancel"]) {
        const reply = await request(method, unknownTask);
        if (!isRefused(reply)) return failed(`${method} was answered ${reply.text}.`, reply);
        replies.push(reply);
      }
      return passed(...replies);
    },
  },
  {
    id: "tasks-list-valid",
    area: "tasks",
    title: "tasks/list is answered with valid tasks",
    level: "must",
    section: "basic/utilities/tasks#listing-tasks",
    since: "2025-11-25",
    until: "2025-11-25",
    needs: "tasks/list",
    sends: "tasks/list",
    fix: "Answer tasks/list as the schema of the agreed revision says.",
    async run(subject) {
      const { tasks } = subject.connected.agreement.capabilities;
      if (getOwn(tasks, "list") === undefined)
        return notApplicable("The server does not list tasks.");
      const reply = await subject.request("tasks/list");
      return judgeResult(subject, "tasks/list", reply);
    },
  },
];
