import type { CategorySeeds } from './event-seed.js';

const ecb = { name: 'European Central Bank', url: 'https://www.ecb.europa.eu' };
const fed = { name: 'Board of Governors of the Federal Reserve System', url: 'https://www.federalreserve.gov' };

export const financeEvents: CategorySeeds = {
  category: 'finance',
  events: [
    {
      slug: 'eur-usd-reference-rate-month',
      title: 'Will the euro’s reference rate against the U.S. dollar be higher on {end} than on {start}?',
      about: 'Euro foreign exchange reference rates as published each working day.',
      outcomes: ['Higher', 'Not higher'],
      prior: [5000, 5000],
      tags: ['currencies'],
      source: {
        ...ecb,
        rule: 'The reference rate of the last day; if none is published that day, the last one before it. An equal rate is not higher.',
      },
      days: [-86, -64],
    },
    {
      slug: 'gold-auction-price-range',
      title: 'Where will the gold auction price stand on {end}, compared with {start}?',
      about: 'The LBMA Gold Price PM in U.S. dollars per troy ounce.',
      outcomes: ['Down 3 % or more', 'Down 0 to 3 %', 'Up 0 to 3 %', 'Up 3 % or more'],
      prior: [1400, 3200, 3700, 1700],
      tags: ['commodities', 'gold'],
      source: {
        name: 'LBMA',
        url: 'https://www.lbma.org.uk',
        rule: 'The afternoon auction price of both days, or of the last auction before. Unchanged counts as up.',
      },
      days: [-78, -47],
    },
    {
      slug: 'treasury-curve-inversion-close',
      title: 'Will the 10-year U.S. Treasury par yield be above the 2-year yield by 0.50 points or more on {end}?',
      about: 'Daily Treasury par yield curve rates.',
      outcomes: ['Yes', 'No'],
      prior: [5600, 4400],
      tags: ['bonds', 'united-states'],
      source: {
        name: 'U.S. Department of the Treasury',
        url: 'https://home.treasury.gov',
        rule: 'The difference of the two published rates of that day, or of the last business day before.',
      },
      days: [-52, -26],
    },
    {
      slug: 'sp500-weekly-close',
      title: 'How will the S&P 500 close on {end}, compared with its close on {start}?',
      about: 'Closing values of the price index, in percent of the earlier close.',
      outcomes: ['Down more than 2 %', 'Down 0 to 2 %', 'Up 0 to 2 %', 'Up more than 2 %'],
      prior: [1500, 2900, 3600, 2000],
      tags: ['equities', 'united-states'],
      source: {
        name: 'S&P Dow Jones Indices',
        url: 'https://www.spglobal.com/spdji',
        rule: 'The official closing values of both days, or of the last trading day before. Unchanged counts as up.',
      },
      days: [-24, -3],
    },
    {
      slug: 'volatility-index-spike',
      title: 'Will the Cboe Volatility Index close above 30 on any day from {start} to {end}?',
      about: 'Daily closing values of the VIX index.',
      outcomes: ['Yes', 'No'],
      prior: [1500, 8500],
      tags: ['equities', 'volatility'],
      source: {
        name: 'Cboe Global Markets',
        url: 'https://www.cboe.com',
        rule: 'Yes as soon as one official close is above 30.00. Values within a day do not count.',
      },
      days: [-45, -12],
      ending: 'early',
    },
    {
      slug: 'fed-next-target-range',
      title:
        'What will the Federal Open Market Committee do with its target range at its first meeting that ends after {start}?',
      about: 'The target range of the federal funds rate.',
      outcomes: ['Cut by 0.50 or more', 'Cut by 0.25', 'No change', 'Raise'],
      prior: [500, 2700, 6200, 600],
      tags: ['central-banks', 'united-states'],
      source: { ...fed, rule: 'The change stated in the implementation note of that meeting.' },
      days: [-36, 16],
    },
    {
      slug: 'ecb-deposit-rate-year-ahead',
      title: 'Where will the European Central Bank’s deposit facility rate be on {end}, compared with {start}?',
      about: 'The rate on the deposit facility that is in force on the last day.',
      outcomes: ['Lower by 0.50 or more', 'Lower by 0.25', 'Unchanged', 'Higher'],
      prior: [1200, 2600, 4900, 1300],
      tags: ['central-banks', 'euro-area'],
      source: {
        ...ecb,
        rule: 'Key ECB interest rates as published. A decision that is not in force yet does not count.',
      },
      days: [-58, 118],
    },
    {
      slug: 'brent-direction-next-month',
      title: 'Will Brent crude oil be dearer on {end} than on {start}?',
      about: 'The Europe Brent spot price, free on board, in dollars per barrel.',
      outcomes: ['Dearer', 'Not dearer'],
      prior: [4800, 5200],
      tags: ['commodities', 'oil'],
      source: {
        name: 'U.S. Energy Information Administration',
        url: 'https://www.eia.gov',
        rule: 'The daily spot price of both days, or of the last day before with a price. Equal prices are not dearer.',
      },
      days: [-14, 21],
    },
  ],
};
