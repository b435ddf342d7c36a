import type { CategorySeeds } from './event-seed.js';

const un = { name: 'United Nations', url: 'https://www.un.org' };
const parliament = { name: 'European Parliament', url: 'https://www.europarl.europa.eu' };
const register = { name: 'Federal Register', url: 'https://www.federalregister.gov' };

export const governanceEvents: CategorySeeds = {
  category: 'governance',
  events: [
    {
      slug: 'security-council-resolutions-month',
      title: 'How many resolutions will the UN Security Council adopt from {start} to {end}?',
      about: 'Resolutions; presidential statements do not count.',
      outcomes: ['0 or 1', '2 or 3', '4 or 5', '6 or more'],
      prior: [1300, 3500, 3300, 1900],
      tags: ['united-nations'],
      source: { ...un, rule: 'Numbered resolutions by the date of adoption.' },
      days: [-79, -51],
    },
    {
      slug: 'federal-register-pages-week',
      title: 'Will the Federal Register have more than 1,500 pages in the week that ends on {end}?',
      about: 'Pages of the five issues of the week, by printed page numbers.',
      outcomes: ['Yes', 'No'],
      prior: [4100, 5900],
      tags: ['regulation', 'united-states'],
      source: { ...register, rule: 'Last page of the last issue minus the page before the first issue of the week.' },
      days: [-61, -48],
    },
    {
      slug: 'parliament-plenary-roll-calls',
      title: 'How many roll-call votes will the European Parliament hold at the plenary session that ends by {end}?',
      about: 'Votes by roll call, split votes counted one by one.',
      outcomes: ['Below 200', '200 to 399', '400 to 599', '600 or more'],
      prior: [2000, 3700, 2800, 1500],
      tags: ['european-union'],
      source: { ...parliament, rule: 'The results of roll-call votes annexed to the minutes of the session.' },
      days: [-47, -23],
    },
    {
      slug: 'treaty-deposits-quarter',
      title:
        'Will five or more states deposit an instrument on the high seas biodiversity treaty from {start} to {end}?',
      about: 'Ratification, acceptance, approval or accession.',
      outcomes: ['Yes', 'No'],
      prior: [3900, 6100],
      tags: ['treaties', 'oceans'],
      source: {
        name: 'United Nations Treaty Collection',
        url: 'https://treaties.un.org',
        rule: 'Instruments by date of deposit in the status of treaties.',
      },
      days: [-36, -10],
    },
    {
      slug: 'general-assembly-emergency-session',
      title: 'Will an emergency special session of the UN General Assembly meet from {start} to {end}?',
      about: 'A new session or a resumed one; at least one formal meeting within the window.',
      outcomes: ['Yes', 'No'],
      prior: [3000, 7000],
      tags: ['united-nations'],
      source: { ...un, rule: 'Meetings in the Journal of the United Nations.' },
      days: [-22, -1],
      ending: 'unresolved',
    },
    {
      slug: 'world-bank-approvals-quarter',
      title: 'How many new projects will the World Bank’s board approve from {start} to {end}?',
      about:
        'Lending projects of IBRD and IDA by board approval date, including those approved by delegated authority and additional financing of projects that are under way.',
      outcomes: ['Below 40', '40 to 59', '60 to 79', '80 to 99', '100 or more'],
      prior: [1400, 2600, 2900, 1900, 1200],
      tags: ['development'],
      source: {
        name: 'World Bank',
        url: 'https://www.worldbank.org',
        rule: 'Rows of the projects data set by approval date, read ten days after the end.',
      },
      days: [-29, 62],
    },
    {
      slug: 'wto-dispute-requests-next',
      title: 'How many requests for consultations will be filed at the WTO from {start} to {end}?',
      about: 'New disputes by the date on which the request was received.',
      outcomes: ['None', '1', '2', '3 or more'],
      prior: [2700, 3500, 2300, 1500],
      tags: ['trade'],
      source: {
        name: 'World Trade Organization',
        url: 'https://www.wto.org',
        rule: 'The chronological list of dispute cases, read five days after the end.',
      },
      days: [-13, 45],
    },
    {
      slug: 'security-council-veto-next-term',
      title: 'How many vetoes will be cast in the UN Security Council from {start} to {end}?',
      about: 'Negative votes of permanent members that keep a draft from being adopted, counted by draft.',
      outcomes: ['None', '1', '2 or more'],
      prior: [5200, 3200, 1600],
      tags: ['united-nations'],
      source: { ...un, rule: 'The list of vetoes kept by the Dag Hammarskjöld Library.' },
      days: [4, 70],
    },
    {
      slug: 'eu-court-judgments-next-term',
      title:
        'Will the Court of Justice of the European Union deliver a Grand Chamber judgment in each week from {start} to {end}, court vacations excluded?',
      about: 'Judgments and opinions of the Grand Chamber, by the date of delivery.',
      outcomes: ['Yes', 'No'],
      prior: [2200, 7800],
      tags: ['courts', 'european-union'],
      source: {
        name: 'Court of Justice of the European Union',
        url: 'https://curia.europa.eu',
        rule: 'The judicial calendar as published after each week.',
      },
      days: [6, 90],
    },
  ],
};
