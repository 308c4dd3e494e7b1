/** Compares the clock of the server with the one of this machine. */
import { findHeader } from "../../protocol/headers.ts";
import { type DoctorProbe, finding } from "../probe.ts";

/** Seconds; tokens and certificates tolerate about this much. */
const maximumSkew = 60;

export const clockProbe: DoctorProbe = {
  name: "clock",
  applies: () => true,
  async run({ entries, date, now }) {
    for (const entry of entries) {
      if (entry.kind !== "http-response") continue;
      const at = Date.parse(findHeader(entry.http.headers, "date") ?? "");
      if (Number.isNaN(at)) continue;
      const here = date() - (now() - entry.at);
      const seconds = Math.round((at - here) / 1000);
      return Math.abs(seconds) > maximumSkew
        ? [finding("clock-skew", { seconds }, [entry.seq])]
        : [];
    }
    return "unmeasured";
  },
};
