import { coverageText, credits, percent, percentOfBps, score, shares } from '../../format/numbers.js';

/** An entry of the activity with the members that its kind may have. */
interface Entry {
  readonly kind: string;
  readonly [member: string]: unknown;
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const endings: Readonly<Record<string, string>> = {
  requested: 'cancelled by you',
  market_closed: 'cancelled because the market closed',
  ioc: 'cancelled: no more could be filled at once',
  fok: 'cancelled: it could not be filled completely',
  self_trade: 'cancelled: it would have traded with your own order',
  correction: 'cancelled by a correction',
};

/** The facts of an entry, for the columns of a file. Null where the kind has none. */
export function activityFacts(entry: Entry, labels: readonly string[]) {
  const index = number(entry.outcomeIndex);
  const side = entry.side === 'buy' || entry.side === 'sell' ? entry.side : null;
  const bps = number(entry.priceBps) ?? number(entry.limitPriceBps) ?? number(entry.payoutBps);
  const isSale = entry.kind === 'order' && side === 'sell';
  return {
    outcome: index === null ? null : (labels[index] ?? `Outcome ${index + 1}`),
    side,
    shares: number(entry.shares) ?? (isSale ? number(entry.amount) : null),
    pricePercent: bps === null ? null : bps / 100,
    probability: number(entry.probability),
  };
}

type Facts = ReturnType<typeof activityFacts>;

function orderText(entry: Entry, { outcome, side }: Facts): string {
  const amount = number(entry.amount);
  const what =
    side === 'buy' ? `Buy ${credits(amount)} credits of ${outcome}` : `Sell ${shares(amount)} shares of ${outcome}`;
  const limit = number(entry.limitPriceBps);
  const bound = side === 'buy' ? 'or less' : 'or more';
  return limit === null ? `${what} at the market price` : `${what} at ${percentOfBps(limit)} ${bound}`;
}

function endText(entry: Entry, { outcome, side }: Facts): string {
  const how = entry.status === 'expired' ? 'expired' : (endings[String(entry.reason)] ?? 'cancelled');
  return `Order to ${side} ${outcome} ${how}`;
}

function settlementText(entry: Entry, { outcome, shares: amount }: Facts): string {
  const payout = number(entry.payoutBps);
  const what = `${shares(amount)} shares of ${outcome}`;
  const paid = `${what} paid ${credits(number(entry.paid))} credits`;
  return payout === null
    ? `${what}: the purchase was reversed`
    : `${paid} for a cost of ${credits(number(entry.cost))}`;
}

function scoreText({ brier, marketBrier, coverage }: Entry): string {
  const share = number(coverage);
  const market = number(marketBrier);
  const compared = market === null ? '' : `, the market ${score(market)}`;
  return `Brier score ${score(number(brier))}${compared}, forecast for ${coverageText(share)} of the open time`;
}

/** One sentence about what happened; empty for kinds that their name explains. */
export function activityText(entry: Entry, labels: readonly string[]): string {
  const facts = activityFacts(entry, labels);
  const { outcome, side, probability } = facts;
  if (entry.kind === 'score') return scoreText(entry);
  if (outcome === null) return '';
  switch (entry.kind) {
    case 'trade':
      return `${side === 'buy' ? 'Bought' : 'Sold'} ${shares(facts.shares)} shares of ${outcome} at ${percent(facts.pricePercent, 1)}`;
    case 'order':
      return orderText(entry, facts);
    case 'cancel':
      return endText(entry, facts);
    case 'settlement':
    case 'refund':
      return settlementText(entry, facts);
    case 'forecast':
      return entry.withdrawn === true ? `Withdrew ${probability}% for ${outcome}` : `${probability}% for ${outcome}`;
    default:
      return '';
  }
}
