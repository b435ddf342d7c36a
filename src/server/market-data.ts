import { HelpIndex } from '../domain/search/help-index.js';
import type { Services } from '../http/services.js';
import { Rankings } from '../operations/market-data/rankings.js';
import { TopMarkets } from '../operations/market-data/top-markets.js';
import { TradeHistory } from '../operations/market-data/trade-history.js';
import type { Store } from '../store/store.js';
import { loadDocuments } from './documents.js';
import { helpOf } from './help-sections.js';
import { packageRoot } from './package-root.js';
import { watchTrades } from './watch-trades.js';

type MarketData = Pick<Services, 'store' | 'documents' | 'help' | 'history' | 'rankings' | 'topMarkets'>;

/** What reads of markets are made from, and the store by which they learn of trades. */
export function createMarketData(plainStore: Store, clock: () => number): MarketData {
  const history = new TradeHistory(plainStore);
  const store = watchTrades(plainStore, eventIds => history.note(eventIds));
  const documents = loadDocuments(packageRoot);
  const tools = { store, clock, history };
  return {
    store,
    history,
    documents,
    help: new HelpIndex(helpOf(documents)),
    rankings: new Rankings(tools),
    topMarkets: new TopMarkets(tools),
  };
}
