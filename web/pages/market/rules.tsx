import { Icon } from '../../components/icon';
import { dayOf, fullTime } from '../../format/time';
import { DisputeButton } from './dispute-button';
import { useMarket } from './market-context';

/** Only http and https lead somewhere; anything else a source might carry is shown as text. */
function SourceLink({ name, url }: { name: string; url: string }) {
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

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <div className="prose-line text-14 whitespace-pre-line text-quiet">{children}</div>
    </section>
  );
}

export function Rules() {
  const { event } = useMarket();
  const { resolutionSource: source, resolution, proposal } = event;
  return (
    <div className="flex flex-col gap-5">
      {event.description && <Section title="About">{event.description}</Section>}
      <Section title="How it resolves">{source.rule}</Section>
      <Section title="Source">
        <SourceLink {...source} />
      </Section>
      <Section title="Dates">
        {`Opened ${fullTime(event.opensAt)}. Trading ends ${fullTime(event.endsAt)}.`}
        {event.resolvedAt && ` Resolved ${fullTime(event.resolvedAt)}.`}
      </Section>
      {proposal && !resolution && (
        <Section title="Proposed resolution">
          {proposal.evidence.quote}
          {'\n'}
          <SourceLink name={proposal.resolution.source} url={proposal.evidence.url} />
          {proposal.challengeEndsAt && `\nIt can be disputed until ${fullTime(proposal.challengeEndsAt)}.`}
          <DisputeButton event={event} />
        </Section>
      )}
      {resolution && (resolution.note || resolution.source) && (
        <Section title="Resolution">
          {resolution.note}
          {resolution.note && resolution.source ? '\n' : ''}
          {resolution.source && `Source: ${resolution.source}`}
        </Section>
      )}
      {event.tags.length > 0 && (
        <p className="text-12 text-quiet">
          Tags: {event.tags.join(', ')} · Created {dayOf(event.createdAt)}
        </p>
      )}
    </div>
  );
}
