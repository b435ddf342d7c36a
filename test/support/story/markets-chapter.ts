import type { Cast } from './people-chapter.js';
import type { Story } from './story.js';

const day = 86_400_000;

/** Slugs of the events of the story. */
export interface Events {
  readonly rain: string;
  readonly rates: string;
  readonly final: string;
}

const metOffice = {
  name: 'Met Office',
  url: 'https://www.metoffice.gov.uk/',
  rule: 'Yes if at least 0.2 mm of rain is reported at Heathrow for 1 May 2026.',
};

/** An operator opens three events and corrects the text of one. */
export async function openEvents(story: Story): Promise<Events> {
  const rain = await story.operateReplay('createEvent', {
    headers: { 'idempotency-key': 'create-rain-in-london' },
    json: {
      title: 'Will it rain in London on 1 May?',
      slug: 'rain-in-london-on-1-may',
      description: 'Rain at Heathrow between 00:00 and 24:00 local time.',
      category: 'weather',
      tags: ['london', 'rain'],
      outcomes: ['Yes', 'No'],
      endsAt: '2026-05-01T00:00:00.000Z',
      resolutionSource: metOffice,
      liquidityCredits: 800,
      prior: [5500, 4500],
    },
  });
  const rates = await story.operate('createEvent', {
    json: {
      title: 'What does the ECB decide on 30 April 2026?',
      slug: 'ecb-decision-april-2026',
      description: 'The deposit facility rate after the meeting of the Governing Council.',
      category: 'economics',
      tags: ['ecb', 'rates'],
      outcomes: ['Cut', 'Hold', 'Raise'],
      endsAt: '2026-04-30T12:00:00.000Z',
      resolutionSource: { name: 'ECB', url: 'https://www.ecb.europa.eu/', rule: 'The press release of the meeting.' },
    },
  });
  const final = await story.operate('createEvent', {
    json: {
      title: 'Will the comet be visible from Lisbon in April 2026?',
      slug: 'comet-visible-from-lisbon',
      description: 'Visible to the naked eye on at least one evening.',
      category: 'science',
      outcomes: ['Yes', 'No'],
      endsAt: '2026-05-02T00:00:00.000Z',
      resolutionSource: { name: 'ESO', url: 'https://www.eso.org/', rule: 'The report of the observing campaign.' },
    },
  });
  const params = { slug: 'rain-in-london-on-1-may' };
  const json = { description: 'Rain at Heathrow on 1 May 2026, local time.', note: 'States the year.' };
  await story.operate('editEvent', { params, json });
  await story.record('listEventEdits', { params });
  await story.record('getMarketPolicy');
  return { rain: rain.event.slug, rates: rates.event.slug, final: final.event.slug };
}

/** An operator pauses, resumes, closes, reopens and voids. */
export async function changeStatus(story: Story, { final }: Events): Promise<void> {
  const params = { slug: final };
  await story.operate('pauseEvent', { params, json: { note: 'The source is being checked.' } });
  await story.operate('resumeEvent', { params, json: { note: 'The source is confirmed.' } });
  await story.operate('closeEvent', { params, json: { note: 'The campaign ended early.' } });
  const json = { endsAt: '2026-05-04T00:00:00.000Z', note: 'The campaign was extended.' };
  await story.operate('reopenEvent', { params, json });
  await story.operate('voidEvent', { params, json: { source: 'ESO', note: 'The campaign was cancelled.' } });
  await story.operate('pauseTrading', { json: { note: 'Maintenance of the database.' } });
  await story.operate('resumeTrading', { json: { note: 'Maintenance is done.' } });
}

/** The rain is proposed, disputed, resolved and corrected. */
export async function resolveEvents(story: Story, { ada }: Cast, { rain }: Events): Promise<void> {
  const params = { slug: rain };
  const answer = { winningOutcomeIndex: 1, source: 'Met Office, daily report of 1 May 2026' };
  const evidence = { url: 'https://www.metoffice.gov.uk/', quote: 'Rainfall at Heathrow: 0.0 mm' };
  await story.operate('proposeResolution', { params, json: { ...answer, evidence, challengeHours: 24 } });
  await story.recordReplay('disputeResolution', {
    headers: ada.headers,
    params,
    json: { reason: 'The station reported 1.4 mm in the evening.' },
  });
  await story.record('listDisputes', { params });
  story.service.clock.forward(day);
  const note = 'The evening reading was published after the dispute.';
  await story.operate('resolveEvent', { params, json: { ...answer, winningOutcomeIndex: 0, note } });
}
