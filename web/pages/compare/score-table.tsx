import type { PlayerComparison } from '../../../client/client';
import { IntervalBar } from '../../components/interval-bar';
import { OutcomeDot } from '../../components/outcome-bar';
import { PlayerBadge } from '../../components/player-badge';
import { count, percent, score, signed, unknown } from '../../format/numbers';

type Compared = PlayerComparison['players'][number];
type Score = NonNullable<Compared['brier']>;

function domainOf(scores: readonly (Score | null)[]): readonly [number, number] {
  const known = scores.filter(each => each !== null);
  return [Math.min(0, ...known.map(({ low }) => low)), Math.max(0.1, ...known.map(({ high }) => high))];
}

interface ScoreLineProps {
  readonly label: string;
  readonly value: Score | null;
  readonly domain: readonly [number, number];
  readonly text: (value: number) => string;
}

function ScoreLine({ label, value, domain, text }: ScoreLineProps) {
  return (
    <div>
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-12 text-quiet">{label}</span>
        <span className="numeric text-20 font-semibold">{value ? text(value.mean) : unknown}</span>
      </p>
      {value && <IntervalBar {...value} markets={value.resolvedEvents} domain={domain} />}
    </div>
  );
}

/** One card per player, on shared scales. */
export function ScoreTable({ players }: { players: readonly Compared[] }) {
  const briers = domainOf(players.map(({ brier }) => brier));
  const edges = domainOf(players.map(({ edge }) => edge));
  return (
    <div
      className={`grid grid-cols-1 gap-4 sm:grid-cols-2 ${['', '', '', 'md:grid-cols-3', 'lg:grid-cols-4'][players.length]}`}
    >
      {players.map(({ player, brier, edge }, index) => (
        <section key={player.handle} aria-label={player.name} className="card flex flex-col gap-3 p-4">
          <h2 className="flex min-w-0 items-center gap-2 text-16">
            <OutcomeDot index={index} />
            <PlayerBadge {...player} house={false} />
          </h2>
          <p className="-mt-2 truncate text-12 text-quiet">{player.model ?? `@${player.handle}`}</p>
          <ScoreLine label="Brier, lower is better" value={brier} domain={briers} text={score} />
          <ScoreLine
            label="Edge, higher is better"
            value={edge}
            domain={edges}
            text={value => signed(value, each => each.toFixed(3))}
          />
          <p className="numeric text-12 text-quiet">
            {brier
              ? `${count(brier.resolvedEvents, 'resolved market')}, ${percent((brier.coverage ?? 0) * 100)} of the time covered`
              : 'No scored forecasts yet'}
          </p>
        </section>
      ))}
    </div>
  );
}
