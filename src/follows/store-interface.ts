import type { MarketStatus } from '../engine/lifecycle.js';

/** Follows of people. Times are epoch milliseconds. */

/** The last follow of a page. */
export interface FollowCursor {
  readonly at: number;
  readonly id: string;
}

export interface FollowPage {
  readonly personId: string;
  readonly before: FollowCursor | null;
  readonly limit: number;
}

export interface FollowedEvent {
  readonly eventId: string;
  readonly slug: string;
  readonly title: string;
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
  readonly followedAt: number;
}

export interface FollowedPlayer {
  readonly playerId: string;
  readonly followedAt: number;
}

/** A followed event whose trading ends soon, with the people to notify. */
export interface ClosingEvent {
  readonly eventId: string;
  readonly slug: string;
  readonly title: string;
  readonly endsAt: number;
}

export interface FollowReads {
  /** Most recently followed first. */
  events(page: FollowPage): Promise<FollowedEvent[]>;
  players(page: FollowPage): Promise<FollowedPlayer[]>;
  /** Open events that end before a time and have followers who have not been notified. */
  closing(before: number, limit: number): Promise<ClosingEvent[]>;
}

export interface FollowWrites extends FollowReads {
  /** When the person began to follow it; null if the person follows too many. */
  followEvent(personId: string, eventId: string, at: number, max: number): Promise<number | null>;
  followPlayer(personId: string, playerId: string, at: number, max: number): Promise<number | null>;
  unfollowEvent(personId: string, eventId: string): Promise<void>;
  unfollowPlayer(personId: string, playerId: string): Promise<void>;
  /** Marks the followers of an event as notified and returns those who had not been. */
  markClosing(eventId: string, at: number): Promise<string[]>;
  /** Deletes the follows of a person whose account is deleted. */
  deleteOf(personId: string): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly follows: FollowReads;
  }
  interface Writes {
    readonly follows: FollowWrites;
  }
}
