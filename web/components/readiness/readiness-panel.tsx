import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { MarketDraft, MarketReadiness } from '../../../client/client';
import { readinessQuery } from '../../api/request-queries';
import { fullTime } from '../../format/time';
import { Card } from '../card';
import { Icon } from '../icon';
import { type FormReadiness, inFormWords } from './form-readiness';

/** The debounced value. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}

function ScoreMeter({ score, ready }: Pick<FormReadiness, 'score' | 'ready'>) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between">
        <span className="numeric text-28 font-semibold" data-testid="readiness-score">
          {score}
          <span className="text-14 font-normal text-quiet"> of 100</span>
        </span>
        <span className={ready ? 'font-medium text-gain' : 'font-medium text-warn'}>
          {ready ? 'Ready' : 'Not ready'}
        </span>
      </div>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full transition-[width] duration-150"
          style={{ width: `${score}%`, background: ready ? 'var(--gain)' : 'var(--warn)' }}
        />
      </div>
    </div>
  );
}

function Rules({ rules }: Pick<FormReadiness, 'rules'>) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rules.map(rule => {
        const isMet = rule.earned >= rule.weight;
        return (
          <li key={rule.id} className="flex gap-2">
            <span className={`mt-0.5 ${isMet ? 'text-gain' : rule.blocking ? 'text-loss' : 'text-warn'}`}>
              <Icon name={isMet ? 'check' : 'warning'} size={14} />
              <span className="sr-only">{isMet ? 'Met' : 'Not met'}</span>
            </span>
            <div className="min-w-0 flex-1 text-12">
              <p>{inFormWords(rule.message, fullTime)}</p>
              {!isMet && rule.fix && <p className="text-quiet">{inFormWords(rule.fix, fullTime)}</p>}
            </div>
            <span className="numeric text-12 text-quiet">
              {rule.earned}/{rule.weight}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface SimilarProps extends Pick<MarketReadiness, 'duplicates'> {
  /** The slug of the edited event, which is similar to itself. */
  readonly own: string | null;
  readonly eventPage: '/events/$slug' | '/operator/events/$slug';
}

function Similar({ duplicates, own, eventPage }: SimilarProps) {
  const others = duplicates.filter(({ eventSlug, requestId }) => requestId !== null || eventSlug !== own);
  const linkClass = 'min-w-0 text-accent-text underline underline-offset-2';
  return (
    <div>
      <h3 className="mb-2 text-14 font-semibold">Similar events and requests</h3>
      {others.length === 0 && <p className="text-12 text-quiet">None found.</p>}
      <ul className="flex flex-col gap-1.5">
        {others.map(other => (
          <li key={other.eventSlug ?? other.requestId} className="flex justify-between gap-3 text-12">
            {other.eventSlug ? (
              <Link to={eventPage} params={{ slug: other.eventSlug }} className={linkClass}>
                {other.title}
              </Link>
            ) : (
              <Link to="/requests" search={{ id: other.requestId ?? undefined }} className={linkClass}>
                {other.title} (request)
              </Link>
            )}
            <span className="numeric text-quiet">{Math.round(other.similarity * 100)}%</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ReadinessPanelProps extends Omit<SimilarProps, 'duplicates'> {
  readonly draft: MarketDraft;
  /** Selects the rules that the form can satisfy; all of them by default. */
  readonly select?: (readiness: MarketReadiness) => FormReadiness;
}

/** The readiness of a draft while it is typed, with similar events and requests. */
export function ReadinessPanel({ draft, own, eventPage, select = readiness => readiness }: ReadinessPanelProps) {
  const settled = useSettled(draft, 400);
  const { data, error } = useQuery(readinessQuery(settled));
  const shown = data && select(data);
  return (
    <Card title="Readiness">
      {!shown && (
        <p className="text-quiet">
          {draft.question.trim() === ''
            ? 'Type a question to see how ready it is.'
            : error
              ? 'The check is not available.'
              : 'Checking the question…'}
        </p>
      )}
      {shown && (
        <div className="flex flex-col gap-5">
          <ScoreMeter score={shown.score} ready={shown.ready} />
          <Rules rules={shown.rules} />
          <Similar duplicates={data.duplicates} own={own} eventPage={eventPage} />
        </div>
      )}
    </Card>
  );
}
