import { aggregatorRoutes } from '../api/aggregator/routes.js';
import { certificationRoutes } from '../api/certification/routes.js';
import { connectorRoutes } from '../api/connectors/routes.js';
import { consoleRoutes } from '../api/console/routes.js';
import { countryAccessRoutes } from '../api/country-access/routes.js';
import { developerRoutes } from '../api/developer/routes.js';
import { discoveryRoutes } from '../api/discovery/routes.js';
import { exchangeOperatorRoutes } from '../api/exchange/operator-routes.js';
import { exchangeRoutes } from '../api/exchange/routes.js';
import { followRoutes } from '../api/follows/routes.js';
import { forecastRoutes } from '../api/forecasts/routes.js';
import { intelligenceRoutes } from '../api/intelligence/routes.js';
import { bookRoutes } from '../api/market-data/books/routes.js';
import { eventRoutes } from '../api/market-data/events/routes.js';
import { quantRoutes } from '../api/market-data/quant/routes.js';
import { healthRoutes, snapshotRoutes } from '../api/market-data/snapshots/routes.js';
import { marketRequestRoutes } from '../api/market-requests/routes.js';
import { marketRoutes } from '../api/markets/routes.js';
import { moderationRoutes } from '../api/moderation/routes.js';
import { notificationRoutes } from '../api/notifications/routes.js';
import { peopleRoutes } from '../api/people/routes.js';
import { practiceRoutes } from '../api/practice/routes.js';
import { recordRoutes } from '../api/record/routes.js';
import { retiredRoutes } from '../api/retired-endpoints/routes.js';
import { scoringRoutes } from '../api/scoring/routes.js';
import { searchRoutes } from '../api/search/routes.js';
import { historyRoutes } from '../api/service/history-routes.js';
import { serviceRoutes } from '../api/service/routes.js';
import { statusRoutes } from '../api/service/status-routes.js';
import { sportsRoutes } from '../api/sports/routes.js';
import { streamRoutes } from '../api/streams/routes.js';
import type { Route } from '../http/route.js';
import { aggregatorStore } from '../store/aggregator/postgres/aggregator-store.js';
import { arenaStore } from '../store/arena/postgres/arena-store.js';
import { certificationStore } from '../store/certification/postgres/certification-store.js';
import { connectorsStore } from '../store/connectors/postgres/connectors-store.js';
import { consoleStore } from '../store/console/postgres/console-store.js';
import { developerStore } from '../store/developer/postgres/developer-store.js';
import { exchangeStore } from '../store/exchange/postgres/exchange-store.js';
import { followsStore } from '../store/follows/postgres/follows-store.js';
import { forecastsStore } from '../store/forecasts/postgres/forecasts-store.js';
import { intelligenceStore } from '../store/intelligence/postgres/intelligence-store.js';
import { marketDataStore } from '../store/market-data/postgres/market-data-store.js';
import { marketRequestsStore } from '../store/market-requests/postgres/market-requests-store.js';
import { marketsStore } from '../store/markets/postgres/markets-store.js';
import { moderationStore } from '../store/moderation/postgres/moderation-store.js';
import { notificationsStore } from '../store/notifications/postgres/notifications-store.js';
import { peopleStore } from '../store/people/postgres/people-store.js';
import { practiceStore } from '../store/practice/postgres/practice-store.js';
import { recordStore } from '../store/record/postgres/record-store.js';
import { scoringStore } from '../store/scoring/postgres/scoring-store.js';
import { searchStore } from '../store/search/postgres/search-store.js';
import { serviceStore } from '../store/service/postgres/service-store.js';
import { sportsStore } from '../store/sports/postgres/sports-store.js';
import type { Clock } from '../store/sql/clock-time.js';
import type { Pool } from '../store/sql/pool.js';
import { composeStore, type StoreOptions } from '../store/sql/postgres-store.js';
import type { Store } from '../store/store.js';
import { streamsStore } from '../store/streams/postgres/streams-store.js';

/**
 * The registry of features, one line each: its routes, and the store members that it adds to `Reads` and `Writes`.
 * Routes of one tag are listed in the order of this registry.
 */
const features = [
  { name: 'arena', store: arenaStore, routes: [] },
  { name: 'discovery', routes: discoveryRoutes },
  { name: 'service', store: serviceStore, routes: [...statusRoutes, ...historyRoutes, ...serviceRoutes] },
  {
    name: 'market-data',
    store: marketDataStore,
    routes: [...eventRoutes, ...snapshotRoutes, ...healthRoutes, ...bookRoutes, ...quantRoutes],
  },
  { name: 'markets', store: marketsStore, routes: marketRoutes },
  { name: 'market-requests', store: marketRequestsStore, routes: marketRequestRoutes },
  { name: 'exchange', store: exchangeStore, routes: [...exchangeRoutes, ...exchangeOperatorRoutes] },
  { name: 'forecasts', store: forecastsStore, routes: forecastRoutes },
  { name: 'scoring', store: scoringStore, routes: scoringRoutes },
  { name: 'record', store: recordStore, routes: recordRoutes },
  { name: 'people', store: peopleStore, routes: peopleRoutes },
  { name: 'notifications', store: notificationsStore, routes: notificationRoutes },
  { name: 'follows', store: followsStore, routes: followRoutes },
  { name: 'moderation', store: moderationStore, routes: moderationRoutes },
  { name: 'console', store: consoleStore, routes: consoleRoutes },
  { name: 'practice', store: practiceStore, routes: practiceRoutes },
  { name: 'certification', store: certificationStore, routes: certificationRoutes },
  { name: 'search', store: searchStore, routes: searchRoutes },
  { name: 'streams', store: streamsStore, routes: streamRoutes },
  { name: 'connectors', store: connectorsStore, routes: connectorRoutes },
  { name: 'aggregator', store: aggregatorStore, routes: aggregatorRoutes },
  { name: 'sports', store: sportsStore, routes: sportsRoutes },
  { name: 'developer', store: developerStore, routes: developerRoutes },
  { name: 'retired-endpoints', routes: retiredRoutes },
  { name: 'intelligence', store: intelligenceStore, routes: intelligenceRoutes },
  { name: 'country-access', routes: countryAccessRoutes },
] as const;

/** Search carries the tag of market data, but the contract lists it under its own name. */
function sectionOf({ area, id }: Route): string {
  return id === 'search' ? id : area;
}

/** The routes of the contract, sorted by tag; the order within a tag is that of registration. */
export const routes: readonly Route[] = features
  .flatMap((feature): readonly Route[] => feature.routes)
  .sort((a, b) => {
    const [left, right] = [sectionOf(a), sectionOf(b)];
    return left < right ? -1 : Number(left > right);
  });

/** `clock` replaces the database's clock in tests that control time. */
export function createPostgresStore(pool: Pool, clock: Clock = null, options: StoreOptions = {}): Store {
  return composeStore(features, pool, clock, options);
}
