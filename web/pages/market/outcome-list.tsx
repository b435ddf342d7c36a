import { useQuery } from '@tanstack/react-query';
import type { Event } from '../../../client/client';
import { snapshotQuery } from '../../api/market-queries';
import { PointsChange } from '../../components/change';
import { OutcomeDot } from '../../components/outcome-bar';
import { Probability } from '../../components/probability';
import { useNow } from '../../components/time';
import { outcomeColour } from '../../format/outcome-colour';
import { dayChangeBps } from './day-change';
import { useMarket } from './market-context';

/** One probability per outcome. Two outcomes are large numbers; more are rows, the likeliest first. */
export function OutcomeList() {
  const { event, outcome: chosen, chooseOutcome } = useMarket();
  const { data } = useQuery(snapshotQuery(event.slug));
  const now = useNow();
  const changeOf = ({ index, priceBps }: Event['outcomes'][number]) => {
    const before = data?.outcomes.find(each => each.index === index);
    return dayChangeBps(priceBps, before, event.opensAt, now);
  };
  const winner = event.resolution?.winningOutcomeIndex ?? null;
  const isOpen = event.status === 'active' || event.status === 'paused';
  const isBinary = event.outcomes.length === 2;
  const sorted = isBinary ? event.outcomes : [...event.outcomes].sort((a, b) => b.priceBps - a.priceBps);
  return (
    <section aria-label="Outcomes" className={isBinary ? 'grid grid-cols-2 gap-3' : 'card divide-y divide-line'}>
      {sorted.map(outcome => {
        const isChosen = outcome.index === chosen.index;
        return (
          <button
            key={outcome.index}
            type="button"
            aria-pressed={isChosen}
            onClick={() => chooseOutcome(outcome.index)}
            className={`relative flex w-full items-center gap-3 overflow-hidden text-left ${
              isBinary ? 'card flex-wrap p-4' : 'px-4 py-2.5 first:rounded-t-card last:rounded-b-card'
            } ${isChosen ? (isBinary ? 'outline-2 outline-accent' : 'bg-accent-soft') : 'hover:bg-sunken'}`}
          >
            {!isBinary && (
              <span
                aria-hidden="true"
                className="absolute inset-y-0 left-0 opacity-10"
                style={{ width: `${outcome.priceBps / 100}%`, background: outcomeColour(outcome.index) }}
              />
            )}
            <OutcomeDot index={outcome.index} />
            <span className="min-w-0 flex-1 truncate font-medium">
              {outcome.label}
              {winner === outcome.index && <span className="ml-2 text-12 font-semibold text-gain">Won</span>}
            </span>
            <span className="text-12">{isOpen && <PointsChange bps={changeOf(outcome)} />}</span>
            <Probability
              bps={outcome.priceBps}
              className={
                isBinary ? 'w-full text-40 font-semibold tracking-tight' : 'w-14 text-right text-16 font-semibold'
              }
            />
          </button>
        );
      })}
    </section>
  );
}
