import type { CategorySeeds } from './event-seed.js';

const bls = { name: 'U.S. Bureau of Labor Statistics', url: 'https://www.bls.gov' };
const eurostat = { name: 'Eurostat', url: 'https://ec.europa.eu/eurostat' };
const ons = { name: 'Office for National Statistics', url: 'https://www.ons.gov.uk' };

export const economicsEvents: CategorySeeds = {
  category: 'economics',
  events: [
    {
      slug: 'us-cpi-monthly-change',
      title: 'How will the U.S. consumer price index change in the release due by {end}?',
      about: 'The seasonally adjusted change of the all-items index (CPI-U) from the month before.',
      outcomes: ['Falls', '0.0 %', '0.1 %', '0.2 %', '0.3 %', '0.4 % or more'],
      prior: [700, 1100, 2000, 2800, 2100, 1300],
      tags: ['inflation', 'united-states'],
      source: {
        ...bls,
        rule: 'The one-decimal monthly change in the first release. Later revisions do not count. Without a release within 14 days of the end the event is void.',
      },
      days: [-84, -58],
    },
    {
      slug: 'euro-area-flash-inflation-direction',
      title: 'Will the euro area’s flash inflation rate due by {end} be lower than the one before?',
      about: 'The annual rate of the harmonised index of consumer prices in the flash estimate.',
      outcomes: ['Yes', 'No'],
      prior: [4600, 5400],
      tags: ['inflation', 'euro-area'],
      source: {
        ...eurostat,
        rule: 'Yes if the one-decimal annual rate of the flash estimate is strictly lower than the rate of the month before as published at that time.',
      },
      days: [-71, -45],
    },
    {
      slug: 'uk-monthly-gdp-sign',
      title: 'Will monthly UK GDP show growth in the estimate due by {end}?',
      about: 'Real gross domestic product, month on month, seasonally adjusted.',
      outcomes: ['Growth', 'No change', 'Contraction'],
      prior: [4800, 2000, 3200],
      tags: ['gdp', 'united-kingdom'],
      source: {
        ...ons,
        rule: 'The sign of the one-decimal monthly change in the first estimate; 0.0 % is no change.',
      },
      days: [-62, -30],
    },
    {
      slug: 'us-initial-jobless-claims-week',
      title: 'Will U.S. initial jobless claims rise in the weekly report due by {end}?',
      about: 'Seasonally adjusted initial claims for unemployment insurance, compared with the week before.',
      outcomes: ['Rise', 'Fall or stay'],
      prior: [4900, 5100],
      tags: ['labour', 'united-states'],
      source: {
        name: 'U.S. Department of Labor',
        url: 'https://www.dol.gov',
        rule: 'The advance figure of the report against the previous week’s figure as revised in the same report.',
      },
      days: [-29, -8],
    },
    {
      slug: 'fao-food-price-index-move',
      title: 'By how much will the FAO Food Price Index move in the release due by {end}?',
      about: 'The headline index of a basket of food commodities, compared with the month before.',
      outcomes: ['Falls by 1 % or more', 'Falls by less than 1 %', 'Rises by less than 1 %', 'Rises by 1 % or more'],
      prior: [2300, 2800, 2700, 2200],
      tags: ['food', 'prices'],
      source: {
        name: 'Food and Agriculture Organization of the United Nations',
        url: 'https://www.fao.org',
        rule: 'The first published index against the previous month as revised in the same release; no change counts as a rise of less than 1 %.',
      },
      days: [-33, 9],
    },
    {
      slug: 'us-unemployment-rate-next',
      title: 'What will the U.S. unemployment rate do in the Employment Situation report due by {end}?',
      about: 'The headline (U-3) rate, seasonally adjusted, compared with the month before.',
      outcomes: ['Falls', 'Unchanged', 'Rises by 0.1 points', 'Rises by more'],
      prior: [2600, 3900, 2500, 1000],
      tags: ['labour', 'united-states'],
      source: {
        ...bls,
        rule: 'The one-decimal rate in the first release against the previous month as stated in that release.',
      },
      days: [-19, 13],
    },
    {
      slug: 'german-industrial-orders-quarter',
      title: 'Will new orders in German manufacturing rise in each of the two monthly releases due by {end}?',
      about: 'The price-, season- and calendar-adjusted index of new orders in manufacturing.',
      outcomes: ['Yes', 'No'],
      prior: [2700, 7300],
      tags: ['industry', 'germany'],
      source: {
        name: 'Federal Statistical Office of Germany (Destatis)',
        url: 'https://www.destatis.de',
        rule: 'Yes if the provisional monthly change is above 0.0 % in both releases; revisions do not count.',
      },
      days: [-40, 52],
    },
  ],
};
