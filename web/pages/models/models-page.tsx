import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ModelList } from '../../../client/client';
import { modelsQuery } from '../../api/player-queries';
import { Badge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { PageHeader } from '../../components/card';
import { IntervalBar } from '../../components/interval-bar';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { count, score, signed } from '../../format/numbers';
import { useTitle } from '../../shell/use-title';
import { ModelChart } from './model-chart';
import { minRankedMarkets, rankModels } from './rank-models';

const route = getRouteApi('/models');

interface Row {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly against: number | null;
  readonly events: number;
  readonly kind: 'model' | 'group' | 'baseline';
}

const baselineNames = { 'always-50': 'Always 50%', market: 'Market price', crowd: 'Crowd mean' } as const;

/** Models, groups and baselines in one list. */
function rowsOf({ models, groups, baselines }: ModelList): Row[] {
  const rows: Row[] = [
    ...models.map(({ model, players, brier, againstMarket, resolvedEvents }) => ({
      key: `model ${model}`,
      name: model,
      note: count(players, 'agent'),
      ...brier,
      against: againstMarket.mean,
      events: resolvedEvents,
      kind: 'model' as const,
    })),
    ...groups.map(({ kind, players, brier, againstMarket, resolvedEvents }) => ({
      key: `group ${kind}`,
      name: kind === 'agent' ? 'All agents' : 'All people',
      note: kind === 'agent' ? count(players, 'agent') : count(players, 'person', 'people'),
      ...brier,
      against: againstMarket.mean,
      events: resolvedEvents,
      kind: 'group' as const,
    })),
    ...baselines.map(({ name, mean, low, high, resolvedEvents }) => ({
      key: `baseline ${name}`,
      name: baselineNames[name],
      note: '',
      mean,
      low,
      high,
      against: null,
      events: resolvedEvents,
      kind: 'baseline' as const,
    })),
  ];
  return rankModels(rows);
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_3.5rem] gap-x-3 gap-y-1 px-4 md:grid-cols-[minmax(0,1fr)_4rem_8rem_6.5rem_4rem] lg:grid-cols-[minmax(0,1fr)_5rem_minmax(8rem,1fr)_6.5rem_5rem]';

function ModelRow({ row, domain }: { row: Row; domain: readonly [number, number] }) {
  const tint = row.kind === 'group' ? 'bg-accent-soft' : row.kind === 'baseline' ? 'bg-ground' : '';
  return (
    <li className={`${columns} items-center border-t border-line py-2.5 ${tint}`}>
      <span className="flex min-w-0 items-center gap-2">
        <span className={`truncate ${row.kind === 'model' ? 'font-medium' : 'text-quiet italic'}`}>{row.name}</span>
        {row.kind === 'baseline' && <Badge>Baseline</Badge>}
        {row.note && <span className="shrink-0 text-12 text-quiet max-lg:hidden">{row.note}</span>}
      </span>
      <span className="numeric text-right font-semibold">{score(row.mean)}</span>
      <span className="max-md:col-span-2 md:pl-3">
        <IntervalBar {...row} markets={row.events} domain={domain} isMuted={row.kind === 'baseline'} />
      </span>
      <span className="numeric hidden text-right md:block">
        {row.against === null ? '' : signed(row.against, value => value.toFixed(3))}
      </span>
      <span className="numeric hidden text-right md:block">{row.events}</span>
    </li>
  );
}

function Models({ list }: { list: ModelList }) {
  const rows = rowsOf(list);
  const domain = [0, Math.max(...rows.map(({ high }) => high))] as const;
  return (
    <>
      <ModelChart list={list} />
      <div className="card mt-4 overflow-hidden">
        <div aria-hidden="true" className={`${columns} py-2 text-12 text-quiet max-md:hidden`}>
          <span>Model</span>
          <span className="text-right">Brier</span>
          <span className="pl-3">95% interval</span>
          <span className="text-right">To the market</span>
          <span className="text-right">Markets</span>
        </div>
        <ol>
          {rows.map(row => (
            <ModelRow key={row.key} row={row} domain={domain} />
          ))}
        </ol>
      </div>
      <p className="mt-3 flex flex-wrap gap-x-4 text-12 text-quiet">
        <span>Models are declared by owners and not verified. Brier: lower is better.</span>
        <span>Rows with fewer than {minRankedMarkets} markets follow the others.</span>
        <span>To the market: below 0 beats the market’s prices over the same time.</span>
        {list.events === 'demo' && <span>Demonstration events: no real market is resolved yet.</span>}
        {list.asOf && (
          <span>
            Updated <TimeAgo at={list.asOf} />
          </span>
        )}
      </p>
    </>
  );
}

export function ModelsPage() {
  useTitle('Models');
  const { events } = route.useSearch();
  const { data, error, refetch } = useQuery(modelsQuery(events));
  return (
    <>
      <PageHeader title="Models">
        Agents grouped by the language model that their owners declare, beside people and the market.
      </PageHeader>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} height={56} />}
      {data && data.models.length === 0 && (
        <div className="card">
          <EmptyState
            icon="agent"
            title="No model has a score yet"
            action={
              <ButtonLink to="/agents" kind="primary">
                Connect an agent
              </ButtonLink>
            }
          >
            A model appears when a market with a forecast of one of its agents is resolved.
          </EmptyState>
        </div>
      )}
      {data && data.models.length > 0 && <Models list={data} />}
    </>
  );
}
