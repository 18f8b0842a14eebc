import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { saveBanners } from './banners/save-banners.ts'
import { lockEmailWords } from './emails/email-words.sql.ts'
import { removeSystemNotice } from './notices/remove-system-notice.ts'
import { saveSystemNotice } from './notices/save-system-notice.ts'
import { lockTexts } from './translations/translation.sql.ts'

/** Steps two transactions through each lock of this module; tests/locks.txt lists them. */
const app = await openTestApp()
const { read } = app.database
const admin = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))

const message = (text: string) => ({ text: { 'en-us': text, 'es-es': text } })

test('changes of texts, and of the emails of an organization, are serialized', async () => {
  expect(await takesTurns(admin, lockTexts)).toBe(true)
  expect(await takesTurns(admin, (inner) => lockEmailWords(inner, 1))).toBe(true)
})

test('banners saved over others that are being saved are recorded as a change of those', async () => {
  const save = (text: string) => ({ banners: JSON.stringify([{ group: 'admin', message: message(text) }]) })
  await inTurn(
    admin,
    (inner) => saveBanners.run(inner, save('First')),
    () => saveBanners.run(admin, save('Second')),
  )
  const events = await read<{ before: string; after: string }>`
    select before ->> 'banners' as before, after ->> 'banners' as after from platform.audit_event
    where action = 'banner.save' order by audit_event_id`
  expect(events.map(({ after }) => after)).toEqual([
    expect.stringContaining('First'),
    expect.stringContaining('Second'),
  ])
  expect(events[1]!.before).toBe(events[0]!.after)
})

test('a notice that is sent twice is added once, and is removed once', async () => {
  const draft = { lk_system_notice_type_id: 1, message: message('Closed on Friday.') }
  const addition = await inTurn(
    admin,
    (inner) => saveSystemNotice.run(inner, draft),
    () => saveSystemNotice.run(admin, draft),
  )
  const { system_notice_id } = addition.first
  expect(addition.second).toMatchObject({ system_notice_id })
  const removal = await inTurn(
    admin,
    (inner) => removeSystemNotice.run(inner, { system_notice_id }),
    () => removeSystemNotice.run(admin, { system_notice_id }),
  )
  expect(removal.second).toBe('NOT_FOUND')
})
