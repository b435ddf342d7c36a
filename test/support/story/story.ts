import { expect } from 'vitest';
import type { Mailer } from '../../../src/people/confirmations.js';
import type { Mail } from '../../../src/people/rules/mails.js';
import { type OperatorService, operatorHeaders } from '../operator-service.js';
import { type CallReply, cookieOf } from '../test-service.js';
import type { RecordedCall, Recorder } from './recorder.js';

export const publicUrl = 'https://presage.example';
export const password = 'correct horse battery';

const browser = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface Member {
  readonly id: string;
  readonly handle: string;
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StoryAgent {
  readonly id: string;
  readonly handle: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Delivers emails to a list. */
export class Mailbox implements Mailer {
  readonly isEnabled = true;
  private readonly received: Mail[] = [];

  queue(mail: Mail): void {
    this.received.push(mail);
  }
  async flush(): Promise<void> {}
  async close(): Promise<void> {}

  /** The one-time token of the newest email to an address. */
  tokenFor(email: string): string {
    const text = this.received.findLast(({ to }) => to === email)?.text ?? '';
    const token = /#[a-z-]+=([\w-]{43})/.exec(text)?.[1];
    if (token === undefined) throw new Error(`no token in the email to ${email}: ${text}`);
    return token;
  }
}

/** The arena of the story, and its recorded calls. */
export class Story {
  constructor(
    readonly service: OperatorService,
    readonly recorder: Recorder,
    readonly mailbox: Mailbox,
  ) {}

  send(id: string, call?: RecordedCall): Promise<CallReply> {
    return this.recorder.send(this.service, id, call);
  }

  /** Returns the body of the reply. */
  async record(id: string, call?: RecordedCall): Promise<CallReply['body']> {
    return (await this.send(id, call)).body;
  }

  /** The operator's call. */
  operate(id: string, call: RecordedCall = {}): Promise<CallReply['body']> {
    return this.record(id, { ...call, headers: { ...operatorHeaders, ...call.headers } });
  }

  /** Sends the same request twice, which records the result and its replay. Returns the result. */
  async recordReplay(id: string, call: RecordedCall): Promise<CallReply['body']> {
    const first = await this.send(id, call);
    const again = await this.send(id, call);
    expect([first.status, again.status], `${id}: ${again.text}`).toEqual([201, 200]);
    return first.body;
  }

  operateReplay(id: string, call: RecordedCall): Promise<CallReply['body']> {
    return this.recordReplay(id, { ...call, headers: { ...operatorHeaders, ...call.headers } });
  }

  /** Signs up with a confirmed email. Budgets of sign-ups and emails are per hour. */
  async join(displayName: string): Promise<Member> {
    this.service.clock.forward(3_600_000);
    const email = `${displayName.split(' ')[0].toLowerCase()}@example.org`;
    const headers = { 'user-agent': browser };
    await this.send('signUp', { headers, json: { email, password, displayName } });
    const json = { token: this.mailbox.tokenFor(email), password };
    return this.memberOf(await this.send('confirmSignUp', { headers, json }));
  }

  /** The person that a reply signs in. */
  memberOf(reply: CallReply): Member {
    const { id, handle, email } = reply.body.person;
    return { id, handle, email, headers: { cookie: cookieOf(reply), 'user-agent': browser } };
  }

  /** Registers an agent and issues its key. */
  async register(
    owner: Member,
    agent: { readonly name: string; readonly [member: string]: string },
  ): Promise<StoryAgent> {
    const named = (key: string) => ({ ...owner.headers, 'idempotency-key': key });
    const { agent: created } = await this.recordReplay('createAgent', {
      headers: named(`register-${agent.name.toLowerCase().replaceAll(' ', '-')}`),
      json: agent,
    });
    const { secret } = await this.recordReplay('createKey', {
      headers: named(`first-key-of-${created.handle}`),
      params: { agentId: created.id },
      json: {},
    });
    const headers = { authorization: `Bearer ${secret}`, 'user-agent': `${created.handle}/1.4` };
    return { id: created.id, handle: created.handle, key: secret, headers };
  }
}
