import { oneSlipAway } from '../../../domain/search/slips.js';
import type { Sql } from '../../sql/pool.js';
import type { SearchWord } from '../interface.js';

/** The minimum trigram similarity of a correction. */
const minSimilarity = 0.4;
/** The maximum number of corrections of one word. */
const maxNear = 3;
/** Word frequencies come from this many of the newest events; counting in all would scale with the arena. */
const maxSampled = 500;
/** Counting up to this lets the planner use the index, which it would not for a limit of one. */
const enough = 300;

interface GivenWord extends Omit<SearchWord, 'near'> {
  readonly mendable: boolean;
  /** The length of the longest prefix that a vocabulary word starts with. */
  readonly begun: number;
}

/**
 * The vocabulary excludes words of slugs, which are in the short texts of events. It also excludes numbers and short or
 * very long words, because typos in those are undetectable.
 */
async function readGiven(sql: Sql, words: readonly string[]): Promise<GivenWord[]> {
  return sql<GivenWord[]>`
    select w.word, w.stem is not distinct from '{}' as stop, coalesce(w.stem, '{}') as stems, w.mendable,
      w.known or (w.mendable and (
        select count(*) from (select 1 from event_heads h where h.head @@ w.forms::tsquery limit ${enough}) as found
      ) > 0) as known,
      case when w.known or not w.mendable then 0 else (
        select count(*)::int from generate_series(1, length(w.word)) as k, lateral (select left(w.word, k) as part) p
        where exists (select 1 from search_vocabulary v where v.word >= p.part and v.word < p.part || chr(1114111))
      ) end as begun
    from (
      select w.word, w.place, s.stem, length(w.word) between 3 and 40 and w.word !~ '^[0-9]+$' as mendable,
        concat_ws(' | ', '''' || w.word || ''':*', '''' || s.stem[1] || '''') as forms,
        exists (select 1 from search_vocabulary v where v.word >= w.word and v.word < w.word || chr(1114111))
          or exists (select 1 from search_vocabulary v where v.word = any(s.stem)) as known
      from unnest(${words as string[]}::text[]) with ordinality as w(word, place),
        lateral (select ts_lexize('english_stem', w.word) as stem) s offset 0
    ) w order by w.place`;
}

/** Counts the newest events whose short texts contain each of the words. */
async function readFrequency(sql: Sql, words: readonly string[]): Promise<Map<string, number>> {
  const newest = `select head from event_heads order by event_no desc limit ${maxSampled}`;
  const rows = await sql<{ word: string; events: number }[]>`
    select s.word, s.ndoc as events from ts_stat(${newest}) s where s.word = any(${words as string[]}::text[])`;
  return new Map(rows.map(({ word, events }) => [word, events]));
}

interface NearWords {
  readonly word: string;
  /** One typo away. */
  readonly meant: readonly string[];
  /** By shared trigrams, if none is one typo away. */
  readonly resembling: readonly string[];
}

async function readNear(sql: Sql, given: readonly GivenWord[]): Promise<NearWords[]> {
  const words = given.map(({ word }) => word);
  const forms = given.map(({ word, begun }) => oneSlipAway(word, begun).join(' '));
  return sql<NearWords[]>`
    select w.word, m.meant, case when m.meant <> '{}' then '{}' else array(
      select v.word from search_vocabulary v where v.word % w.word and similarity(v.word, w.word) >= ${minSimilarity}
      order by similarity(v.word, w.word) desc, v.word limit ${maxNear}) end as resembling
    from unnest(${words}::text[], ${forms}::text[]) as w(word, forms), lateral (
      -- Hands seldom miss the first letter.
      select array(select v.word from search_vocabulary v where v.word = any(string_to_array(w.forms, ' '))
        order by left(v.word, 1) <> left(w.word, 1), v.word) as meant offset 0
    ) m`;
}

/** Corrects each of these words: to the words one typo away, most frequent first, otherwise to similar ones. */
async function readCorrections(sql: Sql, words: readonly GivenWord[]): Promise<Map<string, readonly string[]>> {
  if (words.length === 0) return new Map();
  const near = await readNear(sql, words);
  const unclear = new Set(near.filter(({ meant }) => meant.length > 1).flatMap(({ meant }) => meant));
  const frequency = unclear.size === 0 ? new Map<string, number>() : await readFrequency(sql, [...unclear]);
  const often = (word: string) => frequency.get(word) ?? 0;
  return new Map(
    near.map(({ word, meant, resembling }) => {
      const best = [...meant].sort((a, b) => often(b) - often(a)).slice(0, maxNear);
      return [word, [...best, ...resembling]];
    }),
  );
}

/** Interprets the words of a search: unknown words are corrected to the nearest known ones. */
export async function readWords(sql: Sql, words: readonly string[]): Promise<SearchWord[]> {
  const given = await readGiven(sql, words);
  const corrections = await readCorrections(
    sql,
    given.filter(({ known, mendable }) => !known && mendable),
  );
  return given.map(({ word, stop, stems, known }) => ({ word, stop, stems, known, near: corrections.get(word) ?? [] }));
}
