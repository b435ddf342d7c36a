import type { ListingStoreReads, SearchHit, SearchWord } from '../listing-store.js';
import type { Sql, SqlPart } from './connect.js';
import { formsQuery } from './text-query.js';

/** Below this two words have little in common. */
const resemblance = 0.4;
const mostResembling = 3;
/** So many short texts are weighed against each other; of a word that more events have, the most traded ones count. */
const mostWeighed = 3_000;
const mostPopular = 200;
const mostInDescriptions = 500;
const forever = 2_147_483_647;

async function readWords(sql: Sql, words: readonly string[]): Promise<SearchWord[]> {
  return sql<SearchWord[]>`
    select w.word, coalesce(ts_lexize('english_stem', w.word) = '{}', false) as stop,
      coalesce(ts_lexize('english_stem', w.word), '{}') as stems,
      case when exists (select 1 from search_vocabulary v where v.word >= w.word and v.word < w.word || chr(1114111))
        or exists (select 1 from search_vocabulary v where v.word = any(ts_lexize('english_stem', w.word)))
      then '{}' else array(
        select v.word from search_vocabulary v where v.word % w.word and similarity(v.word, w.word) >= ${resemblance}
        order by similarity(v.word, w.word) desc, v.word limit ${mostResembling}) end as near
    from unnest(${words as string[]}::text[]) with ordinality as w(word, place) order by w.place`;
}

/** Open markets come before others that fit as well, and of those the most traded ones. */
function scored(sql: Sql, from: SqlPart, query: string) {
  return sql`
    select l.event_id, ts_rank('{0.05, 0.2, 0.4, 1.0}', h.head, ${query}::tsquery, 1)
      * case when r.status in ('active', 'paused') then 1 else 0.7 end as score, r.value
    from (${from}) h join event_listing l on l.event_no = h.event_no
    join event_ranks r on r.event_no = h.event_no and r.sort = 'volume' and r.until = ${forever}
    order by score desc, r.value desc, l.event_no desc`;
}

interface HitColumns {
  event_id: string;
  score: number;
}

/** Along the ranking: a text that many events have is met soon. */
function popular(sql: Sql, query: string) {
  return sql`
    select w.event_no, w.head from unnest('{active,paused,scheduled,closed,resolved,void}'::text[]) as s(status)
    cross join lateral (
      select t.event_no, t.head from event_ranks r join event_texts t on t.event_no = r.event_no
      where r.sort = 'volume' and r.status = s.status and r.until = ${forever} and t.head @@ ${query}::tsquery
      order by r.value desc, r.event_no desc limit ${mostPopular}
    ) w limit ${mostPopular}`;
}

async function readHits(sql: Sql, query: string, limit: number): Promise<SearchHit[]> {
  const inHead = sql`select event_no, head from event_texts where head @@ ${query}::tsquery limit ${mostWeighed}`;
  const [{ count }] = await sql<{ count: number }[]>`select count(*)::int as count from (${inHead}) found`;
  const best = await sql<HitColumns[]>`
    ${scored(sql, count < mostWeighed ? inHead : popular(sql, query), query)} limit ${limit}`;
  const hits = best.map(row => ({ eventId: row.event_id, score: row.score }));
  if (hits.length === limit) return hits;
  const rest = await sql<HitColumns[]>`
    ${scored(
      sql,
      sql`select event_no, head from event_texts where whole @@ ${query}::tsquery limit ${mostInDescriptions}`,
      query,
    )} limit ${limit}`;
  const known = new Set(hits.map(hit => hit.eventId));
  const more = rest.filter(row => !known.has(row.event_id)).map(row => ({ eventId: row.event_id, score: row.score }));
  return [...hits, ...more].slice(0, limit);
}

export function searchReads(sql: Sql): ListingStoreReads['search'] {
  return {
    words: words => readWords(sql, words),
    events: (words, all, limit) => readHits(sql, formsQuery(words, all), limit),
  };
}
