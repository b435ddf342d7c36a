import { Link, useLocation } from '@tanstack/react-router';
import type { MarketRequest } from '../../../client/client';
import { useVote } from '../../api/request-queries';
import { useSession } from '../../api/session';
import { Badge } from '../../components/badge';
import { Icon } from '../../components/icon';
import { PlayerBadge } from '../../components/player-badge';
import { ReportButton } from '../../components/report-button';
import { TimeAgo } from '../../components/time';
import { categoryName, count, percent } from '../../format/numbers';
import { fullTime } from '../../format/time';

const statusBadges = {
  open: ['Open', 'gain'],
  planned: ['Opens later', 'accent'],
  launched: ['Launched', 'accent'],
  declined: ['Declined', 'loss'],
  duplicate: ['Duplicate', 'plain'],
} as const;

const voteBox = 'flex h-14 w-14 shrink-0 flex-col items-center justify-center rounded-card';

/** The number of votes: a toggle for people, a link to the sign-in for visitors, plain text once decided. */
function Votes({ request }: { request: MarketRequest }) {
  const { person, isPending } = useSession();
  const { href } = useLocation();
  const vote = useVote(request);
  const label = count(request.votes, 'vote');
  const inside = (
    <>
      {request.status === 'open' && <Icon name="arrowUp" size={14} />}
      <span className="numeric text-16 font-semibold">{request.votes}</span>
    </>
  );
  if (request.status !== 'open') {
    return (
      <div className={`${voteBox} text-quiet`}>
        {inside}
        <span className="text-12">{request.votes === 1 ? 'vote' : 'votes'}</span>
      </div>
    );
  }
  if (!person && !isPending) {
    return (
      <Link
        to="/sign-in"
        search={{ next: href }}
        aria-label={`Sign in to vote for “${request.question}”, ${label}`}
        className={`${voteBox} bg-sunken text-quiet hover:bg-line`}
      >
        {inside}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={vote?.hasVoted ?? false}
      aria-label={`Vote for “${request.question}”, ${label}`}
      title={vote?.hasVoted ? 'Withdraw your vote' : 'Vote'}
      disabled={!vote || vote.isBusy}
      onClick={vote?.toggle}
      className={`${voteBox} transition-colors ${vote?.hasVoted ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-quiet hover:bg-line'}`}
    >
      {inside}
    </button>
  );
}

function Source({ source: { name, url } }: Pick<MarketRequest, 'source'>) {
  const shown = name ?? url;
  if (shown === null) return null;
  if (url === null || !/^https?:\/\//i.test(url)) return <>{shown}</>;
  return (
    <a
      href={url}
      target="_blank"
      rel="nofollow noopener ugc"
      className="inline-flex items-center gap-1 break-all text-accent-text hover:underline"
    >
      {shown}
      <Icon name="external" size={14} />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

function Detail({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[120px_minmax(0,1fr)]">
      <dt className="text-quiet">{label}</dt>
      <dd className="prose-line min-w-0 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}

function Details({ request }: { request: MarketRequest }) {
  const { outcomes, endsAt, source, observationRule, demandEvidence, suggestedYesProbability } = request;
  return (
    <details className="mt-2 text-14">
      <summary className="w-fit cursor-pointer rounded-small text-12 text-quiet hover:text-ink">Details</summary>
      <dl className="mt-2 flex flex-col gap-1.5">
        {outcomes.length > 0 && <Detail label="Outcomes">{outcomes.join(', ')}</Detail>}
        {endsAt && <Detail label="Trading ends">{fullTime(endsAt)}</Detail>}
        {(source.name ?? source.url) !== null && (
          <Detail label="Source">
            <Source source={source} />
          </Detail>
        )}
        {observationRule && <Detail label="Rule">{observationRule}</Detail>}
        {suggestedYesProbability !== null && (
          <Detail label="Opening price">{percent(suggestedYesProbability, 0)}</Detail>
        )}
        {demandEvidence && <Detail label="Wanted because">{demandEvidence}</Detail>}
      </dl>
    </details>
  );
}

/** What became of the request. */
function Outcome({ request: { status, reason, eventSlug, duplicateOf } }: { request: MarketRequest }) {
  const linkClass = 'text-accent-text underline underline-offset-2';
  return (
    <>
      {reason && <p className="prose-line mt-1 break-words">{reason}</p>}
      {eventSlug && (
        <p className="mt-1">
          <Link to="/events/$slug" params={{ slug: eventSlug }} className={linkClass}>
            {status === 'duplicate' ? 'See the market that asks the same' : 'See the market'}
          </Link>
        </p>
      )}
      {duplicateOf && (
        <p className="mt-1">
          <Link to="/requests" search={{ id: duplicateOf }} className={linkClass}>
            See the request that asks the same
          </Link>
        </p>
      )}
    </>
  );
}

export function RequestRow({ request }: { request: MarketRequest }) {
  const [label, tone] = statusBadges[request.status];
  return (
    <li className="flex gap-4 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <Votes request={request} />
      <div className="min-w-0 flex-1">
        <h2 className="text-16 font-semibold break-words">
          <Link to="/requests" search={{ id: request.id }} className="hover:underline">
            {request.question}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-quiet">
          <Badge tone={tone}>{label}</Badge>
          <span title="Readiness when it was filed">Readiness {request.readinessScore} of 100</span>
          {request.category && <span>{categoryName(request.category)}</span>}
          <PlayerBadge {...request.requestedBy} />
          <TimeAgo at={request.createdAt} />
          {request.demo && <Badge>Demo</Badge>}
        </p>
        <Outcome request={request} />
        <Details request={request} />
      </div>
      <ReportButton
        subject={{ kind: 'market-request', name: request.id }}
        label={`the request “${request.question}”`}
      />
    </li>
  );
}
