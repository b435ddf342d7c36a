import type { CategorySeeds } from './event-seed.js';

const noaa = { name: 'NOAA National Centers for Environmental Information', url: 'https://www.ncei.noaa.gov' };
const metOffice = { name: 'Met Office', url: 'https://www.metoffice.gov.uk' };
const copernicus = { name: 'Copernicus Climate Change Service', url: 'https://climate.copernicus.eu' };

export const weatherEvents: CategorySeeds = {
  category: 'weather',
  events: [
    {
      slug: 'heathrow-rain-days',
      title: 'On how many of the ten days up to {end} will it rain at Heathrow?',
      about: 'Days with at least 0.2 mm between 09:00 and 09:00 UTC.',
      outcomes: ['0 or 1', '2 or 3', '4 or 5', '6 or 7', '8 or more'],
      prior: [1200, 2500, 3000, 2200, 1100],
      tags: ['rain', 'london'],
      source: { ...metOffice, rule: 'Daily rainfall at the Heathrow station. A day without a value counts as dry.' },
      days: [-80, -66],
    },
    {
      slug: 'global-surface-air-month-rank',
      title: 'Will the month before {end} be among the three warmest of its name in the global record?',
      about: 'The global mean surface air temperature of the ERA5 data set.',
      outcomes: ['Yes', 'No'],
      prior: [8200, 1800],
      tags: ['climate', 'temperature'],
      source: { ...copernicus, rule: 'The rank stated in the monthly surface air temperature bulletin.' },
      days: [-75, -41],
    },
    {
      slug: 'named-atlantic-storms-window',
      title: 'How many Atlantic tropical cyclones will be named from {start} to {end}?',
      about: 'Tropical or subtropical storms that receive a name within the window.',
      outcomes: ['None', '1', '2', '3', '4 or more'],
      prior: [2600, 2500, 2100, 1500, 1300],
      tags: ['storms', 'atlantic'],
      source: {
        name: 'NOAA National Hurricane Center',
        url: 'https://www.nhc.noaa.gov',
        rule: 'Names given in advisories issued in the window, by UTC. Re-analysis does not count.',
      },
      days: [-66, -22],
    },
    {
      slug: 'zurich-first-heat-threshold',
      title: 'Will Zürich / Fluntern measure 20 °C or more on any day from {start} to {end}?',
      about: 'The daily maximum of air temperature two metres above ground.',
      outcomes: ['Yes', 'No'],
      prior: [5500, 4500],
      tags: ['temperature', 'switzerland'],
      source: {
        name: 'MeteoSwiss',
        url: 'https://www.meteoswiss.admin.ch',
        rule: 'Yes as soon as one daily maximum reaches 20.0 °C.',
      },
      days: [-38, -15],
      ending: 'void',
    },
    {
      slug: 'enso-state-next-update',
      title: 'Which state will the ENSO diagnostic discussion due by {end} call most likely for the coming season?',
      about: 'El Niño, La Niña or neutral conditions in the tropical Pacific.',
      outcomes: ['El Niño', 'Neutral', 'La Niña'],
      prior: [2800, 4900, 2300],
      tags: ['climate', 'pacific'],
      source: {
        name: 'NOAA Climate Prediction Center',
        url: 'https://www.cpc.ncep.noaa.gov',
        rule: 'The state with the highest stated probability for the next overlapping three-month season.',
      },
      days: [-27, 12],
    },
    {
      slug: 'arctic-sea-ice-extent-rank',
      title: 'Where will the Arctic sea ice extent of {month} rank among the same months of the satellite record?',
      about: 'The monthly mean extent; rank 1 is the lowest.',
      outcomes: ['1 to 3', '4 to 8', '9 to 15', '16 or higher'],
      prior: [2600, 3900, 2600, 900],
      tags: ['climate', 'arctic'],
      source: {
        name: 'National Snow and Ice Data Center',
        url: 'https://nsidc.org',
        rule: 'The rank in the Sea Ice Index, version in force on the day of publication.',
      },
      days: [-48, 34],
    },
    {
      slug: 'global-land-ocean-anomaly-next',
      title: 'What will the global land and ocean temperature anomaly of {month} be?',
      about: 'Against the mean of the 20th century, in the monthly climate report.',
      outcomes: ['Below 0.90 °C', '0.90 to 0.99', '1.00 to 1.09', '1.10 to 1.19', '1.20 to 1.29', '1.30 °C or more'],
      prior: [900, 1700, 2600, 2500, 1500, 800],
      tags: ['climate', 'temperature'],
      source: { ...noaa, rule: 'The two-decimal anomaly as first published for that month.' },
      days: [-12, 47],
    },
  ],
};
