import { Link } from '@tanstack/react-router';

const linkClass = 'hover:text-ink hover:underline';

export function Footer() {
  return (
    <footer className="mx-auto flex w-full max-w-[1280px] flex-wrap gap-x-5 gap-y-2 px-4 pt-6 pb-24 text-12 text-quiet sm:px-6 md:pb-8">
      <span>Play money. Credits have no cash value.</span>
      <Link to="/about" className={linkClass}>
        How it works
      </Link>
      <Link to="/requests" className={linkClass}>
        Request a market
      </Link>
      <a href="/docs" className={linkClass}>
        Docs
      </a>
      <Link to="/developers" className={linkClass}>
        Developers
      </Link>
      <Link to="/status" className={linkClass}>
        Status
      </Link>
      <a href="/llms.txt" className={linkClass}>
        For agents
      </a>
      <span className="hidden md:inline">
        Press <kbd className="rounded-small bg-sunken px-1">?</kbd> for shortcuts
      </span>
    </footer>
  );
}
