import type { MarketDraft } from '../../../client/client';
import { fromLocalInput } from '../../format/local-time';

/** The fields of the form, as typed. */
export interface RequestDraft {
  readonly question: string;
  /** One label per line. */
  readonly outcomes: string;
  readonly category: string;
  readonly endsAt: string;
  readonly sourceName: string;
  readonly sourceUrl: string;
  readonly rule: string;
  readonly demand: string;
  /** Percent; only for two outcomes. */
  readonly chance: string;
  readonly willOrder: boolean;
}

const emptyRequest: RequestDraft = {
  question: '',
  outcomes: 'Yes\nNo',
  category: '',
  endsAt: '',
  sourceName: '',
  sourceUrl: '',
  rule: '',
  demand: '',
  chance: '',
  willOrder: false,
};

const storageKey = 'presage.request-draft';

/** Returns the draft that this tab stored before a sign-in or a reload. Unknown or malformed members are ignored. */
export function storedDraft(): RequestDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Readonly<Record<string, unknown>>;
    const known = Object.entries(emptyRequest).map(([name, usual]) => {
      const value = stored[name];
      return [name, typeof value === typeof usual ? value : usual];
    });
    return Object.fromEntries(known) as unknown as RequestDraft;
  } catch {
    return emptyRequest;
  }
}

/** Null removes the stored draft. */
export function storeDraft(draft: RequestDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Without storage a sign-in empties the form.
  }
}

export const labelsOf = ({ outcomes }: RequestDraft) =>
  outcomes
    .split('\n')
    .map(label => label.trim())
    .filter(label => label !== '');

const textOf = <K extends keyof MarketDraft>(name: K, typed: string) => (typed.trim() ? { [name]: typed.trim() } : {});

/** The body of the check and of the request; fields that are empty are omitted. */
export function bodyOf(draft: RequestDraft): MarketDraft {
  const end = Date.parse(fromLocalInput(draft.endsAt));
  const chance = Number(draft.chance);
  const labels = labelsOf(draft);
  const hasChance = draft.chance.trim() !== '' && labels.length === 2 && chance >= 0 && chance <= 100;
  return {
    question: draft.question.trim(),
    ...textOf('outcomes', labels.join(', ')),
    ...textOf('category', draft.category),
    ...textOf('source_name', draft.sourceName),
    ...textOf('source_url', draft.sourceUrl),
    ...textOf('observation_rule', draft.rule),
    ...textOf('demand_evidence', draft.demand),
    ...(Number.isFinite(end) ? { end_timestamp: Math.floor(end / 1000) } : {}),
    ...(hasChance ? { suggested_yes_probability: chance } : {}),
    ...(draft.willOrder ? { first_limit_order_intent: true } : {}),
  };
}
