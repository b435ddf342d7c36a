import type { RequestContext } from '../../http/request-context.js';
import { detectCountry } from '../../operations/country-access/detect-country.js';

const access = { read: true, play: true, realMoney: false, deposits: false, withdrawals: false };
const language = { policy: 'english-only', supported: ['en'] };

export function getInternationalAccess(_input: unknown, { services, origin }: RequestContext) {
  const { country, source } = detectCountry(services.countryAccess, origin());
  return {
    country,
    countrySource: source,
    readOnlyAvailable: true,
    access,
    reason: 'LIVE_TRADING_DISABLED',
    language,
    asOf: new Date(services.clock()).toISOString(),
  };
}
