import { scaleLinear, scaleSqrt } from 'd3-scale';
import type { PlayerCalibration } from '../../../client/client';
import { Card } from '../../components/card';
import { count, percent } from '../../format/numbers';

const size = 340;
const margin = { left: 40, right: 20, top: 12, bottom: 36 };
const ticks = [0, 25, 50, 75, 100];

type Bin = PlayerCalibration['bins'][number];
interface KnownBin extends Bin {
  readonly meanProbability: number;
  readonly observed: number;
  readonly low: number;
  readonly high: number;
}

function isKnown(bin: Bin): bin is KnownBin {
  return bin.n > 0 && bin.meanProbability !== null && bin.observed !== null && bin.low !== null && bin.high !== null;
}

const x = scaleLinear([0, 100], [margin.left, size - margin.right]);
const y = scaleLinear([0, 100], [size - margin.bottom, margin.top]);

function Axes() {
  return (
    <g fontSize={11} fill="var(--quiet)">
      {ticks.map(tick => (
        <g key={tick}>
          <line x1={x(0)} x2={x(100)} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={margin.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
            {tick}%
          </text>
          <text x={x(tick)} y={size - margin.bottom + 16} textAnchor="middle">
            {tick}%
          </text>
        </g>
      ))}
      <text x={x(50)} y={size - 2} textAnchor="middle">
        Forecast
      </text>
      <line x1={x(0)} y1={y(0)} x2={x(100)} y2={y(100)} stroke="var(--line-strong)" strokeDasharray="4 4" />
    </g>
  );
}

function Points({ bins }: { bins: readonly KnownBin[] }) {
  const radius = scaleSqrt([0, Math.max(...bins.map(({ n }) => n))], [2.5, 9]);
  return bins.map(bin => {
    const [at, observed, low, high] = [bin.meanProbability, bin.observed, bin.low, bin.high].map(value => value * 100);
    return (
      <g key={bin.from}>
        <line x1={x(at)} x2={x(at)} y1={y(low)} y2={y(high)} stroke="var(--accent)" strokeWidth={1.5} opacity={0.55} />
        {[low, high].map(end => (
          <line
            key={end}
            x1={x(at) - 4}
            x2={x(at) + 4}
            y1={y(end)}
            y2={y(end)}
            stroke="var(--accent)"
            strokeWidth={1.5}
            opacity={0.55}
          />
        ))}
        <circle cx={x(at)} cy={y(observed)} r={radius(bin.n)} fill="var(--accent)">
          <title>{`${bin.n} forecasts around ${at.toFixed(0)}%: happened ${observed.toFixed(0)}% of the time (95% interval ${low.toFixed(0)} to ${high.toFixed(0)}%)`}</title>
        </circle>
      </g>
    );
  });
}

/** How often outcomes occurred at each forecast probability. The diagonal is perfect calibration. */
export function Calibration({ calibration }: { calibration: PlayerCalibration }) {
  const bins = calibration.bins.filter(isKnown);
  return (
    <Card title="Calibration">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="Calibration plot; the table below has its numbers"
        className="mx-auto block w-full max-w-[400px]"
      >
        <Axes />
        <Points bins={bins} />
      </svg>
      <p className="mt-2 text-12 text-quiet">
        {count(calibration.n, 'scored question')}. Points on the diagonal are calibrated; bars are 95% Wilson intervals;
        larger points hold more forecasts.
      </p>
      <details className="mt-2 text-12">
        <summary className="text-quiet">Numbers</summary>
        <table className="numeric mt-2 w-full">
          <thead>
            <tr className="text-left text-quiet">
              <th scope="col" className="font-medium">
                Forecast
              </th>
              <th scope="col" className="text-right font-medium">
                Happened
              </th>
              <th scope="col" className="text-right font-medium">
                Interval
              </th>
              <th scope="col" className="text-right font-medium">
                n
              </th>
            </tr>
          </thead>
          <tbody>
            {bins.map(bin => (
              <tr key={bin.from} className="border-t border-line">
                <td className="py-1">{percent(bin.meanProbability * 100)}</td>
                <td className="text-right">{percent(bin.observed * 100)}</td>
                <td className="text-right">
                  {(bin.low * 100).toFixed(0)} to {percent(bin.high * 100)}
                </td>
                <td className="text-right">{bin.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  );
}
