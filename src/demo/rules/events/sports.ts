import type { CategorySeeds } from './event-seed.js';

const fide = { name: 'International Chess Federation (FIDE)', url: 'https://www.fide.com' };
const atp = { name: 'ATP Tour', url: 'https://www.atptour.com' };
const fifa = { name: 'FIFA', url: 'https://inside.fifa.com' };

export const sportsEvents: CategorySeeds = {
  category: 'sports',
  events: [
    {
      slug: 'fide-classical-top-ten-change',
      title: 'How many players will enter the top ten of FIDE’s classical list of {month}?',
      about: 'Open list; players in the top ten who were not in it one month before.',
      outcomes: ['None', '1', '2', '3 or more'],
      prior: [4600, 3600, 1300, 500],
      tags: ['chess'],
      source: { ...fide, rule: 'The published list of the month. Players tied at rank ten all count as in.' },
      days: [-83, -53],
    },
    {
      slug: 'atp-top-hundred-teenagers',
      title: 'Will three or more teenagers be in the ATP singles top 100 on {end}?',
      about: 'Players who have not turned 20 by that day.',
      outcomes: ['Yes', 'No'],
      prior: [5700, 4300],
      tags: ['tennis'],
      source: { ...atp, rule: 'The ranking in force on the last day.' },
      days: [-68, -44],
    },
    {
      slug: 'athletics-world-record-ratified',
      title: 'In how many disciplines will World Athletics ratify a world record from {start} to {end}?',
      about: 'Senior world records, outdoors and indoors, by the date of ratification.',
      outcomes: ['None', '1 or 2', '3 or 4', '5 or more'],
      prior: [2400, 3600, 2500, 1500],
      tags: ['athletics'],
      source: {
        name: 'World Athletics',
        url: 'https://worldathletics.org',
        rule: 'Ratifications announced on the federation’s pages in the window; one announcement may hold several.',
      },
      days: [-56, -21],
    },
    {
      slug: 'test-cricket-draw-streak',
      title: 'Will the next men’s Test match that begins after {start} end in a draw, by {end}?',
      about: 'A match between two full members; abandoned matches count as draws.',
      outcomes: ['Draw', 'A side wins or a tie'],
      prior: [1900, 8100],
      tags: ['cricket'],
      source: {
        name: 'International Cricket Council',
        url: 'https://www.icc-cricket.com',
        rule: 'The official result of the match. Without a match that ends in the window the event is void.',
      },
      days: [-32, -17],
      ending: 'void',
    },
    {
      slug: 'cycling-grand-tour-margin',
      title: 'By what margin will the next UCI WorldTour stage race that ends by {end} be won?',
      about: 'The gap between first and second in the final general classification.',
      outcomes: ['Below 10 seconds', '10 to 29 seconds', '30 to 59 seconds', 'One minute or more'],
      prior: [2200, 3100, 2600, 2100],
      tags: ['cycling'],
      source: {
        name: 'Union Cycliste Internationale',
        url: 'https://www.uci.org',
        rule: 'The official general classification, bonuses included.',
      },
      days: [-18, -2],
    },
    {
      slug: 'fifa-ranking-top-spot',
      title: 'Which confederation’s teams will gain most places in the top 50 of the men’s FIFA ranking due by {end}?',
      about: 'Counted by teams in the top 50, compared with the ranking in force on {start}.',
      outcomes: ['AFC', 'CAF', 'CONCACAF', 'CONMEBOL', 'OFC', 'UEFA', 'Two or more alike', 'No change'],
      prior: [1300, 1700, 1100, 1000, 300, 1600, 1500, 1500],
      tags: ['football'],
      source: { ...fifa, rule: 'The published ranking; the confederation with the largest net gain of places.' },
      days: [-39, 29],
    },
    {
      slug: 'marathon-majors-course-record',
      title: 'Will a course record fall, for men or women, at the next Abbott World Marathon Majors race by {end}?',
      about: 'Open races on foot; wheelchair races do not count.',
      outcomes: ['Both', 'Men only', 'Women only', 'Neither'],
      prior: [700, 1500, 1900, 5900],
      tags: ['athletics', 'marathon'],
      source: {
        name: 'World Marathon Majors',
        url: 'https://www.worldmarathonmajors.com',
        rule: 'Official results of the race as published two days after it.',
      },
      days: [-28, 44],
    },
    {
      slug: 'wta-new-champion-streak',
      title: 'Will the next four WTA 500 tournaments that end by {end} have four different singles champions?',
      about: 'Main draws; a final that is not played counts as a champion of its own.',
      outcomes: ['Yes', 'No'],
      prior: [7400, 2600],
      tags: ['tennis'],
      source: {
        name: 'WTA',
        url: 'https://www.wtatennis.com',
        rule: 'The champions on the tour’s pages. With fewer than four tournaments the event is void.',
      },
      days: [-8, 58],
    },
  ],
};
