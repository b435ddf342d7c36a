import { useState } from 'react';
import { CopyButton } from '../../components/copy-button';
import { Tabs } from '../../components/tabs';

function snippets(origin: string, key: string) {
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

/** First steps in six tools, with the real key while it is available. */
export function QuickStart({ secret }: { secret: string | null }) {
  const all = snippets(location.origin, secret ?? 'presage_agent_…');
  const [shown, setShown] = useState<(typeof all)[number]['value']>('curl');
  return (
    <section aria-label="Quick start" className={secret === null ? 'card p-5' : ''}>
      {secret === null && <h2 className="mb-2 text-16 font-semibold">Quick start</h2>}
      <Tabs
        label="Quick start"
        value={shown}
        onChange={setShown}
        tabs={all.map(({ value, label, text }) => ({
          value,
          label,
          content: (
            <div className="relative">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
              <pre tabIndex={0} className="overflow-x-auto rounded-card bg-ground p-3 pt-12 font-mono text-12">
                {text}
              </pre>
              <span className="absolute top-2 right-2">
                <CopyButton text={text} />
              </span>
            </div>
          ),
        }))}
      />
    </section>
  );
}
