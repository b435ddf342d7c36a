import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlayerEventScore } from '../../../client/client';
import { ownScoreQuery, positionsQuery } from '../../api/own-queries';
import { useSession } from '../../api/session';
import { Card, Figure } from '../../components/card';
import { CreditsChange } from '../../components/change';
import { Icon } from '../../components/icon';
import { coverageText, percent, score, signed } from '../../format/numbers';
import { useMarket } from './market-context';

/** Scores follow the resolution within this time. People who get no notification about them rely on polling. */
const scoringMs = 300_000;
const scorePollMs = 10_000;

type Score = NonNullable<PlayerEventScore['score']>;

function Answer() {
  const { event } = useMarket();
  const { resolution } = event;
  if (event.status === 'void' || !resolution || resolution.kind === 'void') {
    return <>Void. Players got back what they had paid.</>;
  }
  if (resolution.winningOutcomeIndex !== null)
    return <>Resolved: {event.outcomes[resolution.winningOutcomeIndex]?.label}</>;
  const parts = (resolution.payoutBps ?? []).map(
    (bps, index) => `${event.outcomes[index]?.label} ${percent(bps / 100)}`,
  );
  return <>Split: {parts.join(', ')}</>;
}

function ScoreText({ result }: { result: Score }) {
  const difference = result.marketBrier - result.brier;
  const compared =
    Math.abs(difference) < 0.0005
      ? 'as close as'
      : difference > 0
        ? `${score(difference)} closer to the outcome than`
        : `${score(-difference)} further from the outcome than`;
  return (
    <p className="prose-line mt-3 text-quiet">
      Your forecasts were, weighted by time, {compared} the market’s prices. A Brier score is the mean squared error: 0
      is perfect, 0.25 is what 50% on every question scores. You had a forecast for {coverageText(result.coverage)} of
      the market’s open life.{' '}
      <Link to="/about" hash="scores" className="text-accent-text underline underline-offset-2">
        How scores are computed
      </Link>
    </p>
  );
}

function OwnResult() {
  const { event } = useMarket();
  const isRecent = Date.now() - Date.parse(event.resolvedAt ?? '') < scoringMs;
  const own = useQuery({
    ...ownScoreQuery(event.slug),
    refetchInterval: ({ state }) => (isRecent && state.data?.scored === false ? scorePollMs : false),
  });
  const positions = useQuery(positionsQuery('settled'));
  const result = own.data?.score ?? null;
  const settled = positions.data?.filter(({ eventSlug }) => eventSlug === event.slug) ?? [];
  const profit = settled.reduce((sum, { realizedProfit }) => sum + realizedProfit, 0);
  if (!result && settled.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {result && <Figure label="Your Brier score">{score(result.brier)}</Figure>}
        {result && <Figure label="The market’s">{score(result.marketBrier)}</Figure>}
        {result && (
          <Figure label="Edge" hint="Above 0: better than the rest of the market">
            {result.edge === null ? '—' : signed(result.edge, value => value.toFixed(3))}
          </Figure>
        )}
        {result && own.data && (
          <Figure label="Rank on this market">
            {own.data.rank ?? '—'} <span className="text-14 font-normal text-quiet">of {own.data.forecasters}</span>
          </Figure>
        )}
        {settled.length > 0 && (
          <Figure label="Profit">
            <CreditsChange value={profit} />
          </Figure>
        )}
      </div>
      {result && <ScoreText result={result} />}
    </div>
  );
}

/** The resolution, and the person's score with an explanation. */
export function AfterResolution() {
  const { person } = useSession();
  const { event } = useMarket();
  return (
    <Card>
      <p className="flex items-center gap-2 text-16 font-semibold">
        <Icon
          name={event.status === 'void' ? 'info' : 'check'}
          className={event.status === 'void' ? 'text-quiet' : 'text-gain'}
        />
        <Answer />
      </p>
      {event.resolution?.note && <p className="prose-line mt-1 text-quiet">{event.resolution.note}</p>}
      {event.settling && (
        <p className="numeric mt-1 text-quiet">
          Settling: {event.settling.settled} of {event.settling.total} players.
        </p>
      )}
      {person && <OwnResult />}
    </Card>
  );
}
