import { Link, type LinkProps } from '@tanstack/react-router';
import { useSession } from '../api/session';
import { IconButton } from '../components/button';
import { Icon, type IconName } from '../components/icon';
import { AccountMenu } from './account-menu';
import { toggleTheme, useIsDark } from './theme';

interface NavItem {
  readonly to: LinkProps['to'];
  readonly label: string;
  readonly icon: IconName;
  readonly isOwn?: boolean;
  /** Not in the header of tablets, which has no room for it; the footer has a link. */
  readonly isWide?: boolean;
}

const items: readonly NavItem[] = [
  { to: '/', label: 'Markets', icon: 'markets' },
  { to: '/leaderboards', label: 'Leaderboards', icon: 'trophy' },
  { to: '/requests', label: 'Requests', icon: 'flag', isWide: true },
  { to: '/portfolio', label: 'Portfolio', icon: 'portfolio', isOwn: true },
  { to: '/agents', label: 'Agents', icon: 'agent' },
];

function Logo() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded-card pr-2 text-16 font-semibold tracking-tight">
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path
          d="M7 21.5 13 15l4.200 3.800L25 10"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="25" cy="10" r="2.600" fill="#fff" />
      </svg>
      Presage
    </Link>
  );
}

function TopNav() {
  const { person } = useSession();
  return (
    <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
      {items
        .filter(item => person || !item.isOwn)
        .map(({ to, label, isWide }) => (
          <Link
            key={label}
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            className={`h-10 items-center rounded-card px-3 text-14 hover:bg-sunken ${isWide ? 'hidden lg:flex' : 'flex'}`}
            activeProps={{ className: 'font-semibold text-ink' }}
            inactiveProps={{ className: 'text-quiet' }}
          >
            {label}
          </Link>
        ))}
    </nav>
  );
}

function SearchButton({ onSearch }: { onSearch: () => void }) {
  return (
    <button
      type="button"
      onClick={onSearch}
      className="flex h-10 items-center gap-2 rounded-card px-3 text-quiet hover:bg-sunken sm:min-w-44 sm:bg-sunken md:min-w-0 lg:min-w-64"
    >
      <Icon name="search" />
      <span className="hidden flex-1 text-left sm:block md:hidden lg:block">Search</span>
      <span className="sr-only sm:hidden md:inline lg:hidden">Search</span>
      <kbd className="hidden rounded-small bg-surface px-1.5 text-12 leading-5 sm:block">/</kbd>
    </button>
  );
}

export function Header({ onSearch }: { onSearch: () => void }) {
  const isDark = useIsDark();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground/95 backdrop-blur-sm">
      <div className="mx-auto flex h-14 max-w-[1280px] items-center gap-1 px-4 sm:gap-2 sm:px-6">
        <Logo />
        <TopNav />
        <span className="flex-1" />
        <SearchButton onSearch={onSearch} />
        <IconButton
          icon={isDark ? 'sun' : 'moon'}
          label={isDark ? 'Light theme' : 'Dark theme'}
          onClick={toggleTheme}
          className="max-sm:hidden"
        />
        <AccountMenu />
      </div>
    </header>
  );
}

/** The bottom navigation on phones. */
export function BottomNav() {
  const { person } = useSession();
  // People have their account in the menu of the header.
  const last: readonly NavItem[] = person ? [] : [{ to: '/about', label: 'About', icon: 'info' }];
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {[...items.filter(item => person || !item.isOwn), ...last].map(({ to, label, icon }) => (
        <Link
          key={label}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          className="flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-12"
          activeProps={{ className: 'text-accent-text font-semibold' }}
          inactiveProps={{ className: 'text-quiet' }}
        >
          <Icon name={icon} size={20} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
