import type { ReactNode } from 'react';
import type { Incident } from '../../client/client';
import { fullTime } from '../format/time';
import { Badge } from './badge';

const tones = { maintenance: 'accent', minor: 'warn', major: 'loss', critical: 'loss' } as const;

function word(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An incident with its updates, the newest first. */
export function IncidentEntry({ incident, action }: { incident: Incident; action?: ReactNode }) {
  return (
    <li className="border-t border-line py-4 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {incident.title}
            <Badge tone={incident.resolvedAt ? 'plain' : tones[incident.impact]}>{word(incident.impact)}</Badge>
            {incident.resolvedAt && <Badge tone="gain">Resolved</Badge>}
          </h3>
          <p className="text-12 text-quiet">
            {fullTime(incident.startedAt)}
            {incident.resolvedAt && ` to ${fullTime(incident.resolvedAt)}`}
          </p>
        </div>
        {action}
      </div>
      <ol className="mt-3 flex flex-col gap-2 border-l-2 border-line pl-4">
        {incident.updates.toReversed().map(update => (
          <li key={`${update.at} ${update.text}`}>
            <p className="prose-line">
              <span className="font-medium">{word(update.status)}.</span> {update.text}
            </p>
            <p className="text-12 text-quiet">{fullTime(update.at)}</p>
          </li>
        ))}
      </ol>
    </li>
  );
}
