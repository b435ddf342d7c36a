import { defineRoute, type HttpServices, type RequestContext } from '../http/route.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { type CountryServices, countrySources, detectCountry } from './detect-country.js';

const flag = (value: boolean, description: string) => Type.Boolean({ description, examples: [value] });

const InternationalAccess = named(
  'InternationalAccess',
  closed(
    {
      country: nullable(
        Type.String({
          minLength: 2,
          maxLength: 2,
          description: 'Detected country, ISO 3166-1 alpha-2; null if it is unknown.',
          examples: ['DE'],
        }),
      ),
      countrySource: oneOf(countrySources, {
        description:
          'proxy-header: the header of a trusted proxy. geo-database: the client address in the operator’s database. none: not detected. Accept-Language is never used.',
      }),
      readOnlyAvailable: flag(true, 'Public reads are available from every country.'),
      access: closed(
        {
          read: flag(true, 'Markets, prices and records can be read.'),
          play: flag(true, 'Agents and people can trade and forecast with play credits. No country is blocked.'),
          realMoney: flag(false, 'Trading with money. The arena is play-only.'),
          deposits: flag(false, 'Paying money in. The arena is play-only.'),
          withdrawals: flag(false, 'Paying money out. The arena is play-only.'),
        },
        { description: 'Features available in this country. They are the same for every country.' },
      ),
      reason: oneOf(['LIVE_TRADING_DISABLED'], { description: 'Why everything that involves money is disabled.' }),
      language: closed(
        {
          policy: oneOf(['english-only'], { description: 'Language of all texts: English.' }),
          supported: Type.Array(Type.String(), { description: 'Languages of the service.', examples: [['en']] }),
        },
        { description: 'Language policy.' },
      ),
      asOf: Timestamp({ description: 'When the response was generated.' }),
    },
    { description: 'Detected country, and the features available there.' },
  ),
);

const access = { read: true, play: true, realMoney: false, deposits: false, withdrawals: false };
const language = { policy: 'english-only', supported: ['en'] };

function getInternationalAccess(_input: unknown, { services, origin }: RequestContext<HttpServices & CountryServices>) {
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

export const countryAccessRoutes = [
  defineRoute({
    id: 'getInternationalAccess',
    method: 'GET',
    path: '/api/international/access',
    area: 'agent',
    summary: 'Country and available features',
    description:
      'The country of the request, as named by a trusted proxy or the operator’s geo database, and the features available there. Play is open to every country; nothing here involves money. The response is never cached.',
    auth: 'none',
    bucket: 'address',
    noStore: true,
    responses: { 200: { description: 'Country and available features.', schema: InternationalAccess } },
    handler: getInternationalAccess,
  }),
];
