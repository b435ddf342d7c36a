import type { CreateEventRequest, Event, MarketDraft } from '../../../../client/client';
import { fromLocalInput, toLocalInput } from '../../../format/local-time';

/** The fields of the event form, as typed. */
export interface EventDraft {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly tags: string;
  /** One label per line. */
  readonly outcomes: string;
  readonly opensAt: string;
  readonly endsAt: string;
  readonly sourceName: string;
  readonly sourceUrl: string;
  readonly rule: string;
  readonly liquidity: string;
  /** Opening price of the first outcome in percent; only for two outcomes. */
  readonly prior: string;
  readonly overridePolicy: string;
  readonly overrideReason: string;
  readonly acknowledgePolicy: string;
  readonly note: string;
}

export const emptyDraft: EventDraft = {
  title: '',
  description: '',
  category: '',
  tags: '',
  outcomes: 'Yes\nNo',
  opensAt: '',
  endsAt: '',
  sourceName: '',
  sourceUrl: '',
  rule: '',
  liquidity: '1000',
  prior: '',
  overridePolicy: '',
  overrideReason: '',
  acknowledgePolicy: '',
  note: '',
};

export function draftOf(event: Event): EventDraft {
  return {
    ...emptyDraft,
    title: event.title,
    description: event.description,
    category: event.category,
    tags: event.tags.join(', '),
    outcomes: event.outcomes.map(({ label }) => label).join('\n'),
    endsAt: toLocalInput(new Date(event.endsAt)),
    sourceName: event.resolutionSource.name,
    sourceUrl: event.resolutionSource.url,
    rule: event.resolutionSource.rule,
  };
}

export const labelsOf = ({ outcomes }: EventDraft) =>
  outcomes
    .split('\n')
    .map(label => label.trim())
    .filter(label => label !== '');

const tagsOf = ({ tags }: EventDraft) => [
  ...new Set(
    tags
      .split(',')
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
  ),
];

const sourceOf = ({ sourceName, sourceUrl, rule }: EventDraft) => ({
  name: sourceName.trim(),
  url: sourceUrl.trim(),
  rule: rule.trim(),
});

function consentOf({ overridePolicy, overrideReason, acknowledgePolicy }: EventDraft) {
  return {
    ...(overridePolicy ? { overridePolicy, overrideReason } : {}),
    ...(acknowledgePolicy ? { acknowledgePolicy } : {}),
  };
}

function priorOf(draft: EventDraft): { prior?: number[] } {
  const first = Math.round(Number(draft.prior) * 100);
  return draft.prior === '' || labelsOf(draft).length !== 2 ? {} : { prior: [first, 10_000 - first] };
}

export function createBody(draft: EventDraft): CreateEventRequest {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    category: draft.category.trim(),
    tags: tagsOf(draft),
    outcomes: labelsOf(draft),
    ...(draft.opensAt ? { opensAt: fromLocalInput(draft.opensAt) } : {}),
    endsAt: fromLocalInput(draft.endsAt),
    resolutionSource: sourceOf(draft),
    liquidityCredits: Number(draft.liquidity),
    ...priorOf(draft),
    ...consentOf(draft),
  };
}

/** Only the changed members, among those that an edit may change. */
export function editBody(draft: EventDraft, event: Event) {
  const former = draftOf(event);
  const isChanged = (...names: (keyof EventDraft)[]) => names.some(name => draft[name] !== former[name]);
  return {
    ...(isChanged('description') ? { description: draft.description.trim() } : {}),
    ...(isChanged('category') ? { category: draft.category.trim() } : {}),
    ...(isChanged('tags') ? { tags: tagsOf(draft) } : {}),
    ...(isChanged('sourceName', 'sourceUrl', 'rule') ? { resolutionSource: sourceOf(draft) } : {}),
    ...(isChanged('endsAt') ? { endsAt: fromLocalInput(draft.endsAt) } : {}),
    ...(draft.note.trim() ? { note: draft.note.trim() } : {}),
    ...consentOf(draft),
  };
}

/** The draft in the format of the readiness check. */
export function readinessDraft(draft: EventDraft): MarketDraft {
  const end = Date.parse(fromLocalInput(draft.endsAt));
  const labels = labelsOf(draft);
  return {
    question: draft.title.trim(),
    ...(draft.category.trim() ? { category: draft.category.trim() } : {}),
    ...(Number.isFinite(end) ? { end_timestamp: Math.floor(end / 1000) } : {}),
    ...(labels.length > 0 ? { outcomes: labels.join(', ') } : {}),
    ...(draft.sourceName.trim() ? { source_name: draft.sourceName.trim() } : {}),
    ...(draft.sourceUrl.trim() ? { source_url: draft.sourceUrl.trim() } : {}),
    ...(draft.rule.trim() ? { observation_rule: draft.rule.trim() } : {}),
  };
}
