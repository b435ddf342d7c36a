import type { Sql } from '../../src/database/pool.js';

/**
 * The database schema as text, read from its catalogue. Omits partitions by date and details that differ between
 * PostgreSQL versions, so that every supported server gives the same text.
 */

interface Relation {
  readonly oid: number;
  readonly name: string;
  readonly partition_key: string | null;
}

async function columns(sql: Sql, table: Relation): Promise<string[]> {
  const rows = await sql<
    { name: string; type: string; required: boolean; fallback: string | null; generated: string; identity: string }[]
  >`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
           pg_get_expr(d.adbin, d.adrelid) as fallback, a.attgenerated as generated, a.attidentity as identity
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table.oid} and a.attnum > 0 and not a.attisdropped order by a.attnum`;
  return rows.map(row => {
    const parts = [row.name, row.type];
    if (row.identity !== '') parts.push(`generated ${row.identity === 'a' ? 'always' : 'by default'} as identity`);
    if (row.generated !== '') parts.push(`generated always as (${row.fallback}) stored`);
    else if (row.fallback !== null) parts.push(`default ${row.fallback}`);
    if (row.required) parts.push('not null');
    return `  ${parts.join(' ')}`;
  });
}

async function constraints(sql: Sql, table: Relation): Promise<string[]> {
  const rows = await sql<{ name: string; definition: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table.oid} and contype <> 'n' order by contype, conname`;
  return rows.map(row => `  constraint ${row.name} ${row.definition}`);
}

async function indexes(sql: Sql, table: Relation): Promise<string[]> {
  const rows = await sql<{ definition: string }[]>`
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = ${table.oid} and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
    order by 1`;
  return rows.map(row => `${row.definition};`);
}

async function functionsAndTriggers(sql: Sql): Promise<string[]> {
  const functions = await sql<{ definition: string }[]>`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, p.oid`;
  const triggers = await sql<{ definition: string }[]>`
    select pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`;
  return [...functions, ...triggers].map(row => `${row.definition.trim()};`);
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
    select c.oid::int as oid, c.relname as name, pg_get_partkeydef(c.oid) as partition_key from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by c.relname`;
  const blocks = [
    '-- Written by `npm run contract:write` from the catalogue of a migrated database. Do not edit.',
    ...extensions.map(row => `create extension ${row.name};`),
    ...sequences.map(row => `create sequence ${row.name};`),
  ];
  for (const table of tables) {
    const body = [...(await columns(sql, table)), ...(await constraints(sql, table))].join(',\n');
    const partition = table.partition_key === null ? '' : ` partition by ${table.partition_key}`;
    const lines = [`create table ${table.name} (`, body, `)${partition};`, ...(await indexes(sql, table))];
    blocks.push(lines.join('\n'));
  }
  blocks.push(...(await functionsAndTriggers(sql)));
  return `${blocks.join('\n\n')}\n`;
}
