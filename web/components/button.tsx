import { Link, type LinkProps } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const base =
  'inline-flex items-center justify-center gap-2 rounded-card font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-50';
const sizes = { small: 'h-8 px-3 text-12', medium: 'h-10 px-4 text-14', large: 'h-12 px-5 text-16' };
const kinds: Record<ButtonKind, string> = {
  primary: 'bg-accent text-accent-ink hover:not-disabled:bg-accent-hover',
  secondary: 'bg-sunken text-ink hover:not-disabled:bg-line',
  quiet: 'text-quiet hover:not-disabled:bg-sunken hover:not-disabled:text-ink',
  danger: 'bg-loss-soft text-loss hover:not-disabled:brightness-95',
};

interface Looks {
  readonly kind?: ButtonKind;
  readonly size?: keyof typeof sizes;
}

function classOf({ kind = 'secondary', size = 'medium' }: Looks, more = ''): string {
  return `${base} ${sizes[size]} ${kinds[kind]} ${more}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  /** Shows a pending state and ignores further clicks. */
  readonly busy?: boolean;
}

export function Button({ kind, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classOf({ kind, size }, className)}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="size-3 animate-spin rounded-full border-2 border-current border-r-transparent"
        />
      )}
      {children}
    </button>
  );
}

export function ButtonLink({
  kind,
  size,
  className,
  children,
  ...rest
}: LinkProps & Looks & { className?: string; children?: ReactNode }) {
  return (
    <Link {...rest} className={classOf({ kind, size }, className)}>
      {children}
    </Link>
  );
}

/** A link that downloads a file from the arena. */
export function DownloadLink({
  kind,
  size,
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Looks) {
  return (
    <a {...rest} className={classOf({ kind, size }, className)}>
      {children}
    </a>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName;
  readonly label: string;
}

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-10 items-center justify-center rounded-card text-quiet transition-colors hover:bg-sunken hover:text-ink ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}
