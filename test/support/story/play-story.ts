import type { RecordedExample } from '../../../src/contract/examples.js';
import { assertBooksBalance } from '../assert-books-balance.js';
import { startOperatorService } from '../operator-service.js';
import { requestMarkets, takePart } from './community-chapter.js';
import { ExampleCheck } from './example-check.js';
import { readData, readMarkets } from './market-data-chapter.js';
import { changeStatus, openEvents } from './markets-chapter.js';
import { gatherCast, leaveArena, manageAccount, manageAgents, returnInMay } from './people-chapter.js';
import { forecast, trade } from './play-chapter.js';
import { certify, practise } from './practice-chapter.js';
import { Recorder } from './recorder.js';
import { score } from './scoring-chapter.js';
import { discover, runArena } from './service-chapter.js';
import { shorten } from './shorten.js';
import { connectVenues, playFixture } from './sources-chapter.js';
import { Mailbox, publicUrl, Story } from './story.js';

/** The default of the service. */
const addressReadsPerMinute = 1200;

async function playArena(recorder: Recorder): Promise<void> {
  const mailbox = new Mailbox();
  const service = await startOperatorService({ publicUrl, addressReadsPerMinute, mailer: mailbox });
  try {
    const story = new Story(service, recorder, mailbox);
    const cast = await gatherCast(story);
    await manageAccount(story, cast);
    await manageAgents(story, cast);
    const plan = { plan: 'enterprise', reason: 'Research partner.' };
    await story.operate('setPlayerPlan', { params: { handle: cast.atlas.handle }, json: plan });
    const events = await openEvents(story);
    await trade(story, cast, events);
    await forecast(story, cast, events);
    await requestMarkets(story, cast, events);
    await readMarkets(story, cast, events);
    await connectVenues(story, events.rain);
    await readData(story, cast, events);
    await playFixture(story);
    await certify(story, cast.atlas);
    await changeStatus(story, events);
    await discover(story, cast);
    const later = await returnInMay(story, cast);
    await score(story, later, events);
    await takePart(story, later, events);
    await leaveArena(story);
    await runArena(story, later);
    await assertBooksBalance(service.store);
  } finally {
    await service.stop();
  }
}

async function playPractice(recorder: Recorder): Promise<void> {
  const service = await startOperatorService({ publicUrl, addressReadsPerMinute, practice: true });
  try {
    await practise(service, recorder);
    await assertBooksBalance(service.store);
  } finally {
    await service.stop();
  }
}

function shortened(recorded: Readonly<Record<string, RecordedExample>>): Record<string, RecordedExample> {
  const check = new ExampleCheck();
  const short = (id: string, part: string, body: unknown) =>
    shorten(body, value => check.problem(id, part, value) === null);
  return Object.fromEntries(
    Object.entries(recorded).map(([id, { request, replies }]) => [
      id,
      {
        ...(request === undefined ? {} : { request: short(id, 'request', request) }),
        replies: Object.fromEntries(Object.entries(replies).map(([status, body]) => [status, short(id, status, body)])),
      },
    ]),
  );
}

/** Plays the story in two arenas and returns the text of contract/examples.json. */
export async function playStory(): Promise<string> {
  const recorder = new Recorder();
  await playArena(recorder);
  await playPractice(recorder);
  return `${JSON.stringify(shortened(recorder.recorded()), null, 2)}\n`;
}
