import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Person } from '../../client/client';
import { client } from '../api/client';
import { accountQuery } from '../api/own-queries';
import { useEndSession } from '../api/session';
import { Icon } from '../components/icon';
import { wholeCredits } from '../format/numbers';
import { Notifications } from './notifications';
import { showFailure } from './toasts';

const itemClass =
  'flex h-9 cursor-pointer items-center rounded-small px-3 text-14 outline-none data-[highlighted]:bg-accent-soft';

function Balance() {
  const { data } = useQuery(accountQuery);
  return (
    <Link
      to="/portfolio"
      className="hidden rounded-card px-3 py-1 text-right hover:bg-sunken sm:block md:hidden lg:block"
      aria-label={`Available balance ${wholeCredits(data?.availableBalance)} credits`}
    >
      <span className="block text-12 leading-4 text-quiet">Available</span>
      <span className="numeric block font-semibold leading-4">{wholeCredits(data?.availableBalance)}</span>
    </Link>
  );
}

function PersonMenu({ person }: { person: Person }) {
  const navigate = useNavigate();
  const endSession = useEndSession();
  const signOut = () => endSession(() => client.call('signOut', {})).catch(showFailure);
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`Account of ${person.displayName}`}
        className="flex h-10 items-center gap-2 rounded-card pr-2 pl-1 hover:bg-sunken"
      >
        <span
          aria-hidden="true"
          className="flex size-8 items-center justify-center rounded-full bg-accent-soft text-14 font-semibold text-accent-text"
        >
          {[...person.displayName.trim()][0]?.toUpperCase() ?? '?'}
        </span>
        <Icon name="chevronDown" size={14} className="hidden text-quiet sm:block" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-50">
          <Menu.Popup className="min-w-52 rounded-card bg-raised p-1 shadow-float">
            <p className="truncate px-3 py-2 font-semibold">{person.displayName}</p>
            <Menu.Item
              className={itemClass}
              onClick={() => navigate({ to: '/players/$handle', params: { handle: person.handle } })}
            >
              Public profile
            </Menu.Item>
            <Menu.Item className={itemClass} onClick={() => navigate({ to: '/account' })}>
              Account
            </Menu.Item>
            {person.role === 'operator' && (
              <Menu.Item className={itemClass} onClick={() => navigate({ to: '/operator' })}>
                Operator console
              </Menu.Item>
            )}
            <Menu.Item className={itemClass} onClick={signOut}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Messages, balance and menu of the signed-in person. */
export function PersonTools({ person }: { person: Person }) {
  return (
    <>
      <Notifications />
      <Balance />
      <PersonMenu person={person} />
    </>
  );
}
