import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Position } from '../../../client/client';
import { positionsQuery } from '../../api/own-queries';
import { Button, ButtonLink } from '../../components/button';
import { CreditsChange } from '../../components/change';
import { OutcomeDot } from '../../components/outcome-bar';
import { Segmented } from '../../components/segmented';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { credits, percentOfBps, shares } from '../../format/numbers';
import { downloadCsv } from './csv';
import { usePortfolioSearch } from './portfolio-search';

function exportPositions(positions: readonly Position[]): void {
  downloadCsv(
    'presage-positions.csv',
    [
      'event',
      'title',
      'outcome',
      'shares',
      'averagePriceBps',
      'costCredits',
      'priceBps',
      'valueCredits',
      'unrealizedProfit',
      'realizedProfit',
      'status',
    ],
    positions.map(each => [
      each.eventSlug,
      each.title,
      each.outcomeLabel,
      each.shares,
      each.averagePriceBps,
      each.costCredits,
      each.priceBps,
      each.valueCredits,
      each.unrealizedProfit,
      each.realizedProfit,
      each.status,
    ]),
  );
}

function PositionRow({ position }: { position: Position }) {
  const isOpen = position.status === 'open';
  return (
    <li className="grid grid-cols-3 items-center gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_6rem_7rem_7rem]">
      <div className="col-span-3 min-w-0 sm:col-span-1">
        <Link
          to="/events/$slug"
          params={{ slug: position.eventSlug }}
          className="line-clamp-1 font-medium hover:underline"
        >
          {position.title}
        </Link>
        <p className="numeric flex items-center gap-2 text-12 text-quiet">
          <OutcomeDot index={position.outcomeIndex} />
          <span className="truncate">
            {position.outcomeLabel},{' '}
            {isOpen
              ? `${shares(position.shares)} shares at ${percentOfBps(position.averagePriceBps)}`
              : `cost ${credits(position.costCredits)}`}
          </span>
        </p>
      </div>
      <p className="numeric text-right max-sm:text-left">
        <span className="block text-12 text-quiet">Chance</span>
        {percentOfBps(position.priceBps)}
      </p>
      <p className="numeric text-right max-sm:text-center">
        <span className="block text-12 text-quiet">Worth</span>
        {isOpen ? credits(position.valueCredits) : '—'}
      </p>
      <p className="text-right">
        <span className="block text-12 text-quiet">Profit</span>
        <CreditsChange value={isOpen ? position.unrealizedProfit : position.realizedProfit} />
      </p>
    </li>
  );
}

export function PositionList() {
  const { search, set } = usePortfolioSearch();
  const status = search.show ?? 'open';
  const { data, error, refetch } = useQuery(positionsQuery(status));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Positions"
          value={status}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'settled', label: 'Settled' },
          ]}
          onChange={value => set({ show: value === 'settled' ? 'settled' : undefined })}
        />
        {data && data.length > 0 && (
          <Button size="small" onClick={() => exportPositions(data)}>
            Download CSV
          </Button>
        )}
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={5} height={56} />}
      {data?.length === 0 && (
        <EmptyState
          icon="portfolio"
          title={status === 'open' ? 'No open positions' : 'Nothing settled yet'}
          action={
            <ButtonLink to="/" kind="primary">
              Find a market
            </ButtonLink>
          }
        >
          {status === 'open'
            ? 'Buy an outcome that you think is underpriced.'
            : 'Positions move here when their market is resolved.'}
        </EmptyState>
      )}
      <ul>
        {data?.map(position => (
          <PositionRow key={`${position.eventSlug}:${position.outcomeIndex}`} position={position} />
        ))}
      </ul>
    </>
  );
}
