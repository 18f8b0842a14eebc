import { expect, test } from 'vitest'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const here = '/manage/settings/saved-replies'
const reply = (title: string, more: Record<string, string> = {}) => ({
  action: 'save',
  saved_reply_id: '',
  title,
  english: 'Hello {first_name}',
  spanish: 'Hola, {first_name}',
  ...more,
})
const idOf = async (title: string) => {
  const [row] = await app.database.read<{ id: number }>`
    select saved_reply_id as id from support.saved_reply where title = ${title}`
  return String(row?.id)
}

test('saved replies are added, changed and removed by plain forms, each with a unique title', async () => {
  const admin = await addStaff(app, 'SSD')
  expect((await admin.visit(here)).text).toContain('Your saved replies will appear here.')
  expect((await admin.visit(here, reply('Locked'))).headers.get('location')).toBe(here)
  await admin.visit(here, reply('Late'))
  const saved_reply_id = await idOf('Late')
  expect((await admin.visit(`${here}?reply=${saved_reply_id}`)).text).toContain('value="Late"')
  const response = await admin.visit(`${here}?reply=${saved_reply_id}`, reply('Locked', { saved_reply_id }))
  expect(response.text).toContain('A saved reply with this title already exists.')
  await admin.visit(here, reply('Late again', { saved_reply_id, english: 'Sorry' }))
  expect((await admin.visit(here)).text).toContain('Sorry')
  expect((await admin.visit(here, reply('Empty', { spanish: ' ' }))).text).toContain(
    'Enter a title and the reply in both languages.',
  )
  await admin.visit(here, { action: 'remove', saved_reply_id })
  const html = (await admin.visit(here)).text
  expect(html).toContain('Locked')
  expect(html).not.toContain('Late again')
})

test('saved replies of another organization are neither shown nor changed, and students have none', async () => {
  const [admin, stranger] = [await addStaff(app, 'SSD'), await addStaff(app, 'LSD')]
  await admin.visit(here, reply('Ours'))
  const saved_reply_id = await idOf('Ours')
  expect((await stranger.visit(here)).text).not.toContain('Ours')
  await stranger.visit(here, { action: 'remove', saved_reply_id })
  await stranger.visit(here, reply('Theirs', { saved_reply_id }))
  expect(await idOf('Ours')).toBe(saved_reply_id)
  const student = await addSomeone(app, 'SSD')
  expect((await student.visit(here)).text).not.toContain('Ours')
})
