import { type FormEvent, useState } from 'react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Select, TextArea, TextField } from '../../components/field';
import { CodeBlock } from './code-block';
import { allowedPosts, curlOf, presets, type TriedRequest, withSlug } from './presets';
import { useTopEvent } from './top-event';

interface TriedReply {
  readonly request: TriedRequest;
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

const shownHeaders = [
  'content-type',
  'etag',
  'cache-control',
  'x-request-id',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
];

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns a validation error of the request, or null. */
function problemOf({ method, path, body }: TriedRequest): string | null {
  if (!/^\/(?!\/)/.test(path)) return 'The path must begin with one slash.';
  if (method === 'GET') return null;
  if (!allowedPosts.has(path)) {
    return 'This page sends POST requests to previews and explanations only. Send writes with your own program.';
  }
  try {
    JSON.parse(body);
    return null;
  } catch (error) {
    return `The body is not JSON: ${(error as Error).message}.`;
  }
}

async function send(request: TriedRequest): Promise<TriedReply> {
  const { method, path, body } = request;
  const begun = performance.now();
  const post = { body, headers: { 'content-type': 'application/json' } };
  const reply = await fetch(path, { method, ...(method === 'POST' ? post : {}) });
  const text = await reply.text();
  const headers = shownHeaders.flatMap(name => {
    const value = reply.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    request,
    status: reply.status,
    milliseconds: performance.now() - begun,
    headers,
    text: pretty(text),
  };
}

function ReplyView({ reply }: { reply: TriedReply }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={reply.status < 400 ? 'gain' : 'loss'}>{reply.status}</Badge>
        <span className="numeric text-quiet">{Math.round(reply.milliseconds)} ms</span>
        <span className="numeric text-quiet">{new Blob([reply.text]).size.toLocaleString('en')} bytes</span>
      </div>
      <dl className="numeric grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 font-mono text-12 break-all">
        {reply.headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock text={reply.text} label="Body of the response" />
    </div>
  );
}

/** Sends requests from the page, with the session of the person if there is one. */
export function TryPanel() {
  const slug = useTopEvent();
  const [preset, setPreset] = useState(presets[0].id);
  const [edited, setEdited] = useState<TriedRequest | null>(null);
  const [reply, setReply] = useState<TriedReply | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const chosen = presets.find(({ id }) => id === preset) ?? presets[0];
  const request = edited ?? withSlug(chosen, slug);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf(request);
    setProblem(wrong);
    if (wrong !== null) return;
    setIsBusy(true);
    try {
      setReply(await send(request));
    } catch {
      setProblem('The arena can’t be reached. Check your connection and send it again.');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card title="Request">
        <form onSubmit={event => void submit(event)} className="flex flex-col gap-3">
          <Select
            label="Example"
            value={preset}
            options={presets.map(({ id, label }) => ({ value: id, label }))}
            onPick={id => {
              setPreset(id);
              setEdited(null);
              setProblem(null);
            }}
          />
          <TextField
            label={`${request.method} path`}
            value={request.path}
            spellCheck={false}
            autoComplete="off"
            onChange={event => setEdited({ ...request, path: event.target.value })}
            error={problem}
          />
          {request.method === 'POST' && (
            <TextArea
              label="JSON body"
              rows={8}
              spellCheck={false}
              value={request.body}
              onChange={event => setEdited({ ...request, body: event.target.value })}
            />
          )}
          <Button kind="primary" type="submit" busy={isBusy} className="self-start">
            Send
          </Button>
          <CodeBlock text={curlOf(request, location.origin)} label="The request as a curl command" />
        </form>
      </Card>
      <Card title="Response">
        {reply ? <ReplyView reply={reply} /> : <p className="text-quiet">Send a request to see its response here.</p>}
      </Card>
    </div>
  );
}
