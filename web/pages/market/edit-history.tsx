import { useQuery } from '@tanstack/react-query';
import type { EventEdit } from '../../../client/client';
import { editsQuery } from '../../api/market-queries';
import { categoryName } from '../../format/numbers';
import { fullTime } from '../../format/time';
import { useMarket } from './market-context';

interface Change {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

function changesOf({ changes }: EventEdit): Change[] {
  const { description, category, tags, resolutionSource, endsAt } = changes;
  const list: Change[] = [];
  const add = <T,>(label: string, change: { from: T; to: T } | undefined, show: (value: T) => string) => {
    if (!change) return;
    const [from, to] = [show(change.from), show(change.to)];
    if (from !== to) list.push({ label, from, to });
  };
  add('End of trading', endsAt, fullTime);
  add('Rule', resolutionSource, source => source.rule);
  add('Source', resolutionSource, source => source.name);
  add('Address of the source', resolutionSource, source => source.url);
  add('Description', description, String);
  add('Category', category, categoryName);
  add('Tags', tags, list => list.join(', '));
  return list;
}

/** Operator edits since the creation of the market, with the old and new text. */
export function EditHistory() {
  const { event } = useMarket();
  const { data = [] } = useQuery(editsQuery(event.slug));
  if (data.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Edits</h3>
      <ol className="flex flex-col gap-3">
        {data.map(edit => (
          <li key={edit.number} className="prose-line">
            <p className="text-12 text-quiet">{fullTime(edit.at)}</p>
            {edit.note !== '' && <p className="mt-1 whitespace-pre-line">{edit.note}</p>}
            <dl className="mt-1 flex flex-col gap-2">
              {changesOf(edit).map(({ label, from, to }) => (
                <div key={label}>
                  <dt className="text-12 font-medium">{label}</dt>
                  <dd className="whitespace-pre-line">
                    <del className="text-quiet">{from || '(empty)'}</del>{' '}
                    <ins className="bg-accent-soft no-underline">{to || '(empty)'}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}
