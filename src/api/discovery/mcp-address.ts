/** The path of the MCP endpoint and the protocol versions that it speaks, newest first. */
export const mcpPath = '/mcp';
export const mcpProtocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;
