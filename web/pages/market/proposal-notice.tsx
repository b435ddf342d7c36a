import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Dispute, Event, EventProposal } from '../../../client/client';
import { client, failureText } from '../../api/client';
import { disputesQuery } from '../../api/market-queries';
import { useSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorText } from '../../components/error-text';
import { TextArea } from '../../components/field';
import { Icon } from '../../components/icon';
import { PlayerBadge } from '../../components/player-badge';
import { ReportButton } from '../../components/report-button';
import { TimeAgo, TimeUntil } from '../../components/time';
import { count, percent } from '../../format/numbers';
import { showToast } from '../../shell/toasts';
import { useMarket } from './market-context';
import { SourceLink } from './source-link';

function answerOf({ outcomes }: Event, { resolution }: EventProposal): string {
  if (resolution.kind === 'void') return 'Void';
  if (resolution.winningOutcomeIndex !== null) return outcomes[resolution.winningOutcomeIndex]?.label ?? '';
  return (resolution.payoutBps ?? []).map((bps, index) => `${outcomes[index]?.label} ${percent(bps / 100)}`).join(', ');
}

function DisputeForm({ onClose }: { onClose: () => void }) {
  const { event } = useMarket();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: () => client.call('disputeResolution', { params: { slug: event.slug }, body: { reason } }),
    onSuccess({ event: changed }) {
      queries.setQueryData(['event', event.slug], changed);
      void queries.invalidateQueries({ queryKey: ['disputes', event.slug] });
      showToast('Dispute filed', 'The proposal now waits for an operator.');
      onClose();
    },
  });
  const submit = (form: FormEvent) => {
    form.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-3">
      <TextArea
        label="Why the proposed answer is wrong"
        required
        minLength={10}
        maxLength={2000}
        rows={4}
        value={reason}
        onChange={change => setReason(change.target.value)}
        hint="Public, under your name. Name the source that shows it."
      />
      {send.error && <ErrorText text={failureText(send.error)} />}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={send.isPending}>
          Dispute the proposal
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function DisputeItem({ dispute }: { dispute: Dispute }) {
  return (
    <li className="border-t border-line py-2">
      <div className="flex items-center gap-2 text-12 text-quiet">
        <PlayerBadge handle={dispute.handle} kind="human" />
        <TimeAgo at={dispute.at} />
        <span className="ml-auto">
          <ReportButton subject={{ kind: 'dispute', name: dispute.id }} label={`the dispute of ${dispute.handle}`} />
        </span>
      </div>
      <p className="prose-line whitespace-pre-line">{dispute.reason || 'The text was removed.'}</p>
    </li>
  );
}

function Disputes() {
  const { event } = useMarket();
  const { data = [] } = useQuery(disputesQuery(event.slug));
  if (data.length === 0) return null;
  return (
    <ul className="mt-4" aria-label="Disputes">
      {data.map(dispute => (
        <DisputeItem key={dispute.id} dispute={dispute} />
      ))}
    </ul>
  );
}

function Deadline({ proposal }: { proposal: EventProposal }) {
  if (proposal.disputes > 0) return <>{count(proposal.disputes, 'dispute')}. An operator decides.</>;
  if (proposal.challengeEndsAt === null) return <>It waits for an operator to confirm it.</>;
  return (
    <>
      Final <TimeUntil at={proposal.challengeEndsAt} /> unless it is disputed.
    </>
  );
}

/** A proposed resolution with its evidence, the next step and a dispute form. */
export function ProposalNotice() {
  const { event } = useMarket();
  const { person } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { proposal } = event;
  const { data: disputes = [] } = useQuery({ ...disputesQuery(event.slug), enabled: proposal !== null });
  if (!proposal || event.resolution) return null;
  // A person can dispute a proposal once.
  const hasDisputed = disputes.some(({ handle }) => handle === person?.handle);
  const canDispute = person !== null && proposal.challengeEndsAt !== null && !isOpen && !hasDisputed;
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon name="clock" className="mt-0.5 text-warn" />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 text-16 font-semibold">
            Proposed: {answerOf(event, proposal)}
            {proposal.disputes > 0 && <Badge tone="warn">Disputed</Badge>}
          </h2>
          <p className="mt-1 text-quiet">
            <Deadline proposal={proposal} />
          </p>
          <blockquote className="prose-line mt-3 border-l-2 border-line-strong pl-3 whitespace-pre-line">
            {proposal.evidence.quote}
            <span className="mt-1 block text-12 text-quiet">
              <SourceLink
                name={proposal.resolution.source || proposal.evidence.url || 'Source'}
                url={proposal.evidence.url}
              />
            </span>
          </blockquote>
        </div>
        {canDispute && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            Dispute
          </Button>
        )}
      </div>
      {isOpen && <DisputeForm onClose={() => setIsOpen(false)} />}
      <Disputes />
    </Card>
  );
}
