import { arenaStore } from '../store/arena/postgres/arena-store.js';
import { certificationStore } from '../store/certification/postgres/certification-store.js';
import { developerStore } from '../store/developer/postgres/developer-store.js';
import { exchangeStore } from '../store/exchange/postgres/exchange-store.js';
import { forecastsStore } from '../store/forecasts/postgres/forecasts-store.js';
import { marketDataStore } from '../store/market-data/postgres/market-data-store.js';
import { marketsStore } from '../store/markets/postgres/markets-store.js';
import { peopleStore } from '../store/people/postgres/people-store.js';
import { practiceStore } from '../store/practice/postgres/practice-store.js';
import { recordStore } from '../store/record/postgres/record-store.js';
import { scoringStore } from '../store/scoring/postgres/scoring-store.js';
import { searchStore } from '../store/search/postgres/search-store.js';
import type { Clock } from '../store/sql/clock-time.js';
import type { Pool } from '../store/sql/pool.js';
import { composeStore, type StoreOptions } from '../store/sql/postgres-store.js';
import type { Store } from '../store/store.js';
import { streamsStore } from '../store/streams/postgres/streams-store.js';

/** The registry of features. A feature with tables registers the members that it adds to the store's `Reads` and `Writes`. */
const features = [
  { name: 'arena', store: arenaStore },
  { name: 'certification', store: certificationStore },
  { name: 'developer', store: developerStore },
  { name: 'exchange', store: exchangeStore },
  { name: 'forecasts', store: forecastsStore },
  { name: 'market-data', store: marketDataStore },
  { name: 'markets', store: marketsStore },
  { name: 'people', store: peopleStore },
  { name: 'practice', store: practiceStore },
  { name: 'record', store: recordStore },
  { name: 'scoring', store: scoringStore },
  { name: 'search', store: searchStore },
  { name: 'streams', store: streamsStore },
] as const;

/** `clock` replaces the database's clock in tests that move time. */
export function createPostgresStore(pool: Pool, clock: Clock = null, options: StoreOptions = {}): Store {
  return composeStore(features, pool, clock, options);
}
