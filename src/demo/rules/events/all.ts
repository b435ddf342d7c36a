import { aiEvents } from './ai.js';
import { cultureEvents } from './culture.js';
import { economicsEvents } from './economics.js';
import { energyEvents } from './energy.js';
import type { CategorySeeds } from './event-seed.js';
import { financeEvents } from './finance.js';
import { governanceEvents } from './governance.js';
import { healthEvents } from './health.js';
import { scienceEvents } from './science.js';
import { spaceEvents } from './space.js';
import { sportsEvents } from './sports.js';
import { technologyEvents } from './technology.js';
import { weatherEvents } from './weather.js';

export const allEvents: readonly CategorySeeds[] = [
  economicsEvents,
  financeEvents,
  weatherEvents,
  technologyEvents,
  aiEvents,
  scienceEvents,
  spaceEvents,
  sportsEvents,
  cultureEvents,
  healthEvents,
  energyEvents,
  governanceEvents,
];
