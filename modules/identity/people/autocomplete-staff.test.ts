import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { autocompleteAdministrator, autocompleteInstructor } from './autocomplete-staff.ts'

const site = await openTestSite()
const { read } = site.database

test('finds a name without its accents, apostrophes and hyphens', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))
  const { user_id } = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  await read`
    update identity.person set first_name = 'José', middle_name = '', last_name = 'O’Brien-Núñez' where user_id = ${user_id}`
  for (const name of ['jose', "O'Brien", 'obrien nunez', 'O’BRIEN-NÚÑEZ', 'José O’Brien'])
    expect([name, (await autocompleteInstructor.run(ctx, { name })).instructor.map(({ value }) => value)]).toEqual([
      name,
      [user_id],
    ])
  expect((await autocompleteInstructor.run(ctx, { name: 'josé o b' })).instructor).toEqual([])
})

test('staff find instructors by any part of the name, with and without the middle name, in scope only', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin', code: 'BBB' }))
  const findNames = async (code: string, role: 'Instructor' | 'Admin' = 'Instructor') => {
    const { user_id } = await site.addPerson({ role, code })
    await read`
      update identity.person set first_name = 'Ana', middle_name = 'Maria', last_name = 'Lopez' where user_id = ${user_id}`
    return user_id
  }
  const ana = await findNames('BBB')
  await findNames('AAA')
  await findNames('CCC')
  const administrator = await findNames('BBB', 'Admin')
  const find = async (name: string) =>
    (await autocompleteInstructor.run(ctx, { name })).instructor.map(({ instructor_id }) => instructor_id)
  for (const name of ['contains:ana', 'ria lop', 'ANA LOPEZ', 'ana maria lopez', 'Maria']) {
    expect([name, await find(name)]).toEqual([name, [ana]])
  }
  expect(await find('ana  lopez mendez')).toEqual([])
  expect(await find('100%')).toEqual([])
  const { instructor } = await autocompleteInstructor.run(ctx, { name: '', instructor_id: ana })
  expect(instructor).toMatchObject([{ label: 'Ana Lopez', value: ana }])
  const { administrator: matches } = await autocompleteAdministrator.run(ctx, { name: 'Maria' })
  expect(matches.map(({ administrator_id }) => administrator_id)).toEqual([administrator])
})
