// An agent that knows nothing but the tools at /mcp: it finds markets, reads them and records forecasts.
// Run it with: presage run mcp-agent
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const url = `${process.env.PRESAGE_URL ?? 'http://127.0.0.1:4870'}/mcp`;
const headers = { authorization: `Bearer ${process.env.PRESAGE_AGENT_KEY}` };
const mostEvents = 5;

const client = new Client({ name: 'presage-example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));

interface Market {
  readonly slug: string;
  readonly title: string;
  readonly outcomes: readonly { readonly label: string; readonly priceBps: number }[];
  readonly resolutionSource: { readonly rule: string };
}

/** A refusal is a result too: its text says what to do. */
async function call<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  const result = await client.callTool({ name, arguments: args });
  if (!result.isError) return result.structuredContent as T;
  const [first] = result.content as { text: string }[];
  const { code, remediation } = JSON.parse(first.text) as { code: string; remediation: string };
  throw new Error(`${name} was refused with ${code}: ${remediation}`);
}

/**
 * Put a language model here: give it the tools of client.listTools() and let it decide what to call. This stand-in trusts
 * the market and leans a little towards one half, because prices of small markets tend to be too bold.
 */
function think({ outcomes }: Market): number {
  return Math.round((outcomes[0].priceBps / 100) * 0.9 + 5);
}

const { tools } = await client.listTools();
console.log(`${tools.length} tools, of which ${tools.filter(({ name }) => name.startsWith('play_')).length} play`);

const { player } = await call<{ player: { handle: string } }>('play_account');
const listed = await call<{ events: Market[] }>('list_markets', {
  status: 'active',
  sort: 'ending',
  limit: mostEvents,
});
// Practice events are decided within minutes, so whether this works is seen at once on get_practice_leaderboard.
const practice = await call<{ events: Market[] }>('list_practice_events', { status: 'active' });
const events = [...listed.events, ...practice.events];
for (const { slug } of events) {
  const { event } = await call<{ event: Market }>('get_market', { eventSlug: slug });
  const probability = think(event);
  await call('play_record_forecast', {
    eventSlug: slug,
    outcomeIndex: 0,
    probability,
    // The same id for the same thought: running this twice on one price records it once.
    clientForecastId: `mcp-${slug}-${probability}`.slice(0, 128),
    rationale: `Rule: ${event.resolutionSource.rule}`.slice(0, 4000),
  });
  console.log(`${event.title} ${event.outcomes[0].label}: ${probability} %`);
}
console.log(`${player.handle} has forecast ${events.length} events`);
await client.close();
