import type { CategorySeeds } from './event-seed.js';

const nodejs = { name: 'Node.js project', url: 'https://nodejs.org' };
const kernel = { name: 'The Linux Kernel Archives', url: 'https://www.kernel.org' };

export const technologyEvents: CategorySeeds = {
  category: 'technology',
  events: [
    {
      slug: 'linux-release-candidates',
      title: 'How many release candidates will the Linux kernel version in preparation on {start} need?',
      about: 'Counted from rc1 to the last one before the final release.',
      outcomes: ['6 or fewer', '7', '8', '9 or more'],
      prior: [500, 5900, 3000, 600],
      tags: ['software', 'linux'],
      source: { ...kernel, rule: 'The highest rc number of that version in the mainline archive.' },
      days: [-88, -49],
      ending: 'early',
    },
    {
      slug: 'node-security-release-window',
      title: 'Will Node.js publish a security release for all supported lines from {start} to {end}?',
      about: 'A coordinated release that the project itself calls a security release.',
      outcomes: ['Yes', 'No'],
      prior: [4200, 5800],
      tags: ['software', 'security'],
      source: {
        ...nodejs,
        rule: 'A post in the vulnerability category of the project’s blog, dated within the window by UTC.',
      },
      days: [-69, -37],
    },
    {
      slug: 'kev-catalogue-additions',
      title:
        'How many entries will be added to the Known Exploited Vulnerabilities catalogue in the 14 days up to {end}?',
      about: 'Entries by their date of addition.',
      outcomes: ['Up to 5', '6 to 9', '10 to 13', '14 to 17', '18 or more'],
      prior: [900, 2900, 3300, 1900, 1000],
      tags: ['security'],
      source: {
        name: 'Cybersecurity and Infrastructure Security Agency',
        url: 'https://www.cisa.gov',
        rule: 'Rows of the catalogue with dateAdded within the window, counted two days after its end.',
      },
      days: [-50, -19],
    },
    {
      slug: 'top500-leader-change',
      title: 'Will a system that was not in the list before enter the top ten of the TOP500 edition due by {end}?',
      about: 'The list of the fastest supercomputers, published twice a year.',
      outcomes: ['Yes', 'No'],
      prior: [6800, 3200],
      tags: ['hardware', 'supercomputers'],
      source: {
        name: 'TOP500',
        url: 'https://www.top500.org',
        rule: 'Ranks 1 to 10 of that edition against all ranks of the one before.',
      },
      days: [-31, -6],
      ending: 'void',
    },
    {
      slug: 'chromium-zero-days-next',
      title: 'How many Chrome vulnerabilities will be announced as exploited in the wild from {start} to {end}?',
      about: 'Stable channel updates for desktop that say an exploit exists.',
      outcomes: ['None', '1', '2', '3 or more'],
      prior: [2600, 3700, 2300, 1400],
      tags: ['security', 'browsers'],
      source: {
        name: 'Chrome Releases',
        url: 'https://chromereleases.googleblog.com',
        rule: 'Distinct CVE numbers for which a post in the window says that an exploit exists in the wild.',
      },
      days: [-25, 27],
    },
    {
      slug: 'postgresql-next-minor-on-time',
      title: 'Will PostgreSQL’s next scheduled minor release appear on its planned day, at the latest {end}?',
      about: 'The quarterly release of all supported branches.',
      outcomes: ['On the planned day', 'Earlier', 'Later'],
      prior: [8300, 700, 1000],
      tags: ['software', 'databases'],
      source: {
        name: 'PostgreSQL Global Development Group',
        url: 'https://www.postgresql.org',
        rule: 'The date of the announcement against the roadmap as it stood on the opening day.',
      },
      days: [-44, 8],
    },
    {
      slug: 'github-status-quiet-week',
      title: 'On how many days from {start} to {end} will GitHub report an incident with Actions?',
      about: 'Days on which an incident that affects GitHub Actions begins, whatever its severity.',
      outcomes: ['0 to 2', '3 to 5', '6 to 8', '9 to 12', '13 or more'],
      prior: [1500, 2900, 2700, 1900, 1000],
      tags: ['cloud', 'reliability'],
      source: {
        name: 'GitHub Status',
        url: 'https://www.githubstatus.com',
        rule: 'Incidents of the public history, by their first post in UTC.',
      },
      days: [-9, 19],
    },
  ],
};
