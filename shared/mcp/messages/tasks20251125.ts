/** The tasks that revision 2025-11-25 tried out, and the next one left to an extension. */
import { notification, openRequest, request } from "./calls.ts";
import { both, choice, integer, list, map, object, ref, string } from "./schema.ts";

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
      createdAt: string,
      lastUpdatedAt: string,
      ttl: { type: ["integer", "null"] },
    },
    { statusMessage: string, pollInterval: integer },
  ),
  TaskAugmentedRequestParams: object({}, { _meta: ref("requestMeta"), task: ref("TaskMetadata") }),
  TaskMetadata: object({}, { ttl: integer }),
  TaskStatus: choice("working", "input_required", "completed", "failed", "cancelled"),
  TaskStatusNotification: notification(
    "notifications/tasks/status",
    ref("TaskStatusNotificationParams"),
  ),
  TaskStatusNotificationParams: both(ref("NotificationParams"), ref("Task")),
} as const;
