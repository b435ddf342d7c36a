import type { CategorySeeds } from './event-seed.js';

const arxiv = { name: 'arXiv', url: 'https://arxiv.org' };
const mlcommons = { name: 'MLCommons', url: 'https://mlcommons.org' };
const arc = { name: 'ARC Prize Foundation', url: 'https://arcprize.org' };

export const aiEvents: CategorySeeds = {
  category: 'ai',
  events: [
    {
      slug: 'arxiv-cs-lg-weekly-count',
      title: 'How many new papers will arXiv list first under machine learning (cs.LG) in the week up to {end}?',
      about: 'New submissions with cs.LG as their primary category; cross-lists and replacements do not count.',
      outcomes: ['Below 700', '700 to 799', '800 to 899', '900 to 999', '1,000 or more'],
      prior: [1400, 2300, 2800, 2200, 1300],
      tags: ['research', 'machine-learning'],
      source: { ...arxiv, rule: 'Sum of the daily listings whose announcement falls into the seven days, by UTC.' },
      days: [-82, -70],
    },
    {
      slug: 'mlperf-training-new-submitter',
      title: 'Will the MLPerf Training round due by {end} contain a first-time submitter?',
      about: 'An organisation that has taken part in no earlier round of MLPerf Training.',
      outcomes: ['Yes', 'No'],
      prior: [8000, 2000],
      tags: ['benchmarks', 'hardware'],
      source: {
        ...mlcommons,
        rule: 'The announcement of results, or the table of results where it names no newcomers.',
      },
      days: [-73, -39],
    },
    {
      slug: 'open-weights-leader-share',
      title:
        'How many of the ten most downloaded text-generation models will be new to the top ten on {end}, compared with {start}?',
      about: 'Models on the hub, sorted by downloads over the last 30 days.',
      outcomes: ['None', '1', '2', '3', '4 or more'],
      prior: [1100, 2200, 2800, 2200, 1700],
      tags: ['models', 'open-weights'],
      source: {
        name: 'Hugging Face',
        url: 'https://huggingface.co',
        rule: 'The sorted list at 12:00 UTC on both days, filtered by the task text generation.',
      },
      days: [-57, -29],
    },
    {
      slug: 'incident-database-month',
      title: 'Will the AI Incident Database add 25 or more incident ids from {start} to {end}?',
      about: 'Incidents, not the reports that are attached to them.',
      outcomes: ['Yes', 'No'],
      prior: [4400, 5600],
      tags: ['safety'],
      source: {
        name: 'AI Incident Database',
        url: 'https://incidentdatabase.ai',
        rule: 'The difference of the highest public incident ids at 00:00 UTC of both days.',
      },
      days: [-34, -4],
    },
    {
      slug: 'arc-prize-verified-record',
      title: 'Will a higher verified score than on {start} stand on the ARC-AGI-2 leaderboard on {end}?',
      about: 'The semi-private evaluation, verified entries only, at any cost per task.',
      outcomes: ['Yes', 'No'],
      prior: [6400, 3600],
      tags: ['benchmarks', 'reasoning'],
      source: { ...arc, rule: 'The highest verified score shown on the leaderboard on both days.' },
      days: [-41, 24],
    },
    {
      slug: 'ai-act-guidance-published',
      title: 'How many documents of guidance on the AI Act will the European Commission publish from {start} to {end}?',
      about: 'Guidelines, codes of practice and templates; press releases do not count.',
      outcomes: ['None', '1', '2', '3 or more'],
      prior: [2900, 3400, 2200, 1500],
      tags: ['regulation', 'europe'],
      source: {
        name: 'European Commission',
        url: 'https://digital-strategy.ec.europa.eu',
        rule: 'Items in the library of the AI Act section with a publication date in the window.',
      },
      days: [-22, 66],
    },
    {
      slug: 'code-benchmark-next-step',
      title: 'What will be the best verified score on SWE-bench Verified on {end}, compared with {start}?',
      about: 'Resolved tasks in percent; only entries that the maintainers have verified count.',
      outcomes: [
        'No better',
        'Better by less than 2 points',
        'Better by 2 to 5 points',
        'Better by more than 5 points',
      ],
      prior: [3300, 3500, 2300, 900],
      tags: ['benchmarks', 'software'],
      source: {
        name: 'SWE-bench',
        url: 'https://www.swebench.com',
        rule: 'The highest verified entry on the leaderboard at 12:00 UTC of both days.',
      },
      days: [-16, 38],
    },
  ],
};
