/** The times for which a sealed recording can be kept. */
import { formatCount } from "../../../messages/quantities.ts";

const hour = 3600;
const lifetimes = [
  { id: "1h", label: "1 hour", seconds: hour },
  { id: "1d", label: "1 day", seconds: 24 * hour },
  { id: "7d", label: "7 days", seconds: 7 * 24 * hour },
  { id: "30d", label: "30 days", seconds: 30 * 24 * hour },
] as const;
export type Lifetime = (typeof lifetimes)[number]["id"] | "team";

/**
 * How long a relay can keep a recording; one that keeps it longer than usual does so for its team.
 * @param most seconds
 */
export function lifetimesWithin(most: number) {
  const usual = lifetimes.filter(({ seconds }) => seconds <= most);
  if (usual.length < lifetimes.length || most < 31 * 24 * hour) return usual;
  const days = formatCount(Math.floor(most / (24 * hour)), "day");
  return [...usual, { id: "team", label: `Keep for the team (${days})`, seconds: most } as const];
}
