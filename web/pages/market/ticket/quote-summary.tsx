import type { PlacedOrder } from '../../../../client/client';
import { Icon } from '../../../components/icon';
import { credits, exactPercentOfBps, percentOfBps, shares } from '../../../format/numbers';
import { completeFill } from './complete-fill';

const bigMoveBps = 1000;
const bigShare = 0.2;

interface QuoteSummaryProps {
  readonly quote: PlacedOrder | null;
  readonly isCurrent: boolean;
  readonly outcomeLabel: string;
  readonly priceBps: number;
  readonly available: number | null;
  /** Whether the form has an amount; then the summary does not ask for one. */
  readonly hasAmount: boolean;
}

function warningsOf({ quote, priceBps, available }: QuoteSummaryProps): string[] {
  if (quote === null) return [];
  const { order, market, warnings } = quote;
  const moved = Math.abs(market.priceBps[order.outcomeIndex] - priceBps);
  const spent = order.side === 'buy' ? (order.amountCredits ?? 0) : 0;
  return [
    ...(moved > bigMoveBps ? [`This order moves the price by ${(moved / 100).toFixed(1)} points.`] : []),
    ...(available !== null && available > 0 && spent > available * bigShare
      ? [`It uses ${Math.round((spent / available) * 100)}% of your available credits.`]
      : []),
    ...warnings.map(({ message }) => message),
  ];
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-quiet">{label}</dt>
      <dd className="numeric text-right font-medium">{children}</dd>
    </div>
  );
}

function Rest({ quote }: { quote: PlacedOrder }) {
  const { order } = quote;
  const rest = order.remainingCredits ?? order.remainingShares ?? 0;
  if (rest <= 0) return null;
  const amount = order.side === 'buy' ? `${credits(rest)} credits` : `${shares(rest)} shares`;
  if (order.timeInForce !== 'GTC') return <Row label="Not filled">{amount}</Row>;
  return <Row label="Waits in the book">{`${amount} at ${exactPercentOfBps(order.limitPriceBps)}`}</Row>;
}

/** What the fill at once gives; nothing if the whole order rests. */
function Fill({ quote: { order, market }, priceBps }: { quote: PlacedOrder; priceBps: number }) {
  if (order.filledShares === 0) return null;
  return (
    <>
      <Row label={order.side === 'buy' ? 'You get' : 'You receive'}>
        {order.side === 'buy' ? `${shares(order.filledShares)} shares` : `${credits(order.filledCredits)} credits`}
      </Row>
      <Row label="Average price">{exactPercentOfBps(order.averagePriceBps)}</Row>
      <Row label="Chance">
        {percentOfBps(priceBps)} <span aria-hidden="true">→</span>
        <span className="sr-only"> to </span> {percentOfBps(market.priceBps[order.outcomeIndex])}
      </Row>
    </>
  );
}

function Rows({ quote, outcomeLabel, priceBps }: QuoteSummaryProps & { quote: PlacedOrder }) {
  const { order, account } = quote;
  const isBuy = order.side === 'buy';
  const complete = completeFill(order);
  return (
    <>
      <Fill quote={quote} priceBps={priceBps} />
      <Rest quote={quote} />
      {complete && (
        <Row label="If filled completely">
          {isBuy ? `${shares(complete.shares)} shares` : `${credits(complete.credits)} credits`}
        </Row>
      )}
      {isBuy && <Row label={`Pays if ${outcomeLabel}`}>{credits(complete ? complete.shares : order.filledShares)}</Row>}
      <Row label="Balance after">{credits(account.availableBalance)}</Row>
    </>
  );
}

/**
 * The previewed effect of the order. The rows keep their height while the form is empty, so that the button stays in
 * place.
 */
export function QuoteSummary(props: QuoteSummaryProps) {
  const { quote, isCurrent, hasAmount } = props;
  const warnings = warningsOf(props);
  return (
    <div aria-live="polite" aria-busy={quote !== null && !isCurrent} className="flex min-h-[148px] flex-col gap-3">
      {quote === null ? (
        <p className="rounded-card bg-ground p-3 text-quiet">
          {hasAmount
            ? 'The shares, the average price and the payout appear here.'
            : 'Enter an amount to see the shares, the average price and the payout.'}
        </p>
      ) : (
        <dl
          className={`flex flex-col gap-1.5 rounded-card bg-ground p-3 transition-opacity ${isCurrent ? '' : 'opacity-60'}`}
        >
          <Rows {...props} quote={quote} />
        </dl>
      )}
      {warnings.map(text => (
        <p key={text} className="flex gap-2 rounded-card bg-warn-soft p-3 text-warn">
          <Icon name="warning" size={16} className="mt-0.5" />
          {text}
        </p>
      ))}
    </div>
  );
}
