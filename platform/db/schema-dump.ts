import postgres from 'postgres'

type Row = { readonly text: string }
type Section = { readonly title: string; readonly query: string }

// Limits the dump to the product's schemas; the queue library manages its own.
const inOurSchemas = (column: string) =>
  `${column} not in ('pg_catalog', 'information_schema', 'pgboss') and ${column} not like 'pg\\_%'`

// The bounds of partitions depend on the day of the migration, and the rest of them is their table's.
const notPartition = (id: string) => `not exists (select from pg_class p where p.oid = ${id} and p.relispartition)`

// Empty schemas are left out; every PostgreSQL has `public`.
const sections: readonly Section[] = [
  {
    title: 'schemas',
    query: `select 'create schema ' || quote_ident(nspname) || ';' as text
      from pg_namespace where ${inOurSchemas('nspname')} and nspname <> 'public' order by nspname`,
  },
  {
    title: 'extensions',
    query: `select 'create extension ' || quote_ident(extname) || ';' as text
      from pg_extension where extname <> 'plpgsql' order by extname`,
  },
  {
    title: 'types',
    query: `select format('create type %I.%I as enum (%s);', n.nspname, t.typname,
        string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as text
      from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid
      where ${inOurSchemas('n.nspname')} group by n.nspname, t.typname order by n.nspname, t.typname`,
  },
  {
    title: 'domains',
    query: `select format('create domain %I.%I as %s%s%s;', n.nspname, t.typname,
        format_type(t.typbasetype, t.typtypmod), case when t.typnotnull then ' not null' else '' end,
        coalesce((select string_agg(' constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid), ''
          order by c.conname) from pg_constraint c where c.contypid = t.oid and c.contype = 'c'), '')) as text
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where t.typtype = 'd' and ${inOurSchemas('n.nspname')} order by n.nspname, t.typname`,
  },
  {
    title: 'sequences',
    query: `select format('create sequence %I.%I as %s start %s increment %s;', n.nspname, c.relname,
        format_type(s.seqtypid, null), s.seqstart, s.seqincrement) as text
      from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
      where ${inOurSchemas('n.nspname')} and not exists (select from pg_depend d
        where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i')
      order by n.nspname, c.relname`,
  },
  {
    title: 'tables',
    query: `select format(E'create %stable %I.%I (\\n%s\\n)%s;', case c.relpersistence when 'u' then 'unlogged ' else '' end,
        n.nspname, c.relname,
        coalesce((select string_agg('  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end
          || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ')'
              || case a.attgenerated when 's' then ' stored' else '' end
            when a.attidentity <> '' then ' generated '
              || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
            when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
          || case when a.attnotnull then ' not null' else '' end, E',\\n' order by a.attnum)
          from pg_attribute a join pg_type t on t.oid = a.atttypid
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), ''),
        coalesce(' partition by ' || pg_get_partkeydef(c.oid), '')) as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${inOurSchemas('n.nspname')} order by n.nspname, c.relname`,
  },
  {
    title: 'constraints',
    query: `select format('alter table %I.%I add constraint %I %s;', n.nspname, r.relname, c.conname,
        pg_get_constraintdef(c.oid)) as text
      from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
      where c.contype <> 'n' and ${notPartition('c.conrelid')} and ${inOurSchemas('n.nspname')}
      order by n.nspname, r.relname, array_position('{p,u,x,c,f}', c.contype::text), c.conname`,
  },
  {
    title: 'indexes',
    query: `select pg_get_indexdef(i.indexrelid) || ';' as text
      from pg_index i join pg_class r on r.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = r.relnamespace
      where ${notPartition('i.indrelid')} and ${inOurSchemas('n.nspname')} and not exists (select from pg_constraint k where k.conindid = i.indexrelid
        and k.contype in ('p', 'u', 'x'))
      order by n.nspname, r.relname, c.relname`,
  },
  {
    title: 'views',
    query: `select format(E'create %sview %I.%I%s as\\n%s', case c.relkind when 'm' then 'materialized ' else '' end,
        n.nspname, c.relname, coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''),
        pg_get_viewdef(c.oid, true)) as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm') and ${inOurSchemas('n.nspname')} order by n.nspname, c.relname`,
  },
  {
    title: 'functions',
    query: `select rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as text
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prokind in ('f', 'p') and ${inOurSchemas('n.nspname')} and not exists (select from pg_depend d
        where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
      order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`,
  },
  {
    title: 'triggers',
    query: `select pg_get_triggerdef(t.oid) || ';' as text
      from pg_trigger t join pg_class r on r.oid = t.tgrelid join pg_namespace n on n.oid = r.relnamespace
      where not t.tgisinternal and ${notPartition('t.tgrelid')} and ${inOurSchemas('n.nspname')} order by n.nspname, r.relname, t.tgname`,
  },
  {
    title: 'row security',
    query: `select format('alter table %I.%I %s;', n.nspname, c.relname, x.clause) as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (values (c.relrowsecurity, 'enable row level security'),
        (c.relforcerowsecurity, 'force row level security')) x (holds, clause)
      where x.holds and ${notPartition('c.oid')} and ${inOurSchemas('n.nspname')} order by n.nspname, c.relname, x.clause`,
  },
  {
    title: 'policies',
    query: `select format('create policy %I on %I.%I as %s for %s to %s%s%s;', policyname, schemaname, tablename,
        lower(permissive), lower(cmd), array_to_string(roles, ', '), coalesce(' using (' || qual || ')', ''),
        coalesce(' with check (' || with_check || ')', '')) as text
      from pg_policies
      where ${notPartition("format('%I.%I', schemaname, tablename)::regclass")} and ${inOurSchemas('schemaname')}
      order by schemaname, tablename, policyname`,
  },
  {
    title: 'grants',
    query: `select format('grant %s on %s to %I;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
        o.name, g.rolname) as text
      from (select 'schema ' || quote_ident(nspname) as name, nspowner as owner, nspacl as acl, nspname, 0 as at
            from pg_namespace
            union all
            select format('%I.%I', n.nspname, c.relname), c.relowner, c.relacl, n.nspname, 1
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition) o
      cross join lateral aclexplode(o.acl) a join pg_roles g on g.oid = a.grantee
      where a.grantee <> o.owner and ${inOurSchemas('o.nspname')}
      group by o.name, o.at, g.rolname order by o.at, o.name, g.rolname`,
  },
  {
    title: 'comments',
    query: `select format('comment on %s %s is %L;', o.type, o.identity, d.description) as text
      from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) o
      where (${inOurSchemas('o.schema')} or o.type = 'schema' and ${inOurSchemas('o.identity')}) and o.identity <> 'public'
      order by o.type collate "C", o.identity collate "C"`,
  },
]

/** Writes the migrated schema as SQL for reading and comparing (not for restoring), identical on every machine. */
export async function dumpSchema(url: string): Promise<string> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { search_path: 'pg_catalog' },
  })
  try {
    const parts: string[] = ['-- Generated from the migrations by scripts/gen.ts. Do not edit.']
    for (const { title, query } of sections) {
      const rows = await sql.unsafe<Row[]>(query)
      if (rows.length > 0) parts.push(`-- ${title}\n\n${rows.map(({ text }) => text.trim()).join(separator(title))}`)
    }
    return `${parts.join('\n\n')}\n`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function separator(title: string): string {
  return ['tables', 'views', 'functions'].includes(title) ? '\n\n' : '\n'
}
