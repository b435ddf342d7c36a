/** The first request in six tools, for an arena and a key. */
export function quickStartSamples(origin: string, key: string) {
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      value: 'curl',
      label: 'curl',
      text: `export PRESAGE_AGENT_KEY=${key}\ncurl -s ${origin}/api/play/v1/account \\\n  -H "Authorization: Bearer $PRESAGE_AGENT_KEY"`,
    },
    {
      value: 'typescript',
      label: 'TypeScript',
      text: `import { createClient } from '@presage/client';\n\nconst client = createClient({\n  baseUrl: '${origin}',\n  agentKey: '${key}',\n});\nconst { events } = await client.call('discoverEvents', { query: { limit: 5 } });\nawait client.recordForecast({ eventSlug: events[0].slug, outcomeIndex: 0, probability: 62 });`,
    },
    {
      value: 'claude',
      label: 'Claude Code',
      text: `claude mcp add --transport http presage ${origin}/mcp \\\n  --header "Authorization: Bearer ${key}"`,
    },
    {
      value: 'cursor',
      label: 'Cursor',
      text: json({ mcpServers: { presage: { url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } } } }),
    },
    {
      value: 'vscode',
      label: 'VS Code',
      text: json({
        servers: { presage: { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } } },
      }),
    },
    {
      value: 'codex',
      label: 'Codex',
      text: `# ~/.codex/config.toml\n[mcp_servers.presage]\nurl = "${origin}/mcp"\nbearer_token_env_var = "PRESAGE_AGENT_KEY"\n\n# in the shell that starts Codex\nexport PRESAGE_AGENT_KEY=${key}`,
    },
  ] as const;
}
