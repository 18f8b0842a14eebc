import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkMigrations, firstChecked } from './migrations.ts'

const folder = join(import.meta.dirname, '../../migrations')
const shipped = readdirSync(folder)
  .filter((file) => /^\d.*\.sql$/.test(file))
  .map((file) => ({ path: `migrations/${file}`, text: readFileSync(join(folder, file), 'utf8') }))

const header = '-- What: a test.\n-- Why: it is one.\n-- Locks: none.\n'
const number = firstChecked + 1
const file = (sql: string, migrationNumber = number) => ({
  path: `migrations/0${migrationNumber}_test.sql`,
  text: `${header}${sql}`,
})
const migrationElsewhere = (sql: string) => ({
  path: `migrations/0${number}_test.sql`,
  text: `-- no transaction\n${header}${sql}`,
})
const rulesOf = (complaints: readonly string[]) => complaints.map((text) => /rule '([^']+)'/.exec(text)?.[1])

it('the shipped migrations follow the rules', () => {
  expect(checkMigrations(shipped)).toEqual([])
})

it('every shipped migration is parsed to its end, and those before the rules are skipped', () => {
  const complaints = checkMigrations(shipped, 1)
  expect(complaints.length).toBeGreaterThan(100)
  expect(checkMigrations([file('alter table a.t drop column x;', firstChecked - 1)])).toEqual([])
})

const forbiddenSql: [rule: string, sql: string][] = [
  ['not-null column', 'alter table a.t add column x int not null;'],
  ['not-null column', 'ALTER TABLE ONLY a.t ADD x int NOT NULL;'],
  ['not-null column', 'alter table a.t add column y int, add column x numeric(10, 2) not null;'],
  ['rewrite', 'alter table a.t add column x uuid not null default gen_random_uuid();'],
  ['rewrite', 'alter table a.t add column x bigserial;'],
  ['rewrite', 'alter table a.t add column x int generated always as (y + 1) stored;'],
  ['rewrite', 'alter table a.t set unlogged;'],
  ['constraint', 'alter table a.t add constraint c check (x > 0);'],
  ['constraint', 'alter table a.t add check (x > 0);'],
  ['constraint', 'alter table a.t add constraint c foreign key (x) references a.u;'],
  ['constraint', 'alter table a.t add constraint c unique (x);'],
  ['constraint', 'alter table a.t add primary key (x);'],
  ['constraint', 'alter table a.t add column x int references a.u;'],
  ['constraint', "alter table a.t add column x text not null default '' check (x <> 'a');"],
  ['constraint', 'alter table a.t add constraint c check (x > 0) not valid; alter table a.t validate constraint c;'],
  ['constraint', 'alter domain a.d add check (value > 0);'],
  ['index', 'create index on a.t (x);'],
  ['index', 'create unique index t_x on a.t (x) where y;'],
  ['index', 'drop index a.t_x;'],
  ['transaction', 'create index concurrently t_x on a.t (x);'],
  ['transaction', 'begin; update a.t set x = 1; commit;'],
  ['column type', 'alter table a.t alter column x type bigint;'],
  ['column type', 'alter table a.t alter x set data type text using x::text;'],
  ['rename', 'alter table a.t rename to u;'],
  ['rename', 'alter table a.t rename column x to y;'],
  ['rename', 'alter table a.t rename x to y;'],
  ['rename', 'alter view a.v rename to w;'],
  ['rename', 'alter table a.t set schema b;'],
  ['drop', 'alter table a.t drop column x;'],
  ['drop', 'alter table a.t drop x cascade;'],
  ['drop', 'drop table if exists a.t;'],
  ['drop', 'drop view a.v cascade;'],
  ['drop', 'drop function a.f(int, text);'],
  ['drop', 'truncate a.t;'],
  ['drop', '-- contract:\ndrop table a.t;'],
  ['drop', '-- contract: the last release stopped reading it\ndrop table a.t;\ndrop table a.u;'],
  ['drop', 'create table a.u (x int);\ndrop table a.u, a.t;'],
  ['set not null', 'alter table a.t alter column x set not null;'],
  ['lock', 'lock table a.t in share mode;'],
  ['maintenance', 'vacuum a.t;'],
  ['maintenance', 'cluster a.t using t_x;'],
  ['settings', "set lock_timeout = '1min';"],
  ['settings', 'set local statement_timeout = 0;'],
  ['settings', "select set_config('lock_timeout', '0', true);"],
  ['do block', "do $$ begin execute 'alter table a.t drop column x'; end $$;"],
  ['rename', 'do $$ begin if true then alter table a.t rename to u; end if; end $$;'],
  ['drop', 'do $body$ begin perform 1; drop table a.t; end $body$;'],
]

it.each(forbiddenSql)("the rule '%s' refuses: %s", (rule, sql) => {
  expect(new Set(rulesOf(checkMigrations([file(sql)])))).toEqual(new Set([rule]))
})

const allowed: string[] = [
  'alter table a.t add column x int;',
  "alter table a.t add column x text not null default '';",
  'alter table a.t add column x timestamptz not null default now();',
  'alter table a.t add constraint c check (x > 0) not valid;',
  'alter table a.t add constraint c foreign key (x) references a.u not valid;',
  'alter table a.t add constraint c unique using index t_x;',
  'alter table a.t validate constraint c;',
  'alter table a.t drop constraint c, alter column x drop not null, alter column y set default 3;',
  'alter table a.t rename constraint c to d;',
  '-- contract: since 1.4 nothing reads it\nalter table a.t drop column x;',
  '-- contract: since 1.4 nothing reads them\ndrop table a.t, a.u;',
  '-- allowed (index): a row for each organization\ncreate index on a.t (x);',
  'alter table a.t add column x int; alter table a.t drop column x;',
  'alter table a.t add column x int; alter table a.t alter column x set not null;',
  "comment on table a.t is 'drop table a.t; lock table a.t';",
  "insert into a.t (x) values (E'it\\'s; vacuum;'), ('a''; drop table a.t;');",
  'select 1 as "a; drop table a.t";',
  '/* drop table a.t; /* lock table a.t; */ vacuum; */ select 1;',
  '-- drop table a.t;\nselect 1;',
  'create function a.f() returns void language plpgsql as $$ begin lock table a.t; drop table a.t; end $$;',
  'create function a.f() returns text language sql as $_$ select $$; drop table a.t;$$ $_$;',
  'drop trigger g on a.t; drop policy p on a.t;',
  'do $$ begin perform 1; end $$;',
]

it.each(allowed)('the rules allow: %s', (sql) => {
  expect(checkMigrations([file(sql)])).toEqual([])
})

it('a table of the same migration is free of the rules', () => {
  const sql = `
    create table a.fresh (x int);
    create unique index on a.fresh (x);
    alter table a.fresh add column y int not null, add constraint c check (x > 0), add primary key (x);
    alter table "a"."fresh" alter column x type bigint;
    alter table a.fresh alter column x set not null;
    alter table a.fresh rename column x to z;
    drop table a.fresh;`
  expect(checkMigrations([file(sql)])).toEqual([])
  expect(rulesOf(checkMigrations([file(sql.replace('create table a.fresh (x int);', ''))])).length).toBeGreaterThan(6)
})

it('an index is created and dropped concurrently, by repeatable statements', () => {
  const good = 'drop index concurrently if exists a.t_x;\ncreate index concurrently t_x on a.t (x);'
  expect(checkMigrations([migrationElsewhere(good)])).toEqual([])
  expect(rulesOf(checkMigrations([migrationElsewhere('create index concurrently t_x on a.t (x);')]))).toEqual([
    'repeatable',
  ])
  expect(
    rulesOf(checkMigrations([migrationElsewhere('create index concurrently if not exists t_x on a.t (x);')])),
  ).toEqual(['repeatable'])
  expect(rulesOf(checkMigrations([migrationElsewhere('drop index concurrently a.t_x;')]))).toEqual(['repeatable'])
  expect(rulesOf(checkMigrations([migrationElsewhere('create index t_x on a.t (x);')]))).toEqual(['index'])
})

it('a column is set not null once an earlier migration has validated it', () => {
  const constraintFile = file('alter table a.t add constraint t_x check (x is not null) not valid;', number)
  const validated = file('alter table a.t validate constraint t_x;', number + 1)
  const set = file('alter table a.t alter column x set not null;', number + 2)
  expect(checkMigrations([constraintFile, validated, set])).toEqual([])
  expect(rulesOf(checkMigrations([constraintFile, set]))).toEqual(['set not null'])
  const native = file('alter table a.t add constraint t_x not null x not valid;', number)
  expect(checkMigrations([native, validated, set])).toEqual([])
})

it('a migration states what it does and what it locks', () => {
  const path = `migrations/0${number}_test.sql`
  expect(rulesOf(checkMigrations([{ path, text: 'select 1;' }]))).toEqual(['header'])
  expect(rulesOf(checkMigrations([{ path, text: '-- What: a test.\nselect 1;' }]))).toEqual(['header'])
})

it('a complaint names the file, the line, the rule and the alternative', () => {
  expect(checkMigrations([file('select 1;\n\n-- A remark.\nalter table a.t\n  add column x int not null;')])).toEqual([
    `migrations/0${number}_test.sql:7 breaks the rule 'not-null column': give it a constant default, or add it nullable: the release before inserts rows without it`,
  ])
})

it('only a rule with exceptions can be excused, and only with a reason', () => {
  expect(rulesOf(checkMigrations([file('-- allowed (index):\ncreate index on a.t (x);')]))).toEqual(['index'])
  expect(rulesOf(checkMigrations([file('-- allowed (rename): it is small\ncreate index on a.t (x);')]))).toEqual([
    'index',
  ])
  expect(rulesOf(checkMigrations([file('-- allowed (maintenance): it is small\nvacuum a.t;')]))).toEqual([
    'maintenance',
  ])
})
