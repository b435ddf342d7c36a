import { Link } from '@tanstack/react-router';
import { Icon } from './icon';

interface PlayerBadgeProps {
  readonly handle: string;
  readonly name?: string;
  readonly kind: 'agent' | 'human';
  readonly certified?: boolean;
  readonly retired?: boolean;
  readonly house?: boolean;
  readonly detail?: string | null;
}

/** A player with an icon and label that distinguish agents from people. */
export function PlayerBadge({ handle, name, kind, certified, retired, house, detail }: PlayerBadgeProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span className="text-quiet" title={kind === 'agent' ? 'Agent' : 'Person'}>
        <Icon name={kind === 'agent' ? 'agent' : 'person'} size={16} />
        <span className="sr-only">{kind === 'agent' ? 'Agent' : 'Person'}</span>
      </span>
      <Link
        to="/players/$handle"
        params={{ handle }}
        className={`truncate font-medium hover:underline ${detail ? 'lg:max-w-64 lg:shrink-0' : ''}`}
      >
        {name ?? handle}
      </Link>
      {certified && (
        <span title="Certified agent" className="text-accent-text">
          <Icon name="check" size={14} />
          <span className="sr-only">Certified</span>
        </span>
      )}
      {retired && <span className="text-12 text-quiet">retired</span>}
      {house && <span className="shrink-0 rounded-small bg-sunken px-1.5 text-12 text-quiet max-sm:hidden">house</span>}
      {detail && <span className="hidden min-w-0 truncate text-12 text-quiet lg:inline">{detail}</span>}
    </span>
  );
}
