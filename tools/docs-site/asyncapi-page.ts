interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

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

const maxDepth = 3;

class FieldTable {
  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  private resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.schemas[schema.$ref.split('/').at(-1) as string] ?? schema);
  }

  private typeOf(given: Schema): string {
    const schema = this.resolve(given);
    if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
    if (schema.enum) return schema.enum.map(value => `\`${JSON.stringify(value)}\``).join(' or ');
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return options.map(option => this.typeOf(option)).join(' or ');
    if (schema.type === 'array') return `array of ${this.typeOf(schema.items ?? {})}`;
    const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' or ');
    return schema.format === undefined ? type : `${type} (${schema.format})`;
  }

  /** Returns the rows of an object and of nested objects. */
  rows(given: Schema, prefix = '', depth = 0): string[] {
    const schema = this.resolve(given);
    const members = Object.entries(schema.properties ?? {});
    return members.flatMap(([name, member]) => {
      const path = `${prefix}${name}`;
      const optional = schema.required?.includes(name) ? '' : ' (optional)';
      const text = (member.description ?? this.resolve(member).description ?? '').replaceAll('|', '\\|');
      const row = `| \`${path}\`${optional} | ${this.typeOf(member)} | ${text} |`;
      const resolved = this.resolve(member);
      const inner = resolved.type === 'array' ? this.resolve(resolved.items ?? {}) : resolved;
      const suffix = resolved.type === 'array' ? '[].' : '.';
      const hasMembers = inner.properties !== undefined && depth < maxDepth;
      return [row, ...(hasMembers ? this.rows(inner, `${path}${suffix}`, depth + 1) : [])];
    });
  }
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
