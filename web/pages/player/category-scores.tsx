import type { PlayerRecord } from '../../../client/client';
import { Card } from '../../components/card';
import { IntervalBar } from '../../components/interval-bar';
import { categoryName, score, signed, unknown } from '../../format/numbers';

export function CategoryScores({ record }: { record: PlayerRecord }) {
  const rows = record.categories.filter(({ brier }) => brier !== null);
  const high = Math.max(0.35, ...rows.map(({ brier }) => brier!.high));
  return (
    <Card title="By category">
      <table className="w-full text-14">
        <thead>
          <tr className="text-left text-12 text-quiet">
            <th scope="col" className="pb-2 font-medium">
              Category
            </th>
            <th scope="col" className="pb-2 font-medium max-[360px]:hidden">
              <span className="sr-only">Interval</span>
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Brier
            </th>
            <th scope="col" className="pb-2 pl-4 text-right font-medium">
              Edge
            </th>
            <th scope="col" className="pb-2 pl-4 text-right font-medium">
              Markets
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ category, brier, edge }) => (
            <tr key={category} className="border-t border-line">
              <td className="py-2 pr-2">{categoryName(category)}</td>
              <td className="w-1/3 max-[360px]:hidden">
                <IntervalBar {...brier!} markets={brier!.resolvedEvents} domain={[0, high]} />
              </td>
              <td className="numeric text-right font-semibold">{score(brier!.mean)}</td>
              <td className="numeric pl-4 text-right">
                {edge ? signed(edge.mean, value => value.toFixed(3)) : unknown}
              </td>
              <td className="numeric pl-4 text-right text-quiet">{brier!.resolvedEvents}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
