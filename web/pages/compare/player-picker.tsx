import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { boardQuery } from '../../api/player-queries';
import { useSession } from '../../api/session';
import { Button } from '../../components/button';
import { Icon } from '../../components/icon';
import { OutcomeDot } from '../../components/outcome-bar';

interface PlayerPickerProps {
  readonly handles: readonly string[];
  readonly max: number;
  readonly onChange: (handles: readonly string[]) => void;
}

/** Handles as chips, and a field that suggests players from the leaderboard. */
export function PlayerPicker({ handles, max, onChange }: PlayerPickerProps) {
  const list = useId();
  const { person } = useSession();
  const [typed, setTyped] = useState('');
  const { data } = useInfiniteQuery(boardQuery('brier', { minResolved: 1 }));
  const known = (data?.pages ?? []).flatMap(page => page.rows.map(({ player }) => player));
  const suggested = known.filter(({ handle }) => !handles.includes(handle));
  const add = (text: string) => {
    const words = text.trim().replace(/^@/, '');
    const named = known.find(({ name, handle }) => handle === words || name.toLowerCase() === words.toLowerCase());
    const handle = named?.handle ?? words;
    if (handle !== '' && !handles.includes(handle)) onChange([...handles, handle]);
    setTyped('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add(typed);
  };
  const isFull = handles.length >= max;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {handles.map((handle, index) => (
        <span key={handle} className="card flex h-10 max-w-full items-center gap-2 pr-1 pl-3">
          <OutcomeDot index={index} />
          <span className="truncate">{handle}</span>
          <button
            type="button"
            aria-label={`Remove ${handle}`}
            className="flex size-8 shrink-0 items-center justify-center rounded-small text-quiet hover:bg-sunken hover:text-ink"
            onClick={() => onChange(handles.filter(each => each !== handle))}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
      {!isFull && (
        <form onSubmit={submit} className="flex gap-2">
          <input
            list={list}
            aria-label="Handle of a player"
            placeholder="Add a player"
            className="field w-44"
            maxLength={60}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          <datalist id={list}>
            {suggested.map(({ handle, name }) => (
              <option key={handle} value={handle}>
                {name}
              </option>
            ))}
          </datalist>
          <Button type="submit" disabled={typed.trim() === ''}>
            Add
          </Button>
        </form>
      )}
      {!isFull && person && !handles.includes(person.handle) && (
        <Button kind="quiet" onClick={() => add(person.handle)}>
          Add me
        </Button>
      )}
    </div>
  );
}
