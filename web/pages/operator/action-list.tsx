import { Link } from '@tanstack/react-router';
import type { OperatorAction } from '../../../client/client';
import { TimeAgo } from '../../components/time';
import { short } from '../../format/numbers';
import { fullTime } from '../../format/time';

const isMoment = (key: string, value: unknown): value is number => typeof value === 'number' && key.endsWith('At');

/** Members that identify a row and are meaningless to a reader. */
const technical: ReadonlySet<string> = new Set(['number', 'version', 'corrects', 'correctedFrom', 'proposedBy']);

function memberTexts(value: object): string {
  return Object.entries(value)
    .filter(([key, member]) => member !== null && member !== '' && !technical.has(key))
    .map(([key, member]) => `${key}: ${valueText(key, member)}`)
    .join(', ');
}

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (isMoment(key, value)) return fullTime(new Date(value).toISOString());
  if (key === 'liquidity' && typeof value === 'number') return `${short(value / 1e6)} credits`;
  if (Array.isArray(value)) return value.map(item => valueText(key, item)).join(', ');
  return typeof value === 'object' ? memberTexts(value) : String(value);
}

/** The members that differ, with both values. */
function changesOf({ before, after }: OperatorAction): [key: string, from: string | null, to: string][] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys.flatMap(key => {
    const from = before ? valueText(key, before[key]) : null;
    const to = valueText(key, after?.[key]);
    return from === to ? [] : [[key, from, to]];
  });
}

function Change({ name, from, to }: { name: string; from: string | null; to: string }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2 text-12">
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0 break-words">
        {from !== null && (
          <>
            <span className="line-clamp-2 inline text-quiet line-through">{from.slice(0, 300)}</span>{' '}
            <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <span className="line-clamp-2 inline">{to.slice(0, 300)}</span>
      </dd>
    </div>
  );
}

function SubjectLink({ action: { action, subject } }: { action: OperatorAction }) {
  const className = 'font-medium break-all hover:underline';
  if (action.startsWith('event.')) {
    return (
      <Link to="/operator/events/$slug" params={{ slug: subject }} className={className}>
        {subject}
      </Link>
    );
  }
  if (action.startsWith('player.')) {
    return (
      <Link to="/players/$handle" params={{ handle: subject }} className={className}>
        {subject}
      </Link>
    );
  }
  return <span className="font-medium break-all">{subject}</span>;
}

interface ActionListProps {
  readonly actions: readonly OperatorAction[];
  readonly isOfOneSubject?: boolean;
}

/** Entries of the audit trail: who, when, why, before and after. */
export function ActionList({ actions, isOfOneSubject = false }: ActionListProps) {
  if (actions.length === 0) return <p className="text-quiet">No operator actions yet.</p>;
  return (
    <ol>
      {actions.map(action => (
        <li key={action.id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <code className="rounded-small bg-sunken px-1.5 font-mono text-12 leading-5">{action.action}</code>
            {!isOfOneSubject && <SubjectLink action={action} />}
            <span className="text-12 text-quiet">
              by {action.handle ?? 'the operator token'}, <TimeAgo at={action.at} />
            </span>
          </div>
          {action.reason && <p className="prose-line mt-1">{action.reason}</p>}
          <dl className="mt-1 flex flex-col gap-0.5">
            {changesOf(action).map(([key, from, to]) => (
              <Change key={key} name={key} from={from} to={to} />
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
