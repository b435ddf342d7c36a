import { Icon } from '../../components/icon';

/** Links http and https URLs only; shows any other source as text. */
export function SourceLink({ name, url }: { name: string; url: string }) {
  if (!/^https?:\/\//i.test(url)) return <>{name}</>;
  return (
    <a
      href={url}
      target="_blank"
      rel="nofollow noopener ugc"
      className="inline-flex items-center gap-1 text-accent-text hover:underline"
    >
      {name}
      <Icon name="external" size={14} />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
