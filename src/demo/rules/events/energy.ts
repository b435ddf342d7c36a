import type { CategorySeeds } from './event-seed.js';

const eia = { name: 'U.S. Energy Information Administration', url: 'https://www.eia.gov' };
const gie = { name: 'Gas Infrastructure Europe', url: 'https://www.gie.eu' };
const smard = { name: 'Bundesnetzagentur, SMARD', url: 'https://www.smard.de' };
const neso = { name: 'National Energy System Operator', url: 'https://www.neso.energy' };

export const energyEvents: CategorySeeds = {
  category: 'energy',
  events: [
    {
      slug: 'us-crude-stocks-week',
      title: 'How will U.S. commercial crude oil stocks change in the weekly report due by {end}?',
      about: 'Without the strategic reserve, compared with the week before.',
      outcomes: [
        'Down 3 million barrels or more',
        'Down by less',
        'Up by less than 3 million barrels',
        'Up 3 million barrels or more',
      ],
      prior: [2600, 2400, 2500, 2500],
      tags: ['oil', 'united-states'],
      source: { ...eia, rule: 'The change in the Weekly Petroleum Status Report as first published.' },
      days: [-81, -67],
    },
    {
      slug: 'british-coal-free-grid-wind-record',
      title:
        'Will wind supply more than half of Great Britain’s electricity on at least three days from {start} to {end}?',
      about: 'Daily shares of transmission-connected and embedded generation.',
      outcomes: ['Yes', 'No'],
      prior: [5100, 4900],
      tags: ['wind', 'great-britain'],
      source: { ...neso, rule: 'The historic generation mix data, summed by day in UTC.' },
      days: [-64, -40],
    },
    {
      slug: 'eu-gas-storage-level',
      title: 'How full will the European Union’s gas stores be on {end}, compared with {start}?',
      about: 'Gas in storage in percent of working volume.',
      outcomes: [
        'Lower by 5 points or more',
        'Lower by less',
        'Higher by less than 5 points',
        'Higher by 5 points or more',
      ],
      prior: [2500, 2500, 2500, 2500],
      tags: ['gas', 'europe'],
      source: {
        ...gie,
        rule: 'The EU figure of the aggregated storage inventory for both gas days, read three days after the end.',
      },
      days: [-53, -25],
    },
    {
      slug: 'german-negative-price-hours',
      title: 'How many hours of negative day-ahead prices will Germany see from {start} to {end}?',
      about: 'Hours of the bidding zone Germany/Luxembourg with a price below zero.',
      outcomes: ['Below 10', '10 to 24', '25 to 49', '50 to 99', '100 or more'],
      prior: [1700, 2200, 2700, 2200, 1200],
      tags: ['electricity', 'germany'],
      source: {
        ...smard,
        rule: 'Hourly day-ahead prices as downloaded three days after the end; shorter intervals are averaged.',
      },
      days: [-37, -9],
    },
    {
      slug: 'opec-basket-band',
      title: 'In which band will the OPEC basket price of {end} be, compared with {start}?',
      about: 'Daily price of the OPEC reference basket.',
      outcomes: ['Down 5 % or more', 'Down 0 to 5 %', 'Up 0 to 5 %', 'Up 5 % or more'],
      prior: [2000, 3000, 3100, 1900],
      tags: ['oil'],
      source: {
        name: 'OPEC',
        url: 'https://www.opec.org',
        rule: 'The basket price of both days, or of the last day before with a price. Unchanged counts as up.',
      },
      days: [-24, -1],
      ending: 'unresolved',
    },
    {
      slug: 'us-solar-record-month',
      title: 'Will utility-scale solar generation in the U.S. set a monthly record in the data published by {end}?',
      about: 'Net generation of utility-scale photovoltaic and thermal plants.',
      outcomes: ['Yes', 'No'],
      prior: [6600, 3400],
      tags: ['solar', 'united-states'],
      source: {
        ...eia,
        rule: 'The Electric Power Monthly; a month that exceeds every month before it as published at that time.',
      },
      days: [-32, 49],
    },
    {
      slug: 'uk-price-cap-direction',
      title: 'What will Ofgem announce for the next period of the default tariff cap, by {end}?',
      about: 'The annual level for a typical dual-fuel household paying by direct debit.',
      outcomes: ['Lower by 3 % or more', 'Lower by less', 'Higher by less than 3 %', 'Higher by 3 % or more'],
      prior: [2300, 2700, 2600, 2400],
      tags: ['prices', 'great-britain'],
      source: {
        name: 'Ofgem',
        url: 'https://www.ofgem.gov.uk',
        rule: 'The announced level against the level in force; unchanged counts as lower by less.',
      },
      days: [-21, 36],
    },
  ],
};
