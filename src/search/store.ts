import { exactTerm, prefixTerm } from '../database/columns.js';
import { estimatedRows } from '../database/planner.js';
import type { Sql, SqlPart } from '../database/pool.js';
import type { Reader } from '../database/store.js';
import { stampOf } from '../events/store/event-rows.js';
import type { EventStamp } from '../events/store/rows.js';
import { firstEvents, frequentFrom, mostTraded } from '../market-data/store/listing.js';
import { oneSlipAway } from './rules/help-index.js';

/** A word of a search, and its interpretations. */
export interface SearchWord {
  readonly word: string;
  /** A stop word: too common to be significant. */
  readonly stop: boolean;
  readonly stems: readonly string[];
  /** Whether an event contains a word with this prefix or another form of it; unknown for numbers and short words. */
  readonly known: boolean;
  /** Corrections of an unknown word: words one typo away, otherwise similar ones. */
  readonly near: readonly string[];
}

export interface SearchHit {
  readonly eventId: string;
  readonly score: number;
  readonly stamp: EventStamp;
}

/**
 * Ranking merges terms that occur twice and may drop the prefix flag of one of them. So a word that is a prefix anywhere
 * is a prefix everywhere, and each form occurs once.
 */
function formsOf(words: readonly SearchWord[]): string[][] {
  const prefixes = new Set(words.filter(({ near }) => near.length === 0).map(({ word }) => word));
  const form = (word: string) => (prefixes.has(word) ? prefixTerm(word) : exactTerm(word));
  return words.map(({ word, stems, near }) => [...new Set((near.length > 0 ? near : [word, ...stems]).map(form))]);
}

/** Stop words count only in queries without other words. */
function significantWords(words: readonly SearchWord[]): readonly SearchWord[] {
  const significant = words.filter(word => !word.stop);
  return significant.length > 0 ? significant : words;
}

/** Every word in one of its forms, or any of them. */
function formsQuery(words: readonly SearchWord[], all: boolean): string {
  const groups = formsOf(significantWords(words)).map(forms => `(${forms.join(' | ')})`);
  return [...new Set(groups)].join(all ? ' & ' : ' | ');
}

/** Any of the words, without prefixes. */
function wholeQuery(words: readonly SearchWord[]): string {
  const forms = significantWords(words).flatMap(({ word, stems, near }) => (near.length > 0 ? near : [word, ...stems]));
  return [...new Set(forms)].map(exactTerm).join(' | ');
}

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
  const newest = `select head from event_heads order by event_number desc limit ${maxSampled}`;
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
export async function words({ sql }: Reader, words: readonly string[]): Promise<SearchWord[]> {
  const given = await readGiven(sql, words);
  const corrections = await readCorrections(
    sql,
    given.filter(({ known, mendable }) => !known && mendable),
  );
  return given.map(({ word, stop, stems, known }) => ({ word, stop, stems, known, near: corrections.get(word) ?? [] }));
}

/** The maximum number of matches that are ranked by text, the most traded open ones first. */
const maxWeighed = 300;
/** The maximum number of matches that are read per table. */
const maxFound = 2_000;
/** The maximum number of events scanned in ranking order for frequent words. */
const maxScanned = 20_000;
/** Above this estimate of matches the ranking is scanned first. */
const few = 500;
/** Above this estimate for all texts, short texts are not estimated separately. */
const many = 5_000;
const forever = 2_147_483_647;

/** Letters only, and long enough to be in the vocabulary. */
const isWord = /^\D\D\D/u;

/** Whether the vocabulary proves that no event contains the words. */
function areRare(words: readonly SearchWord[], all: boolean): boolean {
  const isRare = ({ word, known, near, stop }: SearchWord) => !known && !stop && near.length === 0 && isWord.test(word);
  return all ? words.some(isRare) : words.every(isRare);
}

interface TextQuery {
  readonly rare: boolean;
  /** The required terms. */
  readonly wanted: string;
  /** Any of the words, at least as prefixes. */
  readonly any: string;
  /** Any of them as a whole word. */
  readonly whole: string;
}

const rank = (sql: Sql, words: SqlPart, query: string) =>
  sql`ts_rank('{0.05, 0.2, 0.4, 1.0}', ${words}, ${query}::tsquery, 1)`;

/**
 * The text rank of an event; whole words count in addition to prefixes. An event whose short texts match everything
 * comes before all others; for those, only the short texts count, and slightly the description.
 */
function fitOf(sql: Sql, table: TextTable | 'both', { wanted, any, whole }: TextQuery): SqlPart {
  const inHead = (query: string) => sql`${rank(sql, sql`h.head`, query)} + ${rank(sql, sql`h.head`, whole)}`;
  const [heads, texts] = [
    sql`1 + ${open(sql)} * (${inHead(wanted)})`,
    sql`${open(sql)} * (${inHead(any)} + ${rank(sql, sql`t.words`, any)}) / 3`,
  ];
  if (table === 'both') return sql`case when h.head @@ ${wanted}::tsquery then ${heads} else ${texts} end`;
  return table === 'event_heads' ? heads : texts;
}

const open = (sql: Sql) => sql`case when r.status in ('active', 'paused') then 1 else 0.7 end`;

/** Open markets come before others with the same rank, most traded first. */
async function readWeighed(sql: Sql, table: TextTable, query: TextQuery, limit: number): Promise<SearchHit[]> {
  const texts = table === 'event_texts' ? sql`join event_texts t on t.event_number = r.event_number` : sql``;
  const rows = await sql<HitColumns[]>`
    select l.event_id, s.score, ${stampOf(sql, sql`m.xmin`)} as stamp from (
      select r.event_number, r.value, ${fitOf(sql, table, query)} as score
      from (
        select r.event_number, r.status, r.value
        from (
          select t.event_number from ${sql(table)} t where ${hasWords(sql, table, query.wanted)} limit ${maxFound}
        ) found
        join event_ranks r on r.event_number = found.event_number and r.sort = 'volume' and r.until = ${forever}
        order by (r.status in ('active', 'paused')) desc, r.value desc, r.event_number desc limit ${maxWeighed}
      ) r join event_heads h on h.event_number = r.event_number ${texts}
      order by score desc, r.value desc, r.event_number desc limit ${limit}
    ) s ${listed(sql)} order by s.score desc, s.value desc, s.event_number desc`;
  return rows.map(hitOf);
}

/** Ranks all matches in one query if they are few; null if they exceed the estimate. */
async function readFew(sql: Sql, query: TextQuery, limit: number): Promise<SearchHit[] | null> {
  const rows = await sql<(HitColumns & { found: number })[]>`
    with found as materialized (
      select t.event_number, t.words from event_texts t
      where ${hasWords(sql, 'event_texts', query.wanted)} limit ${maxWeighed + 1}
    )
    select l.event_id, s.score, ${stampOf(sql, sql`m.xmin`)} as stamp, (select count(*)::int from found) as found from (
      select t.event_number, r.value, ${fitOf(sql, 'both', query)} as score
      from found t join event_heads h on h.event_number = t.event_number
      join event_ranks r on r.event_number = t.event_number and r.sort = 'volume' and r.until = ${forever}
      order by score desc, r.value desc, t.event_number desc limit ${limit}
    ) s ${listed(sql)} order by s.score desc, s.value desc, s.event_number desc`;
  return rows.length > 0 && rows[0].found > maxWeighed ? null : rows.map(hitOf);
}

interface HitColumns {
  event_id: string;
  score: number;
  stamp: string;
}

const hitOf = ({ event_id: eventId, score, stamp }: HitColumns): SearchHit => ({ eventId, score, stamp });

/** The fields of a hit besides its number. */
const listed = (sql: Sql) => sql`join event_listing l on l.event_number = s.event_number
  join events e on e.id = l.event_id join markets m on m.event_id = l.event_id`;

type TextTable = 'event_heads' | 'event_texts';

function hasWords(sql: Sql, table: TextTable, query: string) {
  const column = table === 'event_heads' ? sql`t.head` : sql`t.words`;
  return sql`${column} @@ ${query}::tsquery`;
}

/** Scans in ranking order: frequent words are found soon, and their text rank means little. */
async function readPopular(
  sql: Sql,
  table: TextTable,
  query: string,
  { among, limit }: { readonly among: number; readonly limit: number },
): Promise<SearchHit[]> {
  const rows = await sql<HitColumns[]>`
    select l.event_id, ${table === 'event_heads' ? 1 : 0}::int as score, ${stampOf(sql, sql`m.xmin`)} as stamp from (
      select r.event_number, r.value
      from (${mostTraded(sql, among)}) r join ${sql(table)} t on t.event_number = r.event_number and ${hasWords(sql, table, query)}
      order by r.value desc, r.event_number desc limit ${limit}
    ) s ${listed(sql)} order by s.value desc, s.event_number desc`;
  return rows.map(hitOf);
}

async function readTable(
  sql: Sql,
  table: TextTable,
  query: TextQuery,
  { expected, limit }: { readonly expected: number; readonly limit: number },
): Promise<SearchHit[]> {
  if (expected > few) {
    for (const [among, atLeast] of [
      [firstEvents, frequentFrom],
      [maxScanned, limit],
    ]) {
      const popular = await readPopular(sql, table, query.wanted, { among, limit });
      if (popular.length === limit) return popular;
      if (popular.length < atLeast) break;
    }
  }
  return readWeighed(sql, table, query, limit);
}

function estimated(sql: Sql, table: TextTable, { wanted }: TextQuery): Promise<number> {
  return estimatedRows(sql, sql`select 1 from ${sql(table)} t where ${hasWords(sql, table, wanted)}`);
}

/** Short texts count more than descriptions. */
async function readHits(sql: Sql, query: TextQuery, limit: number): Promise<SearchHit[]> {
  const inTexts = query.rare ? 0 : await estimated(sql, 'event_texts', query);
  if (inTexts <= maxWeighed) {
    const all = await readFew(sql, query, limit);
    if (all) return all;
  }
  const inHeads = query.rare || inTexts > many ? inTexts : await estimated(sql, 'event_heads', query);
  const hits = await readTable(sql, 'event_heads', query, { expected: inHeads, limit });
  if (hits.length === limit) return hits;
  const eventIds = new Set(hits.map(hit => hit.eventId));
  const rest = await readTable(sql, 'event_texts', query, { expected: inTexts, limit });
  return [...hits, ...rest.filter(hit => !eventIds.has(hit.eventId))].slice(0, limit);
}

/** Best first. A word matches in any of its forms; `all` requires every word, otherwise one is enough. */
export function events(
  { sql }: Reader,
  words: readonly SearchWord[],
  all: boolean,
  limit: number,
): Promise<SearchHit[]> {
  const [wanted, any] = [formsQuery(words, all), formsQuery(words, false)];
  return readHits(sql, { rare: areRare(words, all), wanted, any, whole: wholeQuery(words) }, limit);
}

/** Ids of open and scheduled events of a category, most traded first. */
export async function ofCategory({ sql }: Reader, category: string, limit: number): Promise<string[]> {
  const rows = await sql<{ event_id: string }[]>`
    select l.event_id from (
      select r.event_number, r.value from event_ranks r
      where r.sort = 'volume' and r.category = ${category} and r.status in ('active', 'paused', 'scheduled')
        and r.until = ${forever}
      order by r.value desc, r.event_number desc limit ${limit}) as r
      join event_listing l on l.event_number = r.event_number
    order by r.value desc, r.event_number desc`;
  return rows.map(row => row.event_id);
}
