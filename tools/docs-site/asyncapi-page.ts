import { FieldTable, type Schema } from './field-table.js';

interface Ref {
  readonly $ref: string;
}

interface Message {
  readonly name: string;
  readonly summary?: string;
  readonly 'x-sequenced'?: boolean;
  readonly payload: Schema;
  readonly examples?: readonly { readonly payload: unknown }[];
}

interface Operation {
  readonly action: string;
  readonly channel: Ref;
  readonly bindings?: { readonly http?: { readonly query?: Schema } };
}

export interface AsyncapiDocument {
  readonly info: { readonly description: string; readonly version: string };
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly title: string;
        readonly description: string;
        readonly messages: Readonly<Record<string, Ref>>;
      }
    >
  >;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

function nameOf({ $ref }: Ref): string {
  return $ref.split('/').at(-1) as string;
}

function messageText(channel: string, message: Message, table: FieldTable): string {
  const [example] = message.examples ?? [];
  const sample = example ? `\n\`\`\`json\n${JSON.stringify(example.payload, null, 2)}\n\`\`\`\n` : '';
  const numbered = message['x-sequenced'] ? ' It has a sequence.' : '';
  return `### ${channel}: ${message.name}

${message.summary ?? ''}${numbered}

| Field | Type | Description |
|---|---|---|
${table.rows(message.payload).join('\n')}
${sample}`;
}

/** The contract of the streams as a page: every channel with its URL, its query and its messages. */
export function asyncapiPage({ info, channels, operations, components }: AsyncapiDocument): string {
  const table = new FieldTable(components.schemas);
  const carried = new Set(
    Object.entries(channels)
      .filter(([id]) => id !== 'webSocket')
      .flatMap(([, { messages }]) => Object.values(messages).map(ref => components.messages[nameOf(ref)])),
  );
  const sections = Object.entries(channels).map(([id, channel]) => {
    const operation = Object.values(operations).find(each => nameOf(each.channel) === id);
    const query = operation?.bindings?.http?.query;
    const parameters = query
      ? `\n| Query parameter | Type | Description |\n|---|---|---|\n${table.rows(query).join('\n')}\n`
      : '';
    const messages = Object.values(channel.messages)
      .map(ref => components.messages[nameOf(ref)])
      .filter(message => message !== undefined)
      // The WebSocket carries the messages of the other channels too.
      .filter(message => id !== 'webSocket' || !carried.has(message));
    return `## ${channel.title}

\`${channel.address}\`. ${channel.description}
${parameters}
${messages.map(message => messageText(id, message, table)).join('\n')}`;
  });
  return `# Stream messages

${info.description} The machine-readable contract is AsyncAPI 3 at [/api/v1/asyncapi.json](/api/v1/asyncapi.json), version ${info.version}.
[Streams](guides/streams.md) shows how to connect, resume and close gaps.

${sections.join('\n')}`;
}
