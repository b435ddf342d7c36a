import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { Order, PlacedOrder } from '../../../../client/client';
import { failureText, isCode } from '../../../api/client';
import { accountQuery, positionsQuery, practicePositionsQuery } from '../../../api/own-queries';
import { serviceStatusQuery } from '../../../api/service-queries';
import { Button } from '../../../components/button';
import { ErrorText } from '../../../components/error-text';
import { Select } from '../../../components/field';
import { Segmented } from '../../../components/segmented';
import { useNow } from '../../../components/time';
import { credits, exactPercentOfBps, shares } from '../../../format/numbers';
import { showToast } from '../../../shell/toasts';
import { useTradingPause } from '../../../shell/trading-pause';
import { useMarket, useMarketSearch } from '../market-context';
import { AmountField } from './amount-field';
import { LimitFields } from './limit-fields';
import { QuoteSummary } from './quote-summary';
import { readTicket } from './ticket-state';
import { usePlaceOrder, useQuote } from './use-quote';

/** Credits for a buy, unreserved shares of the outcome for a sell; practice markets have a separate purse. */
function useAvailable(side: 'buy' | 'sell'): number | null {
  const { event, outcome } = useMarket();
  const account = useQuery(accountQuery);
  const positions = useQuery(event.practice ? practicePositionsQuery() : positionsQuery('open'));
  if (side === 'buy') {
    return (event.practice ? account.data?.practice.availableBalance : account.data?.availableBalance) ?? null;
  }
  if (!positions.data) return null;
  const held = positions.data.find(each => each.eventSlug === event.slug && each.outcomeIndex === outcome.index);
  return held ? held.shares - held.reservedShares : 0;
}

function sentenceOf(
  { side, filledShares, filledCredits, status, remainingCredits, remainingShares }: Order,
  label: string,
): string {
  const done = `${side === 'buy' ? 'Bought' : 'Sold'} ${shares(filledShares)} shares of ${label} for ${credits(filledCredits)} credits.`;
  const rest = remainingCredits ?? remainingShares ?? 0;
  if (status === 'open') {
    const waits = `${side === 'buy' ? `${credits(rest)} credits` : `${shares(rest)} shares`} wait in the book.`;
    return filledShares > 0 ? `${done} ${waits}` : waits;
  }
  return filledShares > 0 ? done : 'Nothing could be filled at this price.';
}

function buttonText(side: 'buy' | 'sell', label: string, quote: PlacedOrder | null, isStale: boolean): string {
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  if (isStale) return `${verb} at the new price`;
  const amount = quote?.order.amountCredits ?? quote?.order.amountShares;
  if (quote === null || amount === undefined) return `${verb} ${label}`;
  const price = quote.order.timeInForce === 'GTC' ? ` at ${exactPercentOfBps(quote.order.limitPriceBps)}` : '';
  const what = side === 'buy' ? `${credits(amount)} credits` : `${shares(amount)} shares`;
  return `${verb} ${what} of ${label}${price}`;
}

/** An order that is refused because of a pause shows the pause at once, and its reason. */
function useStatusAfter(refusal: unknown): void {
  const queries = useQueryClient();
  const isPaused = isCode(refusal, 'TRADING_PAUSED');
  useEffect(() => {
    if (isPaused) void queries.invalidateQueries({ queryKey: serviceStatusQuery.queryKey });
  }, [isPaused, queries]);
}

function useTicket() {
  const { event, outcome, ticket: state, changeTicket: change, setSheetOpen } = useMarket();
  const { search } = useMarketSearch();
  const side: 'buy' | 'sell' = search.side ?? 'buy';
  const [isStale, setIsStale] = useState(false);
  const available = useAvailable(side);
  const now = useNow();
  const pause = useTradingPause();
  const { order, mistakes } = readTicket(
    state,
    { eventSlug: event.slug, outcomeIndex: outcome.index, side, available },
    now,
  );
  const placing = usePlaceOrder(
    placed => {
      showToast(
        placed.order.status === 'open' ? 'Order placed' : 'Order filled',
        sentenceOf(placed.order, outcome.label),
      );
      change({ amount: '' });
      setIsStale(false);
      setSheetOpen(false);
    },
    () => setIsStale(true),
  );
  const { quote, isCurrent, error: quoteError } = useQuote(pause ? null : order, event.sequence, placing.isPending);
  const key = `${side} ${outcome.index} ${state.kind} ${state.amount} ${state.limit}`;
  const { reset } = placing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed order invalidates the last rejection.
  useEffect(() => {
    reset();
    setIsStale(false);
  }, [key, reset]);
  const place = () => {
    if (order && quote && isCurrent) placing.mutate({ order, ifSequence: quote.market.sequence });
  };
  const refusal = placing.error && !isCode(placing.error, 'STALE_ORDERBOOK') ? placing.error : quoteError;
  useStatusAfter(refusal);
  return {
    side,
    state,
    change,
    available,
    mistakes,
    quote,
    isCurrent,
    isStale,
    pause,
    place,
    isPlacing: placing.isPending,
    refusal,
  };
}

function OutcomePicker() {
  const { event, outcome, chooseOutcome } = useMarket();
  if (event.outcomes.length === 2) {
    const options = event.outcomes.map(({ index, label }) => ({ value: String(index), label }));
    return (
      <Segmented
        full
        label="Outcome of the order"
        value={String(outcome.index)}
        options={options}
        onChange={value => chooseOutcome(Number(value))}
      />
    );
  }
  return (
    <Select
      label="Outcome of the order"
      value={String(outcome.index)}
      options={event.outcomes.map(({ index, label }) => ({ value: String(index), label }))}
      onPick={value => chooseOutcome(Number(value))}
      className="w-full"
    />
  );
}

function SideAndKind({
  side,
  kind,
  onKind,
}: {
  side: 'buy' | 'sell';
  kind: 'market' | 'limit';
  onKind: (kind: 'market' | 'limit') => void;
}) {
  const { set } = useMarketSearch();
  return (
    <div className="grid grid-cols-2 gap-2">
      <Segmented
        full
        label="Side"
        value={side}
        options={[
          { value: 'buy', label: 'Buy' },
          { value: 'sell', label: 'Sell' },
        ]}
        onChange={value => set({ side: value === 'sell' ? 'sell' : undefined })}
      />
      <Segmented
        full
        label="Kind of order"
        value={kind}
        options={[
          { value: 'market', label: 'Market' },
          { value: 'limit', label: 'Limit' },
        ]}
        onChange={onKind}
      />
    </div>
  );
}

function PauseNote({ reason }: { reason: string | null }) {
  return (
    <div id="trading-pause" className="rounded-card bg-warn-soft p-3 break-words text-warn [grid-area:1/1]">
      <p>The operator paused trading in the whole arena. You can place this order once trading resumes.</p>
      {reason && <p className="mt-1 font-medium whitespace-pre-line">{reason}</p>}
    </div>
  );
}

export function Ticket() {
  const { outcome } = useMarket();
  const ticket = useTicket();
  const { side, state, change, quote, isCurrent, isStale, pause, refusal } = ticket;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ticket.place();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Trade">
      <OutcomePicker />
      <SideAndKind side={side} kind={state.kind} onKind={kind => change({ kind })} />
      <AmountField
        side={side}
        value={state.amount}
        available={ticket.available}
        error={ticket.mistakes.amount}
        onChange={amount => change({ amount })}
      />
      {state.kind === 'limit' && (
        <LimitFields state={state} priceBps={outcome.priceBps} mistakes={ticket.mistakes} onChange={change} />
      )}
      {/* The note covers the summary, which keeps its size, so that a pause does not shift the button. */}
      <div className="grid">
        <div className={`[grid-area:1/1] ${pause ? 'invisible' : ''}`}>
          <QuoteSummary
            quote={quote}
            isCurrent={isCurrent}
            outcomeLabel={outcome.label}
            priceBps={outcome.priceBps}
            available={side === 'buy' ? ticket.available : null}
            hasAmount={state.amount.trim() !== ''}
          />
        </div>
        {pause && <PauseNote reason={pause.reason} />}
      </div>
      {isStale && (
        <p role="status" className="rounded-card bg-warn-soft p-3 text-warn">
          The price moved before your order arrived. Nothing was traded. This is the new quote.
        </p>
      )}
      {refusal && !pause && <ErrorText text={failureText(refusal)} />}
      <Button
        type="submit"
        kind="primary"
        size="large"
        busy={ticket.isPlacing}
        disabled={quote === null || !isCurrent || pause !== null}
        aria-describedby={pause ? 'trading-pause' : undefined}
        className="w-full truncate"
      >
        {pause ? 'Trading is paused' : buttonText(side, outcome.label, quote, isStale)}
      </Button>
    </form>
  );
}
