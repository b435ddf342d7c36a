import { credits, percent, percentOfBps, unknown } from '../../format/numbers.js';
import { fullTime } from '../../format/time.js';

/** One changed field. `from` is null where there was no value, `to` where none is left. */
export interface FieldChange {
  /** The labels from the outermost field to the changed one. */
  readonly path: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
}

interface ChangedAction {
  readonly reason: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Members that identify a row and are meaningless to a reader. */
const technical: ReadonlySet<string> = new Set(['number', 'version', 'corrects', 'correctedFrom', 'proposedBy']);

const labels: Readonly<Record<string, string>> = {
  opensAt: 'Trading opens',
  endsAt: 'Trading ends',
  effectiveCloseAt: 'Answer known',
  challengeEndsAt: 'Challenge ends',
  challengeHours: 'Challenge hours',
  eventSlug: 'Event',
  url: 'Address',
  into: 'Merged into',
};

const unitSuffix = /(?<=[a-z])(At|Bps|Credits|Percent)$/;

function labelOf(key: string): string {
  const words = key
    .replace(unitSuffix, '')
    .replaceAll(/[A-Z]+/g, part => ` ${part.toLowerCase()}`)
    .replaceAll(/[-_]/g, ' ')
    .trim();
  return labels[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function numberText(key: string, value: number): string {
  if (key.endsWith('At')) return fullTime(new Date(value).toISOString());
  if (key.endsWith('Bps')) return percentOfBps(value);
  if (key.endsWith('Percent') || key.endsWith('Probability')) return percent(value);
  // The trail stores the liquidity as the ledger does, in millionths.
  if (key === 'liquidity') return `${credits(value / 1e6)} credits`;
  return key.endsWith('Credits') ? `${credits(value)} credits` : value.toLocaleString('en-GB');
}

const isIsoTime = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

/** A single value in words; null for an empty one. */
function valueText(key: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return numberText(key, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return isIsoTime(String(value)) ? fullTime(String(value)) : String(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answer of a resolution in words: "Yes wins", "Split: Yes 60%, No 40%", "Void". */
function answerOf({ kind, winningOutcome, payoutBps }: Record<string, unknown>, names: readonly string[]): string {
  const nameOf = (index: number) => names[index] ?? `outcome ${index + 1}`;
  if (kind === 'void') return 'Void';
  if (typeof winningOutcome === 'number') return `${nameOf(winningOutcome)} wins`;
  const parts = Array.isArray(payoutBps) ? payoutBps : [];
  return `Split: ${parts.map((bps, index) => `${nameOf(index)} ${percentOfBps(Number(bps))}`).join(', ')}`;
}

type Leaves = Map<string, { readonly path: readonly string[]; readonly text: string }>;

/** Collects the single values of nested members, by their path. */
function addLeaves(leaves: Leaves, path: readonly string[], key: string, value: unknown, names: readonly string[]) {
  const add = (text: string | null) => text !== null && leaves.set(path.join('\n'), { path, text });
  const addMember = (name: string, member: unknown) =>
    !technical.has(name) && addLeaves(leaves, [...path, labelOf(name)], name, member, names);
  if (isRecord(value)) {
    const isAnswer = 'payoutBps' in value && 'winningOutcome' in value;
    if (isAnswer) addLeaves(leaves, [...path, 'Answer'], 'answer', answerOf(value, names), names);
    const { kind: _kind, winningOutcome: _winner, payoutBps: _payout, ...rest } = value;
    for (const [name, member] of Object.entries(isAnswer ? rest : value)) addMember(name, member);
  } else if (!Array.isArray(value)) {
    add(valueText(key, value));
  } else if (value.some(isRecord)) {
    value.forEach((item, index) => void addLeaves(leaves, [...path, String(index + 1)], key, item, names));
  } else {
    add(value.map(item => valueText(key, item) ?? unknown).join(', ') || null);
  }
}

function leavesOf(values: Readonly<Record<string, unknown>> | null, names: readonly string[]): Leaves {
  const leaves: Leaves = new Map();
  addLeaves(leaves, [], '', values, names);
  return leaves;
}

/**
 * The single fields that an action changed, in words; nested members by their path. A note that repeats the reason of the
 * action is omitted, because the entry shows the reason.
 */
export function changesOf({ before, after, details, reason }: ChangedAction): FieldChange[] {
  const names = Array.isArray(details.outcomes) ? details.outcomes.map(String) : [];
  const [former, newer] = [leavesOf(before, names), leavesOf(after, names)];
  const paths = new Map([...newer, ...former].map(([key, { path }]) => [key, path]));
  return [...paths].flatMap(([key, path]) => {
    const [from, to] = [former.get(key)?.text ?? null, newer.get(key)?.text ?? null];
    const isReason = from === null && to === reason;
    return from === to || isReason ? [] : [{ path, from, to }];
  });
}
