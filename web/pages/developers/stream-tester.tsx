import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card, Figure } from '../../components/card';
import { Select, TextField } from '../../components/field';
import { type SessionView, type StreamLine, StreamSession, type TestedChannel } from './stream-session';
import { useTopEvent } from './top-event';

const channels = [
  { value: 'trades', label: 'trades: public trades of an event' },
  { value: 'orderbook', label: 'orderbook: the book of an event' },
  { value: 'user', label: 'user: your own orders and fills (signed in)' },
] as const;

const states: Record<SessionView['state'], readonly [label: string, tone: 'plain' | 'gain' | 'warn']> = {
  idle: ['Not connected', 'plain'],
  connecting: ['Connecting', 'plain'],
  open: ['Connected', 'gain'],
  cut: ['Cut', 'warn'],
};

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const directions = { sent: '→', received: '←', note: '·' } as const;
const directionNames = { sent: 'Sent', received: 'Received', note: 'Note' } as const;

function Line({ line }: { line: StreamLine }) {
  return (
    <li className="grid grid-cols-[auto_auto_1fr] gap-x-2 border-t border-line py-1.5 first:border-t-0">
      <span className="numeric text-quiet">{clock.format(line.at)}</span>
      <span className={line.direction === 'sent' ? 'text-accent-text' : 'text-quiet'}>
        <span aria-hidden="true">{directions[line.direction]}</span>
        <span className="sr-only">{directionNames[line.direction]}</span>
      </span>
      <span className="min-w-0">
        {line.sequence !== null && (
          <span className={`numeric mr-2 font-semibold ${line.isGap ? 'text-loss' : 'text-accent-text'}`}>
            #{line.sequence}
            {line.isGap && ' gap'}
          </span>
        )}
        <span className={`break-all ${line.direction === 'note' ? 'text-quiet' : 'font-mono'}`}>{line.text}</span>
      </span>
    </li>
  );
}

function Counters({ view }: { view: SessionView }) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-4" aria-live="polite">
      <Figure label="Messages">{view.received}</Figure>
      <Figure label="Last sequence">{view.lastSequence ?? '—'}</Figure>
      <Figure label="Gaps">{view.gaps}</Figure>
      <Figure label="Duplicates">{view.duplicates}</Figure>
    </div>
  );
}

/** Holds one session at a time and closes it when the page unmounts. */
function useStreamSession() {
  const session = useRef<StreamSession | null>(null);
  const [view, setView] = useState<SessionView | null>(null);
  useEffect(() => () => session.current?.close(), []);
  return {
    view,
    start(channel: TestedChannel, key: string) {
      session.current?.close();
      session.current = new StreamSession({ channel, key }, setView);
      session.current.connect();
    },
    cut: () => session.current?.cut(),
    resume: () => session.current?.connect(),
  };
}

/** Subscribes, drops the connection and resumes it, to show developers what a client has to handle. */
export function StreamTester() {
  const { person } = useSession();
  const top = useTopEvent();
  const [channel, setChannel] = useState<TestedChannel>('trades');
  const [typed, setTyped] = useState<string | null>(null);
  const { view, start, cut, resume } = useStreamSession();
  const state = view?.state ?? 'idle';
  const [label, tone] = states[state];
  const slug = typed ?? top ?? '';
  const isOwn = channel === 'user';
  const isReady = isOwn ? person !== null : slug !== '';
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card title="Subscription" action={<Badge tone={tone}>{label}</Badge>}>
        <div className="flex flex-col gap-3">
          <Select label="Channel" value={channel} options={channels} onPick={setChannel} />
          {!isOwn && (
            <TextField
              label="Slug of the event"
              value={slug}
              spellCheck={false}
              autoComplete="off"
              onChange={event => setTyped(event.target.value.trim())}
            />
          )}
          {isOwn && person === null && <p className="text-quiet">Sign in to read your own stream.</p>}
          <div className="flex flex-wrap gap-2">
            <Button
              kind="primary"
              disabled={!isReady || state === 'connecting'}
              onClick={() => start(channel, isOwn ? (person?.handle ?? '') : slug)}
            >
              {state === 'idle' ? 'Subscribe' : 'Start again'}
            </Button>
            <Button disabled={state !== 'open'} onClick={cut}>
              Cut
            </Button>
            <Button disabled={state !== 'cut'} onClick={resume}>
              Resume
            </Button>
          </div>
          <p className="text-12 text-quiet">
            Resume subscribes with <code className="font-mono">afterSequence</code>: messages that you missed are
            replayed, and the sequence continues without a gap.{' '}
            <a href="/docs/guides/streams" className="text-accent-text underline">
              How streams work
            </a>
          </p>
        </div>
      </Card>
      <Card title="Messages">
        {view ? (
          <>
            <Counters view={view} />
            <ol aria-label="Log of the connection" className="text-12">
              {view.lines.map(line => (
                <Line key={line.id} line={line} />
              ))}
            </ol>
          </>
        ) : (
          <p className="text-quiet">Subscribe to see the messages of the stream, newest first.</p>
        )}
      </Card>
    </div>
  );
}
