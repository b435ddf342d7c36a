/** Where and how tools are served to MCP clients. The newest version asks what there is; older ones shake hands first. */
export const mcpPath = '/mcp';
export const mcpProtocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;
