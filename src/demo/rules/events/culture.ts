import type { CategorySeeds } from './event-seed.js';

const wikimedia = { name: 'Wikimedia Foundation', url: 'https://wikimediafoundation.org' };
const charts = { name: 'Official Charts Company', url: 'https://www.officialcharts.com' };

export const cultureEvents: CategorySeeds = {
  category: 'culture',
  events: [
    {
      slug: 'uk-number-one-album-debut',
      title: 'Will the number one of the UK albums chart of {end} be a new entry?',
      about: 'An album in its first week on the chart.',
      outcomes: ['New entry', 'Not a new entry'],
      prior: [7200, 2800],
      tags: ['music'],
      source: { ...charts, rule: 'The chart in force on the last day; a re-entry is not a new entry.' },
      days: [-77, -62],
    },
    {
      slug: 'box-office-weekend-total',
      title:
        'How large will the North American box office of the weekend before {end} be, compared with the weekend of {start}?',
      about: 'The sum over all films, Friday to Sunday.',
      outcomes: [
        'Smaller by 20 % or more',
        'Smaller by less than 20 %',
        'Larger by less than 20 %',
        'Larger by 20 % or more',
      ],
      prior: [2600, 2800, 2400, 2200],
      tags: ['film'],
      source: {
        name: 'Box Office Mojo',
        url: 'https://www.boxofficemojo.com',
        rule: 'The weekend totals as shown on the Wednesday after.',
      },
      days: [-65, -46],
    },
    {
      slug: 'wikipedia-english-article-count',
      title: 'Will the English Wikipedia gain more than 15,000 articles from {start} to {end}?',
      about: 'The official count of content pages.',
      outcomes: ['Yes', 'No'],
      prior: [5200, 4800],
      tags: ['internet', 'encyclopedias'],
      source: {
        ...wikimedia,
        rule: 'The difference of the article counts shown by the site’s own statistics at 00:00 UTC of both days.',
      },
      days: [-49, -18],
    },
    {
      slug: 'museum-visitor-report-order',
      title: 'Which kind of museum will have most visitors in the yearly survey due by {end}?',
      about: 'The kind of the museum in first place.',
      outcomes: ['Art', 'Natural history', 'Science and technology', 'History', 'Another kind'],
      prior: [5600, 1300, 1000, 1400, 700],
      tags: ['museums'],
      source: {
        name: 'Themed Entertainment Association',
        url: 'https://www.teaconnect.org',
        rule: 'The first place of the worldwide table of museums in the survey.',
      },
      days: [-26, -7],
      ending: 'split',
    },
    {
      slug: 'world-heritage-new-sites',
      title: 'How many sites will be added to the World Heritage List at the session that ends by {end}?',
      about: 'New inscriptions; extensions of sites do not count.',
      outcomes: ['Below 20', '20 to 24', '25 to 29', '30 or more'],
      prior: [1700, 3500, 3300, 1500],
      tags: ['heritage'],
      source: {
        name: 'UNESCO World Heritage Centre',
        url: 'https://whc.unesco.org',
        rule: 'Inscriptions as announced at the close of the session.',
      },
      days: [-35, 110],
    },
    {
      slug: 'uk-singles-weeks-at-top',
      title: 'How many different songs will be number one of the UK singles chart in the charts from {start} to {end}?',
      about: 'Songs, counted once each, in the weekly charts of the window.',
      outcomes: ['1', '2', '3', '4', '5 or more'],
      prior: [800, 2300, 3000, 2400, 1500],
      tags: ['music'],
      source: { ...charts, rule: 'The weekly charts that are published in the window.' },
      days: [-23, 18],
    },
  ],
};
