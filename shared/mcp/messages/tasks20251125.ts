/** The tasks that revision 2025-11-25 tried out, and the next one left to an extension. */
import { notification, openRequest, request } from "./calls.ts";
import { about, both, choice, integer, list, map, object, ref, string } from "./schema.ts";

const taskById = object({ taskId: string });

export const tasks = {
  CancelTaskRequest: request("tasks/cancel", taskById),
  CancelTaskResult: both(ref("Result"), ref("Task")),
  CreateTaskResult: object({ task: ref("Task") }, { _meta: map() }),
  GetTaskPayloadRequest: request("tasks/result", taskById),
  GetTaskPayloadResult: ref("Result"),
  GetTaskRequest: request("tasks/get", taskById),
  GetTaskResult: both(ref("Result"), ref("Task")),
  ListTasksRequest: openRequest("tasks/list", "PaginatedRequestParams"),
  ListTasksResult: object({ tasks: list(ref("Task")) }, { nextCursor: string, _meta: map() }),
  RelatedTaskMetadata: taskById,
  Task: object(
    {
      taskId: string,
      status: ref("TaskStatus"),
      createdAt: about("ISO 8601", string),
      lastUpdatedAt: about("ISO 8601", string),
      ttl: about("Milliseconds the task is kept for; null: for ever", {
        type: ["integer", "null"],
      }),
    },
    {
      statusMessage: string,
      pollInterval: about("Milliseconds to wait between requests", integer),
    },
  ),
  TaskAugmentedRequestParams: object({}, { _meta: ref("requestMeta"), task: ref("TaskMetadata") }),
  TaskMetadata: object({}, { ttl: about("Milliseconds to keep the task for", integer) }),
  TaskStatus: choice("working", "input_required", "completed", "failed", "cancelled"),
  TaskStatusNotification: notification(
    "notifications/tasks/status",
    ref("TaskStatusNotificationParams"),
  ),
  TaskStatusNotificationParams: both(ref("NotificationParams"), ref("Task")),
} as const;
