import type { Event } from '../../../../client/client';
import { Button, type ButtonKind, ButtonLink } from '../../../components/button';
import { useDialog } from '../action-dialog';
import { ProposeDialog } from './propose-dialog';
import { ResolveDialog } from './resolve-dialog';
import { TransitionDialog } from './transition-dialog';

type Verb = 'pause' | 'resume' | 'close' | 'reopen' | 'propose' | 'confirm' | 'resolve' | 'void' | 'correct';

interface Action {
  readonly verb: Verb;
  readonly label: string;
  readonly kind?: ButtonKind;
}

const actions: Readonly<Record<Verb, Action>> = {
  pause: { verb: 'pause', label: 'Pause' },
  resume: { verb: 'resume', label: 'Resume', kind: 'primary' },
  close: { verb: 'close', label: 'Close now' },
  reopen: { verb: 'reopen', label: 'Reopen' },
  propose: { verb: 'propose', label: 'Propose a resolution', kind: 'primary' },
  confirm: { verb: 'confirm', label: 'Confirm the proposal', kind: 'primary' },
  resolve: { verb: 'resolve', label: 'Resolve' },
  void: { verb: 'void', label: 'Void', kind: 'danger' },
  correct: { verb: 'correct', label: 'Correct the resolution', kind: 'danger' },
};

function verbsFor({ status, proposal }: Event): readonly Verb[] {
  switch (status) {
    case 'scheduled':
      return ['void'];
    case 'active':
      return ['pause', 'close', 'resolve', 'void'];
    case 'paused':
      return ['resume', 'close', 'resolve', 'void'];
    case 'closed':
      if (!proposal) return ['propose', 'reopen', 'resolve', 'void'];
      if (proposal.challengeEndsAt === null) return ['confirm', 'propose', 'reopen', 'resolve', 'void'];
      return ['resolve', 'reopen', 'void'];
    default:
      return ['correct'];
  }
}

/** Resolving is the next step of an event whose proposal was disputed. */
function kindOf(verb: Verb, { proposal }: Event): ButtonKind {
  if (verb === 'resolve' && proposal && proposal.disputes > 0) return 'primary';
  return actions[verb].kind ?? 'secondary';
}

function ActiveDialog({ verb, event, onClose }: { verb: Verb; event: Event; onClose: () => void }) {
  if (verb === 'propose') return <ProposeDialog event={event} onClose={onClose} />;
  if (verb === 'resolve' || verb === 'void' || verb === 'correct') {
    return <ResolveDialog event={event} verb={verb} onClose={onClose} />;
  }
  return <TransitionDialog event={event} verb={verb} onClose={onClose} />;
}

/** The available actions for an event in its current state. */
export function EventActions({ event }: { event: Event }) {
  const { subject, open, close } = useDialog<Verb>();
  const isDecided = event.status === 'resolved' || event.status === 'void';
  return (
    <div className="flex flex-wrap gap-2">
      {verbsFor(event).map(verb => (
        <Button key={verb} kind={kindOf(verb, event)} onClick={() => open(verb)}>
          {actions[verb].label}
        </Button>
      ))}
      {!isDecided && (
        <ButtonLink to="/operator/events/$slug/edit" params={{ slug: event.slug }}>
          Edit
        </ButtonLink>
      )}
      {subject && <ActiveDialog verb={subject} event={event} onClose={close} />}
    </div>
  );
}
