import type { CategorySeeds } from './event-seed.js';

const who = { name: 'World Health Organization', url: 'https://www.who.int' };
const cdc = { name: 'Centers for Disease Control and Prevention', url: 'https://www.cdc.gov' };
const ema = { name: 'European Medicines Agency', url: 'https://www.ema.europa.eu' };

export const healthEvents: CategorySeeds = {
  category: 'health',
  events: [
    {
      slug: 'flu-positivity-week',
      title:
        'Will the share of positive influenza tests in clinical laboratories fall in the weekly report due by {end}?',
      about: 'The U.S. clinical laboratory network, compared with the week before.',
      outcomes: ['Fall', 'Rise or stay'],
      prior: [5400, 4600],
      tags: ['influenza', 'united-states'],
      source: {
        ...cdc,
        rule: 'The percentage in the key indicators of the FluView report against the week before as stated there.',
      },
      days: [-74, -57],
    },
    {
      slug: 'chmp-positive-opinions',
      title:
        'How many new medicines will the EMA’s human medicines committee recommend at the meeting that ends by {end}?',
      about: 'Positive opinions on initial marketing authorisations, generics and biosimilars included.',
      outcomes: ['Up to 5', '6 to 8', '9 to 11', '12 to 14', '15 or more'],
      prior: [1400, 2700, 2900, 1900, 1100],
      tags: ['medicines', 'europe'],
      source: { ...ema, rule: 'The table of recommendations in the highlights of the meeting.' },
      days: [-59, -32],
    },
    {
      slug: 'disease-outbreak-news-count',
      title: 'How many items of Disease Outbreak News will be published from {start} to {end}?',
      about: 'Items, not diseases: two items on one outbreak count twice.',
      outcomes: ['0 to 2', '3 to 5', '6 to 8', '9 or more'],
      prior: [1600, 3700, 3100, 1600],
      tags: ['outbreaks'],
      source: { ...who, rule: 'Items by their date of publication in the list of Disease Outbreak News.' },
      days: [-42, -11],
    },
    {
      slug: 'novel-drug-approvals-quarter',
      title: 'Will the FDA’s centre for drugs approve 12 or more novel drugs from {start} to {end}?',
      about: 'New molecular entities and new therapeutic biologicals.',
      outcomes: ['Yes', 'No'],
      prior: [4700, 5300],
      tags: ['medicines', 'united-states'],
      source: {
        name: 'U.S. Food and Drug Administration',
        url: 'https://www.fda.gov',
        rule: 'Rows of the yearly list of novel drug approvals by approval date.',
      },
      days: [-54, 33],
    },
    {
      slug: 'polio-environmental-detections',
      title: 'In how many countries will wild poliovirus be reported from sewage or patients from {start} to {end}?',
      about: 'Countries with at least one detection of wild poliovirus type 1, by the date of the report.',
      outcomes: ['None', '1', '2', '3 or more'],
      prior: [700, 1800, 6200, 1300],
      tags: ['polio'],
      source: {
        name: 'Global Polio Eradication Initiative',
        url: 'https://polioeradication.org',
        rule: 'The weekly reports that are published in the window.',
      },
      days: [-17, 26],
    },
    {
      slug: 'respiratory-season-peak-week',
      title: 'In which week from {start} to {end} will acute respiratory infections in Germany peak?',
      about: 'The estimated incidence of acute respiratory infections by calendar week.',
      outcomes: ['In the first third', 'In the second third', 'In the last third', 'Two weeks alike'],
      prior: [4000, 3000, 2600, 400],
      tags: ['influenza', 'germany'],
      source: {
        name: 'Robert Koch Institute',
        url: 'https://www.rki.de',
        rule: 'The highest weekly value as published two weeks after the end.',
      },
      days: [-10, 41],
      ending: 'paused',
    },
  ],
};
