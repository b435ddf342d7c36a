import type { AggregatorServices } from './aggregator/venue-feed.js';
import type { ConnectorServices } from './connectors/runner.js';
import type { CountryServices } from './country-access/detect-country.js';
import type { DeveloperServices } from './developer/requests.js';
import type { EventServices } from './events/event-references.js';
import type { ExchangeServices } from './exchange/desk/write-desk.js';
import type { PracticeAdvice, RunEvents } from './exchange/orders.js';
import type { ForecastServices } from './forecasts/forecast-desk.js';
import type { ScoreLookup } from './forecasts/routes.js';
import type { HttpServices } from './http/route.js';
import type { IntelligenceServices } from './intelligence/flow-figures.js';
import type { MarketDataServices } from './market-data/live-reply.js';
import type { PeopleServices } from './people/persons.js';
import type { RecordServices } from './record/record-exports.js';
import type { ScoringServices } from './scoring/leaderboard-cache.js';
import type { SearchServices } from './search/queries.js';
import type { DescriptionServices } from './service/service-description.js';
import type { StreamServices } from './streams/subscriptions.js';

/** The running parts of the service: those that features own, and what features need from later ones. */
export type Services = HttpServices &
  EventServices &
  ExchangeServices &
  PracticeAdvice &
  RunEvents &
  ForecastServices &
  ScoreLookup &
  ScoringServices &
  MarketDataServices &
  SearchServices &
  PeopleServices &
  StreamServices &
  ConnectorServices &
  AggregatorServices &
  IntelligenceServices &
  RecordServices &
  DeveloperServices &
  DescriptionServices &
  CountryServices;
