import { oneSlipAway } from '../../domain/search/slips.js';
import type { SearchWord } from '../listing-store.js';
import type { Sql } from './connect.js';

/** Below this two words have little in common. */
const resemblance = 0.4;
/** A word is taken for so many others at most. */
const mostNear = 3;
/** Which words are frequent is told from so many events; counting in all of them would take as long as there are events. */
const mostLookedAt = 500;
/** Counting up to this lets the planner take the index, which it would not for the first one alone. */
const enough = 300;

type GivenWord = Omit<SearchWord, 'near'> & { readonly mendable: boolean };

/**
 * The vocabulary has no words of slugs; those stand in the short texts of events. It has no numbers, short or very long
 * words either: nobody can tell whether those are slips.
 */
async function readGiven(sql: Sql, words: readonly string[]): Promise<GivenWord[]> {
  return sql<GivenWord[]>`
    select w.word, w.stem is not distinct from '{}' as stop, coalesce(w.stem, '{}') as stems, w.mendable,
      w.known or (w.mendable and (
        select count(*) from (select 1 from event_heads h where h.head @@ w.forms::tsquery limit ${enough}) as found
      ) > 0) as known
    from (
      select w.word, w.place, s.stem, length(w.word) between 3 and 40 and w.word !~ '^[0-9]+$' as mendable,
        concat_ws(' | ', '''' || w.word || ''':*', '''' || s.stem[1] || '''') as forms,
        exists (select 1 from search_vocabulary v where v.word >= w.word and v.word < w.word || chr(1114111))
          or exists (select 1 from search_vocabulary v where v.word = any(s.stem)) as known
      from unnest(${words as string[]}::text[]) with ordinality as w(word, place),
        lateral (select ts_lexize('english_stem', w.word) as stem) s
    ) w order by w.place`;
}

/** In the short texts of how many events each of the words is, as far as the newest ones tell. */
async function readFrequency(sql: Sql, words: readonly string[]): Promise<Map<string, number>> {
  const newest = `select head from event_heads order by event_no desc limit ${mostLookedAt}`;
  const rows = await sql<{ word: string; events: number }[]>`
    select s.word, s.ndoc as events from ts_stat(${newest}) s where s.word = any(${words as string[]}::text[])`;
  return new Map(rows.map(({ word, events }) => [word, events]));
}

/** Words of the vocabulary that each of these is if one slip was made: those that most events have first. */
async function readMeant(sql: Sql, words: readonly string[]): Promise<Map<string, string[]>> {
  const forms = words.map(word => [word, oneSlipAway(word)] as const);
  const all = [...new Set(forms.flatMap(([, list]) => list))];
  if (all.length === 0) return new Map();
  const rows = await sql<{ word: string }[]>`select word from search_vocabulary where word = any(${all}::text[])`;
  const known = new Set(rows.map(({ word }) => word));
  // Hands seldom miss the first letter.
  const meant = forms.map(([word, list]) => {
    const there = list.filter(form => known.has(form)).sort();
    const sameFirst = there.filter(form => form[0] === word[0]);
    return [word, [...new Set([...sameFirst, ...there])]] as const;
  });
  const unclear = new Set(meant.filter(([, list]) => list.length > 1).flatMap(([, list]) => list));
  if (unclear.size === 0) return new Map(meant);
  const frequency = await readFrequency(sql, [...unclear]);
  const often = (form: string) => frequency.get(form) ?? 0;
  return new Map(meant.map(([word, list]) => [word, [...list].sort((a, b) => often(b) - often(a)).slice(0, mostNear)]));
}

/** Words that share many of their parts with each of these. */
async function readResembling(sql: Sql, words: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sql<{ word: string; near: string[] }[]>`
    select w.word, array(
      select v.word from search_vocabulary v where v.word % w.word and similarity(v.word, w.word) >= ${resemblance}
      order by similarity(v.word, w.word) desc, v.word limit ${mostNear}) as near
    from unnest(${words as string[]}::text[]) as w(word)`;
  return new Map(rows.map(({ word, near }) => [word, near]));
}

/** The words as they are read: those that no event has are taken for the nearest ones. */
export async function readWords(sql: Sql, words: readonly string[]): Promise<SearchWord[]> {
  const given = await readGiven(sql, words);
  const unknown = given.filter(({ known, mendable }) => !known && mendable).map(({ word }) => word);
  const meant = unknown.length > 0 ? await readMeant(sql, unknown) : new Map<string, string[]>();
  const others = unknown.filter(word => (meant.get(word) ?? []).length === 0);
  const resembling = others.length > 0 ? await readResembling(sql, others) : new Map<string, string[]>();
  return given.map(({ word, stop, stems, known }) => {
    const near = [...(meant.get(word) ?? []), ...(resembling.get(word) ?? [])];
    return { word, stop, stems, known, near };
  });
}
