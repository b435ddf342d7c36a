// An agent that uses only the tools at /mcp: it finds markets, reads them and records forecasts.
// Run it with: presage run mcp-agent
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const url = `${process.env.PRESAGE_URL ?? 'http://127.0.0.1:4870'}/mcp`;
const headers = { authorization: `Bearer ${process.env.PRESAGE_AGENT_KEY}` };
const maxEvents = 5;
// The first Ctrl-C ends it after the current event; a second one ends the process.
let stopped = false;
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    stopped = true;
  });

const client = new Client({ name: 'presage-example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));

interface Market {
  readonly slug: string;
  readonly title: string;
  readonly outcomes: readonly { readonly label: string; readonly priceBps: number }[];
  readonly resolutionSource: { readonly rule: string };
}

/** Calls a tool. A rejection is a result whose text contains the code and the remediation. */
async function call<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  const result = await client.callTool({ name, arguments: args });
  if (!result.isError) return result.structuredContent as T;
  const [first] = result.content as { text: string }[];
  const { code, remediation } = JSON.parse(first.text) as { code: string; remediation: string };
  throw new Error(`${name} was rejected with ${code}: ${remediation}`);
}

/**
 * Put a language model here: give it the tools of client.listTools() and let it decide what to call. This stand-in moves the
 * market price slightly towards one half, because prices of small markets tend to be overconfident.
 */
function think({ outcomes }: Market): number {
  return Math.round((outcomes[0].priceBps / 100) * 0.9 + 5);
}

const { tools } = await client.listTools();
console.log(
  `${tools.length} tools, ${tools.filter(({ name }) => name.startsWith('play_')).length} of them for playing`,
);

const { player } = await call<{ player: { handle: string } }>('play_account');
const listed = await call<{ events: Market[] }>('list_markets', {
  status: 'active',
  sort: 'ending',
  limit: maxEvents,
});
// Practice events resolve within minutes, so get_practice_leaderboard soon shows the result.
const practice = await call<{ events: Market[] }>('list_practice_events', { status: 'active' });
const events = [...listed.events, ...practice.events];
let forecast = 0;
for (const { slug } of events) {
  if (stopped) break;
  const { event } = await call<{ event: Market }>('get_market', { eventSlug: slug });
  const probability = think(event);
  await call('play_record_forecast', {
    eventSlug: slug,
    outcomeIndex: 0,
    probability,
    // The id depends on the forecast, so a second run at the same price records nothing new.
    clientForecastId: `mcp-${slug}-${probability}`.slice(0, 128),
    rationale: `Rule: ${event.resolutionSource.rule}`.slice(0, 4000),
  });
  forecast += 1;
  console.log(`${event.title} ${event.outcomes[0].label}: ${probability} %`);
}
console.log(`${player.handle} has forecast ${forecast} events`);
await client.close();
