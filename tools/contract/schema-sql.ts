import type { Sql } from '../../src/database/pool.js';

/**
 * The database schema as text with all comments, read from the catalogue of a migrated database. Omits partitions by date. Constraints
 * and views are texts of PostgreSQL, which differ in details between its major versions.
 */

const width = 130;

/** A comment as lines that start with `--`. */
function remark(text: string | null, indent = ''): string[] {
  if (text === null) return [];
  const lines: string[] = [];
  let line = `${indent}--`;
  for (const word of text.split(/\s+/)) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent}--`;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

interface Relation {
  readonly oid: number;
  readonly name: string;
  readonly comment: string | null;
  readonly partition_key: string | null;
  readonly options: string | null;
  readonly unlogged: boolean;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
  readonly required: boolean;
  readonly fallback: string | null;
  readonly generated: string;
  readonly identity: string;
  readonly comment: string | null;
}

function columnsOf(sql: Sql, relation: Pick<Relation, 'oid'>): Promise<Column[]> {
  return sql<Column[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, nullif(c.collname, 'default') as collation,
      a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as fallback, a.attgenerated as generated, a.attidentity as identity,
      col_description(a.attrelid, a.attnum) as comment
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation c on c.oid = a.attcollation
    where a.attrelid = ${relation.oid} and a.attnum > 0 and not a.attisdropped order by a.attnum`;
}

function columnLine(column: Column): string {
  const parts = [column.name, column.type.replace('timestamp with time zone', 'timestamptz')];
  if (column.collation !== null) parts.push(`collate "${column.collation}"`);
  if (column.identity !== '') parts.push(`generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`);
  if (column.generated !== '') parts.push(`generated always as (${column.fallback}) stored`);
  else if (column.fallback !== null) parts.push(`default ${column.fallback}`);
  if (column.required) parts.push('not null');
  return `  ${parts.join(' ')}`;
}

/** Constraint triggers are listed with the triggers. */
async function constraints(sql: Sql, table: Relation): Promise<string[]> {
  const rows = await sql<{ name: string; definition: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table.oid} and contype not in ('n', 't') order by contype, conname`;
  return rows.map(row => `  constraint ${row.name} ${row.definition}`);
}

async function indexes(sql: Sql, table: Relation): Promise<string[]> {
  const rows = await sql<{ definition: string }[]>`
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = ${table.oid} and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
    order by 1`;
  return rows.map(row => `${row.definition};`);
}

async function describeTable(sql: Sql, table: Relation): Promise<string> {
  const columns = await columnsOf(sql, table);
  const checks = await constraints(sql, table);
  const body = columns.flatMap((column, index) => {
    const isLast = index === columns.length - 1 && checks.length === 0;
    return [...remark(column.comment, '  '), `${columnLine(column)}${isLast ? '' : ','}`];
  });
  body.push(...checks.map((line, index) => (index === checks.length - 1 ? line : `${line},`)));
  const partition = table.partition_key === null ? '' : ` partition by ${table.partition_key}`;
  const options = table.options === null ? '' : ` with (${table.options})`;
  return [
    ...remark(table.comment),
    `create ${table.unlogged ? 'unlogged ' : ''}table ${table.name} (`,
    ...body,
    `)${partition}${options};`,
    ...(await indexes(sql, table)),
  ].join('\n');
}

async function types(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; labels: string; comment: string | null }[]>`
    select t.typname as name, string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) as labels,
      obj_description(t.oid, 'pg_type') as comment
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.oid, t.typname order by 1`;
  return rows.map(row => [...remark(row.comment), `create type ${row.name} as enum (${row.labels});`].join('\n'));
}

async function views(sql: Sql): Promise<string[]> {
  const rows = await sql<{ oid: number; name: string; definition: string; comment: string | null }[]>`
    select c.oid::int as oid, c.relname as name, pg_get_viewdef(c.oid) as definition, obj_description(c.oid, 'pg_class') as comment
    from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by c.relname`;
  const texts = rows.map(async row => {
    const described = (await columnsOf(sql, row)).filter(column => column.comment !== null);
    const columns = described.flatMap(({ name, comment }) => remark(`${name}: ${comment}`));
    return [...remark(row.comment), ...columns, `create view ${row.name} as`, row.definition.trim()].join('\n');
  });
  return Promise.all(texts);
}

async function functions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ definition: string; comment: string | null }[]>`
    select pg_get_functiondef(p.oid) as definition, obj_description(p.oid, 'pg_proc') as comment from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, p.oid`;
  return rows.map(row => [...remark(row.comment), `${row.definition.trim()};`].join('\n'));
}

async function triggers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ definition: string }[]>`
    select pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`;
  return rows.map(row => `${row.definition};`);
}

export async function describeSchema(sql: Sql): Promise<string> {
  const extensions = await sql<
    { name: string }[]
  >`select extname as name from pg_extension where extname <> 'plpgsql' order by 1`;
  const sequences = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'i') order by 1`;
  const tables = await sql<Relation[]>`
    select c.oid::int as oid, c.relname as name, obj_description(c.oid, 'pg_class') as comment, pg_get_partkeydef(c.oid) as partition_key,
      array_to_string(c.reloptions, ', ') as options, c.relpersistence = 'u' as unlogged
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by c.relname`;
  const blocks = [
    '-- Written by `npm run contract:write` from the catalogue of a migrated database. Do not edit.\n-- Types, then tables, views, functions and triggers, each in the order of their names.',
    ...extensions.map(row => `create extension ${row.name};`),
    ...sequences.map(row => `create sequence ${row.name};`),
    ...(await types(sql)),
  ];
  for (const table of tables) blocks.push(await describeTable(sql, table));
  blocks.push(...(await views(sql)), ...(await functions(sql)), (await triggers(sql)).join('\n\n'));
  return `${blocks.join('\n\n')}\n`;
}
