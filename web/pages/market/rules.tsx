import { dayOf, fullTime } from '../../format/time';
import { EditHistory } from './edit-history';
import { useMarket } from './market-context';
import { SourceLink } from './source-link';

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
  const { resolutionSource: source, resolution } = event;
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
      {resolution && (resolution.note || resolution.source) && (
        <Section title="Resolution">
          {resolution.note}
          {resolution.note && resolution.source ? '\n' : ''}
          {resolution.source && `Source: ${resolution.source}`}
        </Section>
      )}
      <EditHistory />
      {event.tags.length > 0 && (
        <p className="text-12 text-quiet">
          Tags: {event.tags.join(', ')} · Created {dayOf(event.createdAt)}
        </p>
      )}
    </div>
  );
}
