import type { CategorySeeds } from './event-seed.js';

const usgs = { name: 'U.S. Geological Survey', url: 'https://www.usgs.gov' };

export const scienceEvents: CategorySeeds = {
  category: 'science',
  events: [
    {
      slug: 'earthquakes-magnitude-seven',
      title: 'How many earthquakes of magnitude 7.0 or more will occur from {start} to {end}?',
      about: 'Worldwide, by the magnitude that the catalogue prefers.',
      outcomes: ['None', '1', '2', '3 or more'],
      prior: [3000, 3500, 2200, 1300],
      tags: ['earthquakes'],
      source: {
        ...usgs,
        rule: 'Events of the ANSS Comprehensive Catalog in the window by UTC, read five days after its end.',
      },
      days: [-87, -60],
    },
    {
      slug: 'gravitational-wave-alerts',
      title: 'Will 5 or more significant gravitational-wave alerts be sent from {start} to {end}?',
      about: 'Public alerts that are marked significant and not retracted.',
      outcomes: ['Yes', 'No'],
      prior: [5800, 4200],
      tags: ['astronomy', 'gravitational-waves'],
      source: {
        name: 'GraceDB',
        url: 'https://gracedb.ligo.org',
        rule: 'Public superevents of the window, by the time of the event in UTC; retracted ones do not count.',
      },
      days: [-63, -35],
    },
    {
      slug: 'sunspot-number-month',
      title: 'What will the mean international sunspot number of the month before {end} be?',
      about: 'The provisional monthly mean of the total sunspot number.',
      outcomes: ['Below 80', '80 to 99', '100 to 119', '120 to 139', '140 or more'],
      prior: [1600, 2300, 2700, 2100, 1300],
      tags: ['sun', 'astronomy'],
      source: {
        name: 'SILSO, Royal Observatory of Belgium',
        url: 'https://www.sidc.be/SILSO',
        rule: 'The provisional mean as first published on the first day of the next month.',
      },
      days: [-55, -24],
      ending: 'split',
    },
    {
      slug: 'kilauea-episode-window',
      title: 'Will a new eruptive episode at the summit of Kīlauea begin from {start} to {end}?',
      about: 'Lava at the surface after a pause of at least 24 hours.',
      outcomes: ['Yes', 'No'],
      prior: [7000, 3000],
      tags: ['volcanoes', 'hawaii'],
      source: {
        name: 'USGS Hawaiian Volcano Observatory',
        url: 'https://www.usgs.gov/observatories/hvo',
        rule: 'The daily updates; the beginning of an episode is the time that they state.',
      },
      days: [-21, -5],
      ending: 'early',
    },
    {
      slug: 'co2-mauna-loa-weekly-peak',
      title:
        'What will be the highest weekly mean of carbon dioxide at Mauna Loa from {start} to {end}, compared with the year before?',
      about: 'Weekly means in parts per million, against the highest of the same weeks one year earlier.',
      outcomes: ['Up by less than 2 ppm', 'Up by 2 to 3 ppm', 'Up by more than 3 ppm'],
      prior: [2700, 4500, 2800],
      tags: ['climate', 'carbon-dioxide'],
      source: {
        name: 'NOAA Global Monitoring Laboratory',
        url: 'https://gml.noaa.gov',
        rule: 'Weekly averages as published one week after the end of the window.',
      },
      days: [-46, 31],
    },
    {
      slug: 'iceland-eruption-next-months',
      title: 'Will an eruption begin on the Reykjanes peninsula from {start} to {end}?',
      about: 'A new eruption, not the continuation of one that is under way.',
      outcomes: ['Yes', 'No'],
      prior: [3800, 6200],
      tags: ['volcanoes', 'iceland'],
      source: {
        name: 'Icelandic Meteorological Office',
        url: 'https://en.vedur.is',
        rule: 'Yes if the office announces that magma has reached the surface within the window.',
      },
      days: [-30, 84],
    },
  ],
};
