import { expect, test } from "vitest";
import { conditionOf } from "../store/connections/condition.ts";
import { conditionText } from "./conditionMessages.ts";

const reached = { client: undefined as never, queryClient: undefined as never };

test("a server whose event stream alone is missing is reconnecting the stream, not lost", () => {
  const stream = { tries: 2, nextAt: 5000 };
  const condition = conditionOf({ kind: "connected", ...reached, stream }, undefined);
  expect(condition.kind).toBe("connected");
  expect(conditionText(condition)).toBe("Reconnecting the stream · try 3");
  const again = conditionOf({ kind: "connected", ...reached, stream: undefined }, undefined);
  expect(conditionText(again)).toBe("Connected");
});
