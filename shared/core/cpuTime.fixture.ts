/** Measures work by its processor time, which other processes of a busy machine do not lengthen. */

/** @returns the processor time of this process since an earlier value, in milliseconds */
export function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
