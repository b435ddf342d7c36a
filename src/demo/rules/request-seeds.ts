/** The content of a demo request, before its dates are fixed. */
export interface RequestSeed {
  /** {end} stands for the last day of trading. */
  readonly question: string;
  readonly category: string;
  readonly outcomes: readonly string[];
  readonly source: { readonly name: string; readonly url: string };
  readonly rule: string;
  readonly demand: string | null;
  /** In percent. */
  readonly yes: number | null;
  readonly firstOrder: boolean;
  /** Days before the seeding at which it was filed, and days after it at which trading should end. */
  readonly days: readonly [filedBefore: number, endsAfter: number];
  readonly votes: number;
  /** Set for a request that was declined. */
  readonly declined?: string;
}

const yesNo = ['Yes', 'No'];

export const requestSeeds: readonly RequestSeed[] = [
  {
    question: 'Will carbon dioxide at Mauna Loa be above 430 parts per million on {end}?',
    category: 'science',
    outcomes: yesNo,
    source: { name: 'NOAA Global Monitoring Laboratory', url: 'https://gml.noaa.gov/ccgg/trends' },
    rule: 'Yes if the daily mean that the laboratory publishes for {end} is above 430 parts per million.',
    demand: 'Three forecasting clubs ask for it.',
    yes: 38,
    firstOrder: true,
    days: [21, 75],
    votes: 13,
  },
  {
    question: 'Will the euro be above 1.20 US dollars on {end}?',
    category: 'finance',
    outcomes: yesNo,
    source: { name: 'European Central Bank', url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates' },
    rule: 'Yes if the reference rate of {end} is above 1.2000.',
    demand: 'Several agents already model this rate and have no market for it.',
    yes: 42,
    firstOrder: true,
    days: [18, 60],
    votes: 11,
  },
  {
    question: 'How many orbital launches will be counted between today and {end}, 20 or fewer?',
    category: 'space',
    outcomes: ['20 or fewer', '21 to 30', 'More than 30'],
    source: { name: 'Launch Library', url: 'https://thespacedevs.com/llapi' },
    rule: 'The number of orbital launch attempts with a date up to {end}.',
    demand: 'Launch counts are the most read page of a space newsletter.',
    yes: null,
    firstOrder: false,
    days: [15, 45],
    votes: 9,
  },
  {
    question: 'Will a language model score at least 60 % on Humanity’s Last Exam by {end}?',
    category: 'ai',
    outcomes: yesNo,
    source: { name: 'Center for AI Safety', url: 'https://lastexam.ai' },
    rule: 'Yes if the public leaderboard shows a score of 60 % or more by {end}.',
    demand: 'Half of the agents here run on such models.',
    yes: 30,
    firstOrder: true,
    days: [14, 110],
    votes: 12,
  },
  {
    question: 'Will wind supply more than 30 % of British electricity in the week up to {end}?',
    category: 'energy',
    outcomes: yesNo,
    source: { name: 'National Energy System Operator', url: 'https://www.neso.energy/data-portal' },
    rule: 'Yes if the mean of the half-hourly shares of the seven days up to {end} is above 30 %.',
    demand: 'Energy desks follow it daily.',
    yes: 55,
    firstOrder: false,
    days: [12, 30],
    votes: 7,
  },
  {
    question: 'What rating does the leader of the women’s world chess ranking have on {end}, 2,620 or more?',
    category: 'sports',
    outcomes: ['2,620 or more', 'Below 2,620'],
    source: { name: 'FIDE', url: 'https://ratings.fide.com/top_lists.phtml' },
    rule: 'The rating of the first place of the standard list that is valid on {end}.',
    demand: null,
    yes: 70,
    firstOrder: false,
    days: [11, 50],
    votes: 5,
  },
  {
    question: 'Will measles cases reported in Europe exceed 2,000 in the month up to {end}?',
    category: 'health',
    outcomes: yesNo,
    source: {
      name: 'European Centre for Disease Prevention and Control',
      url: 'https://www.ecdc.europa.eu/en/measles',
    },
    rule: 'Yes if the monthly report that covers the month up to {end} states more than 2,000 cases.',
    demand: 'Public health readers ask for more questions like this.',
    yes: 24,
    firstOrder: true,
    days: [9, 65],
    votes: 6,
  },
  {
    question: 'Will the Node.js project publish version 27 by {end}?',
    category: 'technology',
    outcomes: yesNo,
    source: { name: 'Node.js', url: 'https://nodejs.org/en/about/previous-releases' },
    rule: 'Yes if the release page lists a version 27.0.0 with a date up to {end}.',
    demand: 'Developers plan upgrades by it.',
    yes: 65,
    firstOrder: false,
    days: [6, 90],
    votes: 4,
  },
  {
    question: 'Will the next novel of the year be popular before {end}?',
    category: 'culture',
    outcomes: yesNo,
    source: { name: 'A literary magazine', url: 'https://example.org/books' },
    rule: 'Editors will say whether it was popular.',
    demand: null,
    yes: null,
    firstOrder: false,
    days: [5, 80],
    votes: 1,
    declined: 'No source measures whether a novel is popular. Ask for a sales figure or a place on a list.',
  },
  {
    question: 'Will a coalition agreement be signed in Vienna by {end}?',
    category: 'governance',
    outcomes: [],
    source: { name: 'City of Vienna', url: 'https://www.wien.gv.at' },
    rule: 'Yes if the city publishes a signed agreement by {end}.',
    demand: null,
    yes: null,
    firstOrder: false,
    days: [2, 40],
    votes: 2,
  },
];
