import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { client, type FailureText, failureText } from '../../api/client';
import { hadSession, useSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Button, ButtonLink } from '../../components/button';
import { Card, PageHeader } from '../../components/card';
import { ErrorText, markedField } from '../../components/error-text';
import { TextArea, TextField } from '../../components/field';
import { ReadinessPanel } from '../../components/readiness/readiness-panel';
import { zoneNote } from '../../format/time';
import { showToast } from '../../shell/toasts';
import { bodyOf, labelsOf, type RequestDraft, storeDraft, storedDraft } from './request-draft';

interface FieldsProps {
  readonly draft: RequestDraft;
  readonly onChange: (changes: Partial<RequestDraft>) => void;
  readonly failure: FailureText | null;
}

/** The members whose errors a field of the form shows. */
const requestMembers: readonly (string | null)[] = [
  ...['question', 'outcomes', 'category', 'end_timestamp', 'source_name', 'source_url', 'observation_rule'],
  ...['demand_evidence', 'suggested_yes_probability'],
];

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;
type TextName = Exclude<keyof RequestDraft, 'willOrder'>;

/** `field` is the member of the API that the arena names in an error. */
function bind({ draft, onChange, failure }: FieldsProps, name: TextName, field: string = name) {
  return {
    value: draft[name],
    onChange: (event: Typed) => onChange({ [name]: event.target.value }),
    error: failure?.field === field ? failure.title : null,
  };
}

function QuestionFields(props: FieldsProps) {
  const lines = labelsOf(props.draft).length;
  return (
    <Card title="Question">
      <div className="flex flex-col gap-4">
        <TextField
          label="Question"
          required
          maxLength={200}
          hint="One question with a number or a date, such as “Will it rain at Heathrow on 1 May 2027?”"
          {...bind(props, 'question')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextArea
            label="Outcomes"
            rows={Math.min(8, Math.max(2, lines))}
            hint="One per line, without commas. Together they cover every case."
            {...bind(props, 'outcomes')}
          />
          <TextField label="Category" maxLength={60} hint="For example weather." {...bind(props, 'category')} />
        </div>
      </div>
    </Card>
  );
}

function ResolutionFields(props: FieldsProps) {
  return (
    <Card title="Resolution">
      <div className="flex flex-col gap-4">
        <TextField
          label="Trading ends"
          type="datetime-local"
          hint={`Before the answer is known. ${zoneNote()}.`}
          {...bind(props, 'endsAt', 'end_timestamp')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Source"
            maxLength={200}
            hint="Who publishes the answer."
            {...bind(props, 'sourceName', 'source_name')}
          />
          <TextField
            label="Address of the source"
            type="url"
            maxLength={500}
            placeholder="https://"
            {...bind(props, 'sourceUrl', 'source_url')}
          />
        </div>
        <TextArea
          label="Rule"
          rows={3}
          maxLength={4000}
          hint="How and when the answer is read from the source."
          {...bind(props, 'rule', 'observation_rule')}
        />
      </div>
    </Card>
  );
}

function LaunchFields(props: FieldsProps) {
  const { draft, onChange } = props;
  const labels = labelsOf(draft);
  return (
    <Card title="Launch">
      <div className="flex flex-col gap-4">
        <TextArea
          label="Why people want it"
          rows={2}
          maxLength={2000}
          hint="Public, like the whole request."
          {...bind(props, 'demand', 'demand_evidence')}
        />
        {labels.length === 2 && (
          <TextField
            label="Chance of the first outcome"
            type="number"
            min={0}
            max={100}
            step="any"
            inputMode="decimal"
            hint={`The opening price of ${labels[0]} in percent.`}
            {...bind(props, 'chance', 'suggested_yes_probability')}
          />
        )}
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={draft.willOrder}
            onChange={event => onChange({ willOrder: event.target.checked })}
          />
          I plan to place the first limit order
        </label>
      </div>
    </Card>
  );
}

/** Returns the same key for the same text, so that a retry after a lost response does not file the request twice. */
function useStableKey(): (text: string) => string {
  const last = useRef({ text: '', key: '' });
  return text => {
    if (last.current.text !== text) {
      const words = crypto.getRandomValues(new Uint32Array(4));
      last.current = { text, key: Array.from(words, word => word.toString(16)).join('-') };
    }
    return last.current.key;
  };
}

function useFiling() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useStableKey();
  return useMutation({
    mutationFn: (draft: RequestDraft) => {
      const body = bodyOf(draft);
      return client.call('fileMarketRequest', { body, headers: { 'idempotency-key': keyOf(JSON.stringify(body)) } });
    },
    async onSuccess({ request }) {
      storeDraft(null);
      showToast('Request filed', 'You are notified of the operator’s decision.');
      await queries.invalidateQueries({ queryKey: ['requests'] });
      await queries.invalidateQueries({ queryKey: ['own', 'requests'] });
      await navigate({ to: '/requests', search: { id: request.id } });
    },
  });
}

/** Whether to show the form of visitors. While the session loads, the last visit decides, so that nothing shifts. */
function useIsVisitor(): boolean {
  const { person, isPending } = useSession();
  return person === null && !(isPending && hadSession());
}

function SignInCard() {
  const { href } = useLocation();
  return (
    <Card title="Sign in to file it">
      <p className="mb-3 text-quiet">
        The check works without an account. Filing and voting need one. Your text stays here while you sign in.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/sign-up" search={{ next: href }} kind="primary">
          Create an account
        </ButtonLink>
        <ButtonLink to="/sign-in" search={{ next: href }}>
          Sign in
        </ButtonLink>
      </div>
    </Card>
  );
}

function Submit({ isBusy, isEmpty }: { isBusy: boolean; isEmpty: boolean }) {
  const { person } = useSession();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" kind="primary" busy={isBusy} disabled={isEmpty || !person}>
        File the request
      </Button>
      <p className="text-12 text-quiet">It is public at once. You can have ten open requests.</p>
    </div>
  );
}

export function RequestForm() {
  const [draft, setDraft] = useState(storedDraft);
  const isVisitor = useIsVisitor();
  const filing = useFiling();
  const failure = filing.error ? failureText(filing.error) : null;
  const onChange = (changes: Partial<RequestDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    storeDraft(changed);
  };
  const fields: FieldsProps = { draft, onChange, failure };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    filing.mutate(draft);
  };
  return (
    <>
      <PageHeader
        title="Request a market"
        action={
          <Link to="/requests" className="text-accent-text underline underline-offset-2">
            All requests
          </Link>
        }
      >
        Operators launch ready questions with many votes first. Only the question is required; every other field raises
        the score.
      </PageHeader>
      <form onSubmit={submit} className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-4">
          {isVisitor && <SignInCard />}
          <QuestionFields {...fields} />
          <ResolutionFields {...fields} />
          <LaunchFields {...fields} />
        </div>
        <div className="min-w-0 lg:sticky lg:top-20">
          <ReadinessPanel draft={bodyOf(draft)} own={null} eventPage="/events/$slug" />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          {failure && <ErrorText text={requestMembers.includes(failure.field) ? markedField : failure} />}
          {!isVisitor && <Submit isBusy={filing.isPending} isEmpty={draft.question.trim() === ''} />}
        </div>
      </form>
    </>
  );
}
