import { list, table } from './tables.js';

type Price = (bps: number) => string | number;

// Formats responses as text. The types list only the members that are shown.

interface ShownResolution {
  readonly kind: string;
  readonly winningOutcomeIndex: number | null;
  readonly payoutBps: readonly number[] | null;
  readonly source: string;
}

interface ShownEvent {
  readonly slug: string;
  readonly eventPubkey: string;
  readonly title: string;
  readonly status: string;
  readonly endsAt: string;
  readonly traders: number;
  readonly volumeCredits: number;
  readonly openOrders: number;
  readonly settling: { readonly settled: number; readonly total: number } | null;
  readonly resolution: ShownResolution | null;
  readonly proposal?: {
    readonly resolution: ShownResolution;
    readonly evidence: { readonly url: string; readonly quote: string };
    readonly challengeEndsAt: string | null;
    readonly disputes: number;
  } | null;
  readonly outcomes: readonly {
    readonly index: number;
    readonly label: string;
    readonly priceBps: number;
    readonly volumeCredits: number;
  }[];
  readonly url: string;
}

interface ShownPreview {
  readonly kind: string;
  readonly players: number;
  readonly holdings: number;
  readonly paidCredits: number;
  readonly takenBackCredits: number;
  readonly absorbedCredits: number;
  readonly owedCredits: number;
  readonly treasuryCredits: number;
  readonly complete: boolean;
  readonly debts: readonly {
    readonly handle: string;
    readonly collectedCredits: number;
    readonly owedCredits: number;
  }[];
  readonly payouts: readonly {
    readonly handle: string;
    readonly outcomeIndex: number;
    readonly shares: number;
    readonly costCredits: number;
    readonly changeCredits: number;
    readonly absorbedCredits: number;
    readonly owedCredits: number;
  }[];
}

interface EventReply {
  readonly event: ShownEvent;
  readonly replayed?: boolean;
  readonly preview?: ShownPreview | null;
}

function showPreview(preview: ShownPreview): string {
  const { players, holdings, paidCredits, takenBackCredits, absorbedCredits, owedCredits, treasuryCredits } = preview;
  const sums = list([
    ['would be', preview.kind],
    ['players', players],
    ['holdings', holdings],
    ['paid to players', paidCredits],
    ['taken back', takenBackCredits],
    ['absorbed by the treasury', absorbedCredits],
    ['owed by players', owedCredits],
    ['back to the treasury', treasuryCredits],
  ]);
  const rows = preview.payouts.map(payout => {
    const { handle, outcomeIndex, shares, costCredits, changeCredits } = payout;
    return [handle, outcomeIndex, shares, costCredits, changeCredits, payout.absorbedCredits, payout.owedCredits];
  });
  const columns = ['player', 'outcome', 'shares', 'cost', 'change', 'absorbed', 'owed'];
  const payouts = table(columns, rows, 'No player holds shares, so no balance would change.');
  const more = preview.complete ? '' : '… and others with smaller changes\n';
  const debts = preview.debts.map(debt => [debt.handle, debt.collectedCredits, debt.owedCredits]);
  const owing = debts.length > 0 ? `\n${table(['player', 'collected', 'would owe'], debts, '')}` : '';
  return `Nothing was changed.\n\n${sums}\n${payouts}${more}${owing}`;
}

/** Describes a resolution: the winning label, or the payout of each outcome. */
function resolutionText(resolution: ShownResolution, { outcomes }: ShownEvent, price: Price): string {
  const { kind, winningOutcomeIndex, payoutBps } = resolution;
  if (winningOutcomeIndex !== null) return `${outcomes[winningOutcomeIndex]?.label} won`;
  return `${kind} ${payoutBps?.map(price).join(' / ') ?? ''}`.trim();
}

/** Lists a proposed resolution and the time until which it can be disputed. */
function proposalRows(event: ShownEvent, price: Price): readonly (readonly [string, string | number])[] {
  if (!event.proposal) return [];
  const { resolution, evidence, challengeEndsAt, disputes } = event.proposal;
  return [
    ['proposed', resolutionText(resolution, event, price)],
    ['source', resolution.source],
    ['quote', evidence.quote],
    ...(evidence.url === '' ? [] : ([['evidence', evidence.url]] as const)),
    [
      'disputable',
      challengeEndsAt === null ? 'once presage event confirm starts the window' : `until ${challengeEndsAt}`,
    ],
    ['disputes', disputes],
  ];
}

export function showEvent({ event, replayed, preview }: EventReply, price: Price): string {
  const { settling, resolution } = event;
  const facts = list([
    ['event', event.slug],
    ['title', event.title],
    ['status', event.status],
    ['ends', event.endsAt],
    ['volume', event.volumeCredits],
    ['traders', event.traders],
    ['open orders', event.openOrders],
    ...(resolution ? ([['resolution', resolutionText(resolution, event, price)]] as const) : []),
    ...proposalRows(event, price),
    ...(settling ? ([['settling', `${settling.settled} of ${settling.total} holdings`]] as const) : []),
    ['key', event.eventPubkey],
    ['page', event.url],
  ]);
  const outcomes = table(
    ['outcome', 'label', 'price', 'volume'],
    event.outcomes.map(({ index, label, priceBps, volumeCredits }) => [index, label, price(priceBps), volumeCredits]),
    'The event has no outcomes.',
  );
  const again = replayed ? 'This event was already created by the same request.\n\n' : '';
  return `${again}${facts}\n${outcomes}${preview ? `\n${showPreview(preview)}` : ''}`;
}

export interface AuditReply {
  readonly balanced: boolean;
  readonly checkedAt: string;
  readonly milliseconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly totals: Readonly<Record<string, string>>;
  readonly differenceCount: number;
  readonly differences: readonly {
    readonly check: string;
    readonly subject: string;
    readonly expected: string;
    readonly actual: string;
  }[];
}

/** Reports overdue settlements separately from an imbalance, because the books are still correct. */
function verdictOf({ balanced, differences, differenceCount }: AuditReply): string {
  if (balanced) return 'The books balance.';
  const late = differences.filter(({ check }) => check.startsWith('settlement-')).length;
  if (late === differences.length) return `The books balance, but settlements are overdue: ${differenceCount}.`;
  return `The books do not balance: ${differenceCount} differences.`;
}

export function showAudit(audit: AuditReply): string {
  const { counts, totals, differences } = audit;
  const verdict = verdictOf(audit);
  const countTable = table(['rows', 'count'], Object.entries(counts), 'Nothing was counted.');
  const totalTable = table(
    ['credits', 'sum'],
    Object.entries(totals).map(([name, micros]) => [name, Number(micros) / 1_000_000]),
    'No sums.',
  );
  const rows = differences.map(({ check, subject, expected, actual }) => [check, subject, expected, actual]);
  const found = rows.length > 0 ? `\n${table(['check', 'subject', 'expected (millionths)', 'kept'], rows, '')}` : '';
  return `${verdict}\n${audit.checkedAt}, ${audit.milliseconds} ms\n\n${countTable}\n${totalTable}${found}`;
}
