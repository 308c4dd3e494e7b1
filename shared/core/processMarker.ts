/** The environment variable by which a relay finds the processes that a server has started. */

/** Its value is random for each start. */
export const processMarkerName = "MCP_RELAY_PROCESS";
