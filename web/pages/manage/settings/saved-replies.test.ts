import { expect, test } from 'vitest'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const path = '/manage/settings/saved-replies'
const reply = (title: string, overrides: Record<string, string> = {}) => ({
  action: 'save',
  saved_reply_id: '',
  title,
  english: 'Hello {first_name}',
  spanish: 'Hola, {first_name}',
  ...overrides,
})
const idOf = async (title: string) => {
  const [row] = await app.database.read<{ id: number }>`
    select saved_reply_id as id from support.saved_reply where title = ${title}`
  return String(row?.id)
}

test('saved replies are added, changed and removed by plain forms, each with a unique title', async () => {
  const admin = await addStaff(app, 'SSD')
  expect((await admin.visit(path)).text).toContain('Your saved replies will appear here.')
  expect((await admin.visit(path, reply('Locked'))).headers.get('location')).toBe(path)
  await admin.visit(path, reply('Late'))
  const saved_reply_id = await idOf('Late')
  expect((await admin.visit(`${path}?reply=${saved_reply_id}`)).text).toContain('value="Late"')
  const response = await admin.visit(`${path}?reply=${saved_reply_id}`, reply('Locked', { saved_reply_id }))
  expect(response.text).toContain('A saved reply with this title already exists.')
  await admin.visit(path, reply('Late again', { saved_reply_id, english: 'Sorry' }))
  expect((await admin.visit(path)).text).toContain('Sorry')
  expect((await admin.visit(path, reply('Empty', { spanish: ' ' }))).text).toContain(
    'Enter a title and the reply in both languages.',
  )
  await admin.visit(path, { action: 'remove', saved_reply_id })
  const html = (await admin.visit(path)).text
  expect(html).toContain('Locked')
  expect(html).not.toContain('Late again')
})

test('saved replies of another organization are neither shown nor changed, and students have none', async () => {
  const [admin, stranger] = [await addStaff(app, 'SSD'), await addStaff(app, 'LSD')]
  await admin.visit(path, reply('Ours'))
  const saved_reply_id = await idOf('Ours')
  expect((await stranger.visit(path)).text).not.toContain('Ours')
  await stranger.visit(path, { action: 'remove', saved_reply_id })
  await stranger.visit(path, reply('Theirs', { saved_reply_id }))
  expect(await idOf('Ours')).toBe(saved_reply_id)
  const student = await addSomeone(app, 'SSD')
  expect((await student.visit(path)).text).not.toContain('Ours')
})
