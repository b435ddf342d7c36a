import { useFollow } from '../api/follow-queries';
import { Button } from './button';
import { Icon } from './icon';

/** For signed-in people. Its width is the same in both states to avoid a layout shift. */
export function FollowButton({ kind, name, label }: { kind: 'events' | 'players'; name: string; label: string }) {
  const follow = useFollow(kind, name);
  if (!follow) return null;
  return (
    <Button
      kind="quiet"
      size="small"
      aria-pressed={follow.isFollowed}
      aria-label={`Follow ${label}`}
      disabled={follow.isBusy}
      onClick={follow.toggle}
      className={`max-sm:w-10 max-sm:px-0 sm:min-w-24 ${follow.isFollowed ? 'text-accent-text' : ''}`}
    >
      <Icon name={follow.isFollowed ? 'check' : 'bell'} size={14} />
      <span className="max-sm:sr-only">{follow.isFollowed ? 'Following' : 'Follow'}</span>
    </Button>
  );
}
