import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { searchQuery } from '../api/market-queries';
import { useSession } from '../api/session';
import { StatusBadge } from '../components/badge';
import { Icon, type IconName } from '../components/icon';
import { toggleTheme } from './theme';

interface Entry {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly note?: React.ReactNode;
  readonly run: () => void;
}

function usePages(): Entry[] {
  const navigate = useNavigate();
  const { person } = useSession();
  const page = (id: string, icon: IconName, title: string, to: string): Entry => ({
    id,
    icon,
    title,
    run: () => void navigate({ to }),
  });
  const own = person
    ? [
        page('portfolio', 'portfolio', 'Portfolio', '/portfolio'),
        page('agents', 'agent', 'Agents', '/agents'),
        page('account', 'person', 'Account', '/account'),
      ]
    : [page('sign-in', 'person', 'Sign in', '/sign-in'), page('sign-up', 'person', 'Create an account', '/sign-up')];
  return [
    page('markets', 'markets', 'Markets', '/'),
    page('leaderboards', 'trophy', 'Leaderboards', '/leaderboards'),
    page('models', 'agent', 'Models', '/models'),
    page('compare', 'rows', 'Compare players', '/compare'),
    page('requests', 'flag', 'Market requests', '/requests'),
    ...own,
    page('about', 'info', 'About Presage', '/about'),
    { id: 'theme', icon: 'moon', title: 'Switch theme', run: toggleTheme },
    { id: 'docs', icon: 'external', title: 'Documentation', run: () => location.assign('/docs') },
    { id: 'reference', icon: 'external', title: 'API reference', run: () => location.assign('/docs/api') },
  ];
}

function useEntries(words: string): { entries: Entry[]; isSearching: boolean } {
  const navigate = useNavigate();
  const pages = usePages();
  const { data, isFetching } = useQuery(searchQuery(words));
  const typed = words.trim().toLowerCase();
  if (typed.length < 2)
    return { entries: pages.filter(({ title }) => title.toLowerCase().includes(typed)), isSearching: false };
  const events = (data?.events ?? []).map(
    (hit): Entry => ({
      id: hit.slug,
      icon: 'markets',
      title: hit.title,
      note: <StatusBadge status={hit.status} />,
      run: () => void navigate({ to: '/events/$slug', params: { slug: hit.slug } }),
    }),
  );
  return {
    entries: [...events, ...pages.filter(({ title }) => title.toLowerCase().includes(typed))],
    isSearching: isFetching,
  };
}

function useChosen(entries: readonly Entry[], onRun: (entry: Entry) => void) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, entries.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((at + step + entries.length) % entries.length);
    } else if (event.key === 'Enter' && entries[at]) {
      event.preventDefault();
      onRun(entries[at]);
    }
  };
  return { at, setChosen, onKeyDown };
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const { entries, isSearching } = useEntries(words);
  const list = useId();
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const { at, setChosen, onKeyDown } = useChosen(entries, run);
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="text-quiet" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={entries[at] ? `${list}-${at}` : undefined}
          aria-label="Search markets and pages"
          placeholder="Search markets and pages"
          className="h-14 min-w-0 flex-1 bg-transparent text-16 outline-none"
          value={words}
          onChange={event => {
            setWords(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className="hidden rounded-small bg-sunken px-1.5 text-12 leading-6 text-quiet sm:block">Esc</kbd>
      </div>
      <div
        id={list}
        role="listbox"
        aria-label="Results"
        aria-busy={isSearching}
        className="max-h-[50dvh] overflow-y-auto p-2"
      >
        {entries.map((entry, index) => (
          <div
            key={entry.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onMouseMove={() => setChosen(index)}
            onClick={() => run(entry)}
            onKeyDown={onKeyDown}
            className={`flex cursor-pointer items-center gap-3 rounded-card px-3 py-2.5 ${index === at ? 'bg-accent-soft' : ''}`}
          >
            <Icon name={entry.icon} className="text-quiet" />
            <span className="line-clamp-2 min-w-0 flex-1">{entry.title}</span>
            {entry.note}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p className="px-4 pb-6 text-center text-quiet">
          {isSearching ? 'Searching…' : `Nothing found for “${words}”.`}
        </p>
      )}
    </>
  );
}

/** Search and commands in one place: markets as the person types, then pages. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Popup className="fixed top-4 left-1/2 z-50 w-[min(640px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-card bg-raised shadow-float sm:top-[12vh]">
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <PaletteBody onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
