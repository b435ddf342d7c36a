import type { CategorySeeds } from './event-seed.js';

const nasa = { name: 'NASA', url: 'https://www.nasa.gov' };
const esa = { name: 'European Space Agency', url: 'https://www.esa.int' };
const swpc = { name: 'NOAA Space Weather Prediction Center', url: 'https://www.swpc.noaa.gov' };

export const spaceEvents: CategorySeeds = {
  category: 'space',
  events: [
    {
      slug: 'orbital-launch-attempts-month',
      title: 'How many orbital launch attempts will be made worldwide from {start} to {end}?',
      about: 'Attempts that leave the pad, successful or not.',
      outcomes: ['Below 18', '18 to 21', '22 to 25', '26 to 29', '30 or more'],
      prior: [1200, 2400, 3100, 2100, 1200],
      tags: ['launches'],
      source: {
        name: 'United Nations Office for Outer Space Affairs',
        url: 'https://www.unoosa.org',
        rule: 'Launches of the window, by UTC, that the index of launched objects or the launching state names within 14 days of its end.',
      },
      days: [-85, -55],
    },
    {
      slug: 'geomagnetic-storm-g4',
      title: 'Will a geomagnetic storm of level G4 or above be observed from {start} to {end}?',
      about: 'A three-hour planetary K index of 8 or more.',
      outcomes: ['Yes', 'No'],
      prior: [2600, 7400],
      tags: ['space-weather'],
      source: { ...swpc, rule: 'Yes as soon as the observed planetary K index reaches 8 in one three-hour period.' },
      days: [-60, -28],
      ending: 'corrected',
    },
    {
      slug: 'near-earth-close-approach',
      title:
        'Will an asteroid be found to pass within one lunar distance on 10 or more occasions from {start} to {end}?',
      about: 'Close approaches to the centre of the Earth, by their nominal distance.',
      outcomes: ['Yes', 'No'],
      prior: [6100, 3900],
      tags: ['asteroids'],
      source: {
        name: 'NASA Center for Near Earth Object Studies',
        url: 'https://cneos.jpl.nasa.gov',
        rule: 'Rows of the close approach table with a nominal distance below 1 LD in the window, read three days after its end.',
      },
      days: [-43, -13],
    },
    {
      slug: 'station-crew-rotation-day',
      title: 'When will the next crewed docking at the International Space Station take place?',
      about:
        'The first docking of a crewed spacecraft after the opening of this event; planned for the middle of the window.',
      outcomes: [
        'In the first week of the window',
        'In the second week',
        'In the third week',
        'Later or not at all by {end}',
      ],
      prior: [1500, 4600, 2300, 1600],
      tags: ['crewed', 'station'],
      source: { ...nasa, rule: 'The time of soft capture as stated by the agency.' },
      days: [-20, 10],
    },
    {
      slug: 'ariane-six-flights-half-year',
      title: 'How many Ariane 6 launches will take place from {start} to {end}?',
      about: 'Launches that leave the pad, successful or not.',
      outcomes: ['None', '1', '2', '3', '4 or more'],
      prior: [600, 2100, 3400, 2600, 1300],
      tags: ['launches', 'europe'],
      source: { ...esa, rule: 'Launches as reported by the agency, by UTC.' },
      days: [-51, 96],
    },
    {
      slug: 'solar-flare-x-class-next',
      title: 'How strong will the strongest solar flare from {start} to {end} be?',
      about: 'Peak soft X-ray flux in the 0.1 to 0.8 nanometre band.',
      outcomes: ['Below M5', 'M5 to M9.9', 'X1 to X1.9', 'X2 to X4.9', 'X5 or above'],
      prior: [2200, 2600, 2500, 1800, 900],
      tags: ['space-weather', 'sun'],
      source: { ...swpc, rule: 'The peak class in the list of events as published one day after the end.' },
      days: [-11, 15],
    },
  ],
};
