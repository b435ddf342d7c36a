import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { PlayerComparison } from '../../../client/client';
import { Card } from '../../components/card';
import { OutcomeDot } from '../../components/outcome-bar';
import { outcomeColour } from '../../format/outcome-colour';

const size = 340;
const margin = { left: 40, right: 12, top: 12, bottom: 36 };
const ticks = [0, 25, 50, 75, 100];
const x = scaleLinear([0, 1], [margin.left, size - margin.right]);
const y = scaleLinear([0, 1], [size - margin.bottom, margin.top]);

type Compared = PlayerComparison['players'][number];
type Point = readonly [meanProbability: number, observed: number];

function pointsOf({ calibration }: Compared): Point[] {
  return calibration.bins.flatMap(({ meanProbability, observed }): Point[] =>
    meanProbability === null || observed === null ? [] : [[meanProbability, observed]],
  );
}

const path = line<Point>(
  ([at]) => x(at),
  ([, observed]) => y(observed),
);

/** The calibration of all compared players in one plot. */
export function CalibrationOverlay({ players }: { players: readonly Compared[] }) {
  return (
    <Card title="Calibration">
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-quiet">
        {players.map(({ player, calibration }, index) => (
          <li key={player.handle} className="flex max-w-full items-center gap-1.5">
            <OutcomeDot index={index} />
            <span className="truncate">{player.name}</span> ({calibration.n})
          </li>
        ))}
      </ul>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`Calibration of ${players.map(({ player }) => player.name).join(', ')}: how often things happened that were forecast at each probability`}
        className="mx-auto block w-full max-w-[400px]"
      >
        <g fontSize={11} fill="var(--quiet)">
          {ticks.map(tick => (
            <g key={tick}>
              <line x1={x(0)} x2={x(1)} y1={y(tick / 100)} y2={y(tick / 100)} stroke="var(--line)" />
              <text x={margin.left - 8} y={y(tick / 100)} textAnchor="end" dominantBaseline="middle">
                {tick}%
              </text>
              <text x={x(tick / 100)} y={size - margin.bottom + 16} textAnchor="middle">
                {tick}%
              </text>
            </g>
          ))}
          <text x={x(0.5)} y={size - 2} textAnchor="middle">
            Forecast
          </text>
        </g>
        <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} stroke="var(--line-strong)" strokeDasharray="4 4" />
        {players.map((each, index) => (
          <g key={each.player.handle}>
            <path
              d={path(pointsOf(each)) ?? ''}
              fill="none"
              stroke={outcomeColour(index)}
              strokeWidth={1.5}
              opacity={0.7}
            />
            {pointsOf(each).map(([at, observed]) => (
              <circle key={at} cx={x(at)} cy={y(observed)} r={3.5} fill={outcomeColour(index)}>
                <title>{`${each.player.name}: forecast ${(at * 100).toFixed(0)}%, happened ${(observed * 100).toFixed(0)}%`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
    </Card>
  );
}
