import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCopy } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { listMissing, migrate, NewerDatabase } from './migrate.ts'
import { dumpSchema } from './schema-dump.ts'

const drops: (() => Promise<unknown>)[] = []
let url = ''
let folder = ''

async function newDatabase() {
  const copy = await emptyCopy('nothing')
  drops.push(copy.drop)
  return copy.url
}

const file = (name: string, text: string) => writeFile(join(folder, name), text)

beforeEach(async () => {
  url = await newDatabase()
  const emptyFolder = await mkdtemp(join(tmpdir(), 'migrations-'))
  folder = emptyFolder
  drops.push(() => rm(emptyFolder, { recursive: true }))
  await file('0001_first.sql', 'create schema shop;\ncreate table shop.item (id int primary key, name text not null);')
  await file('0002_second.sql', 'alter table shop.item add price numeric(10, 2) default 0;')
})
afterAll(async () => {
  for (const drop of drops) await drop().catch(() => {})
})

describe('migrating', () => {
  test('applies each file once, in order', async () => {
    expect(await migrate(url, folder)).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await migrate(url, folder)).toEqual([])
    await file('0004_after-a-gap.sql', 'create view shop.v_item as select id, name from shop.item;')
    expect(await migrate(url, folder)).toEqual(['0004_after-a-gap.sql'])
  })

  test('repeats a file that met a deadlock with the serving release', async () => {
    await file('0003_other.sql', 'create table shop.other (id int);')
    await migrate(url, folder)
    await file('0004_both.sql', 'alter table shop.item add size int;\nalter table shop.other add size int;')
    await asAdmin(url, async (sql) => {
      const migrating = await sql.begin(async (reader) => {
        await reader`select from shop.other`
        const started = migrate(url, folder)
        await expect
          .poll(() => reader`select from pg_locks where relation = 'shop.other'::regclass and not granted`, {
            timeout: 20_000,
          })
          .toHaveLength(1)
        // The migration began to wait first: it is the one that PostgreSQL ends.
        await reader`select from shop.item`
        return { started }
      })
      expect(await migrating.started).toEqual(['0004_both.sql'])
      expect(await sql`select item.size, other.size from shop.item, shop.other`).toEqual([])
    })
  })

  test('names the files of a newer release, and changes nothing', async () => {
    await migrate(url, folder)
    await rm(join(folder, '0002_second.sql'))
    const newer = await migrate(url, folder).catch((error) => error)
    expect(newer).toBeInstanceOf(NewerDatabase)
    expect(newer.newer).toEqual(['0002_second.sql'])
    await expect(listMissing(url, folder)).rejects.toThrow('of a newer release: it has 0002_second.sql')
  })

  test('refuses a file that was changed after it was applied', async () => {
    await migrate(url, folder)
    await file('0001_first.sql', 'create schema shop;')
    await expect(migrate(url, folder)).rejects.toThrow('0001_first.sql was changed after it was applied')
  })

  test('refuses a database that has applied a missing or renamed file', async () => {
    await migrate(url, folder)
    await cp(join(folder, '0002_second.sql'), join(folder, '0002_other.sql'))
    await rm(join(folder, '0002_second.sql'))
    await expect(migrate(url, folder)).rejects.toThrow('0002_second.sql was applied, but is 0002_other.sql now')
    await rm(join(folder, '0002_other.sql'))
    await expect(migrate(url, folder)).rejects.toThrow(NewerDatabase)
    await file('0003_third.sql', 'create schema third;')
    await expect(migrate(url, folder)).rejects.toThrow('the database has 0002_second.sql, which is missing here')
  })

  test('refuses an earlier file that arrives too late, a duplicate number, and a malformed name', async () => {
    await file('0005_fifth.sql', 'select 1;')
    await migrate(url, folder)
    await file('0003_late.sql', 'select 1;')
    await expect(migrate(url, folder)).rejects.toThrow('0003_late.sql was never applied, but later ones were')
    await file('0005_again.sql', 'select 1;')
    await expect(migrate(url, folder)).rejects.toThrow('the number is used twice')
    await rm(join(folder, '0005_again.sql'))
    await file('6_short.sql', 'select 1;')
    await expect(migrate(url, folder)).rejects.toThrow('6_short.sql should be named like')
  })

  test('rolls back a file that fails, and names the position', async () => {
    await file('0003_broken.sql', 'create table shop.half (id int);\n\ncreate table shop.item (id int;')
    await expect(migrate(url, folder)).rejects.toThrow('0003_broken.sql:3: syntax error')
    const rows = await asAdmin(url, (sql) => sql`select to_regclass('shop.half') as half`)
    expect(rows[0]?.half).toBeNull()
    await file('0003_broken.sql', 'create table shop.half (id int);')
    expect(await migrate(url, folder)).toEqual(['0003_broken.sql'])
  })

  test('a login that may not create the roles is sent to the file that makes them', async () => {
    await file(
      '0003_roles.sql',
      "do $$ begin raise 'permission denied to create role' using errcode = '42501'; end $$;",
    )
    await expect(migrate(url, folder)).rejects.toThrow(
      'permission denied to create role (platform/deploy/sql/roles.sql',
    )
    await file('0003_roles.sql', "do $$ begin raise 'permission denied for table x' using errcode = '42501'; end $$;")
    await expect(migrate(url, folder)).rejects.toThrow(/0003_roles\.sql: permission denied for table x$/)
  })

  test('runs a file outside a transaction when its first line says so', async () => {
    await file(
      '0003_index.sql',
      '-- no transaction\ncreate index concurrently item_name on shop.item (name);\nselect 1;\n',
    )
    expect(await migrate(url, folder)).toContain('0003_index.sql')
  })

  test('fills the search letters of people in batches, so that no one waits for all of them', async () => {
    await file(
      '0003_people.sql',
      `create schema identity;
       create table identity.person (user_id int primary key, search_text text not null);
       insert into identity.person select n, 'person ' || n from generate_series(5, 2504) n;
       create table identity.person_letters (
         user_id int primary key references identity.person (user_id), letters text not null);
       insert into identity.person_letters values (7, 'newer');`,
    )
    const name = '0516_letters_of_people.sql'
    await cp(join(import.meta.dirname, '../../migrations', name), join(folder, name))
    await migrate(url, folder)
    const parts = await asAdmin(
      url,
      (sql) => sql`
        select count(*)::int as people, min(user_id) as lowest from identity.person_letters
        where letters <> 'newer' group by xmin::text order by lowest`,
    )
    expect([...parts]).toEqual([
      { people: 999, lowest: 5 },
      { people: 1000, lowest: 1005 },
      { people: 500, lowest: 2005 },
    ])
  })

  test('two simultaneous migrators do the work once', async () => {
    await file('0003_slow.sql', 'select pg_sleep(0.2);')
    const both = await Promise.all([migrate(url, folder), migrate(url, folder)])
    expect(both.map((names) => names.length).sort()).toEqual([0, 3])
  })
})

describe('the schema file', () => {
  const everything = `
    create type shop.size as enum ('small', 'large');
    create table shop.part (
      id int generated always as identity, item_id int not null references shop.item (id), size shop.size not null,
      cents bigint default 0 check (cents >= 0), doubled bigint generated always as (cents * 2) stored,
      primary key (id));
    create unique index part_size on shop.part (size) where cents > 0;
    create view shop.v_part as select id, size from shop.part;
    create function shop.twice(n int) returns int language sql immutable as 'select n * 2';
    alter table shop.part enable row level security;
    create policy own on shop.part for select using (item_id > 0);
    grant insert, select on shop.part to pg_monitor;
    comment on table shop.part is 'parts';`

  test('is equal for the same migrations, in any order of tables in the catalog', async () => {
    await file('0003_everything.sql', everything)
    await migrate(url, folder)
    const other = await newDatabase()
    await asAdmin(other, (sql) => sql`create table noise (id serial)`)
    await asAdmin(other, (sql) => sql`drop table noise`)
    await migrate(other, folder)
    expect(await dumpSchema(other)).toBe(await dumpSchema(url))
  })

  test('lists every kind of object created by migrations', async () => {
    await file('0003_everything.sql', everything)
    await migrate(url, folder)
    const dump = await dumpSchema(url)
    for (const line of [
      'create schema shop;',
      "create type shop.size as enum ('small', 'large');",
      '  price numeric(10,2) default 0',
      '  id integer generated always as identity not null',
      '  doubled bigint generated always as ((cents * 2)) stored',
      'alter table shop.part add constraint part_item_id_fkey FOREIGN KEY (item_id) REFERENCES shop.item(id);',
      'CREATE UNIQUE INDEX part_size ON shop.part USING btree (size) WHERE (cents > 0);',
      'create view shop.v_part as',
      'CREATE OR REPLACE FUNCTION shop.twice(n integer)',
      'alter table shop.part enable row level security;',
      'create policy own on shop.part as permissive for select to public using ((item_id > 0));',
      'grant insert, select on shop.part to pg_monitor;',
      "comment on table shop.part is 'parts';",
    ]) {
      expect(dump).toContain(line)
    }
  })

  test('shows a change', async () => {
    await migrate(url, folder)
    const before = await dumpSchema(url)
    await asAdmin(url, (sql) => sql`alter table shop.item alter name drop not null`)
    expect(await dumpSchema(url)).not.toBe(before)
  })
})
