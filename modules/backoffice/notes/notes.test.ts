import { expect, test } from 'vitest'
import { viewAs } from '#modules/identity/view-as/view-as.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { addEntityNotes } from './add-entity-notes.ts'
import { deleteEntityNotes, editEntityNotes } from './change-entity-notes.ts'
import { getEntityNotes } from './get-entity-notes.ts'

const site = await openTestSite()
const staffOf = async (role: 'Admin' | 'Instructor' | 'Support', code?: string) =>
  (await site.signIn(await site.addPerson({ role, code }))).ctx
const notFound = { kind: { status: 404 } }

test('staff create, read, change and delete notes on a student; the audit log records their content', async () => {
  const ctx = await staffOf('Instructor')
  const { user_id: entity_id } = await site.addPerson({ code: 'BBB' })
  const first = await addEntityNotes.run(ctx, { entity_id, note: ' Called. ' })
  expect(first.data).toMatchObject({ note: 'Called.', created_by_name: 'Pat Person', edited: false, can_edit: true })
  // To the microsecond: a note that took longer to write would be shown as edited.
  const [times] = await site.database.read<{ is_unchanged: boolean }>`
    select created_at = updated_at as is_unchanged from backoffice.entity_note
    where entity_note_id = ${first.data.entity_note_id}`
  expect(times).toEqual({ is_unchanged: true })
  const second = await addEntityNotes.run(ctx, { entity_id, note: '<b>Wrote</b>', lk_entity_type_id: 1 })
  const { entity_note_id } = first.data
  const edited = await editEntityNotes.run(ctx, { entity_note_id, note: 'Called twice.' })
  expect(edited.data).toMatchObject({ note: 'Called twice.', edited: true })
  expect((await getEntityNotes.run(ctx, { entity_id })).data.map(({ note }) => note)).toEqual([
    '<b>Wrote</b>',
    'Called twice.',
  ])
  await deleteEntityNotes.run(ctx, { entity_note_id })
  await expect(deleteEntityNotes.run(ctx, { entity_note_id })).rejects.toMatchObject(notFound)
  expect((await getEntityNotes.run(ctx, { entity_id })).data).toEqual([second.data])
  const auditLog = await site.database.read`
    select action, before, after from platform.audit_event where subject = ${`entity_note_id:${entity_note_id}`}
    order by audit_event_id`
  expect(auditLog).toEqual([
    { action: 'note.add', before: null, after: { note: 'Called.' } },
    { action: 'note.edit', before: { note: 'Called.' }, after: { note: 'Called twice.' } },
    { action: 'note.delete', before: { note: 'Called twice.' }, after: null },
  ])
})

test('a form that is sent eight times creates one note and one event', async () => {
  const ctx = await staffOf('Admin')
  const { user_id: entity_id } = await site.addPerson()
  const form = { entity_id, note: 'Once.', request_id: crypto.randomUUID() }
  const responses = await Promise.all(Array.from({ length: 8 }, () => addEntityNotes.run(ctx, form)))
  expect(new Set(responses.map(({ data }) => data.entity_note_id)).size).toBe(1)
  expect((await getEntityNotes.run(ctx, { entity_id })).data).toHaveLength(1)
  const events = await site.database.read`
    select from platform.audit_event where subject = ${`entity_note_id:${responses[0]!.data.entity_note_id}`}`
  expect(events).toHaveLength(1)
})

test('a note can be changed by its author or an Admin only', async () => {
  const [author, colleague, admin] = [await staffOf('Instructor'), await staffOf('Instructor'), await staffOf('Admin')]
  const { user_id: entity_id } = await site.addPerson()
  const { entity_note_id } = (await addEntityNotes.run(author, { entity_id, note: 'Mine.' })).data
  expect((await getEntityNotes.run(colleague, { entity_id })).data[0]?.can_edit).toBe(false)
  const refusal = { kind: { status: 403, code: 'NOT_YOUR_NOTE' } }
  await expect(editEntityNotes.run(colleague, { entity_note_id, note: 'x' })).rejects.toMatchObject(refusal)
  await expect(deleteEntityNotes.run(colleague, { entity_note_id })).rejects.toMatchObject(refusal)
  await editEntityNotes.run(admin, { entity_note_id, note: 'Ours.' })
})

test('hides notes on oneself, on higher roles and in other organizations', async () => {
  const writer = await staffOf('Admin')
  const student = await site.addPerson()
  const { entity_note_id } = (await addEntityNotes.run(writer, { entity_id: student.user_id, note: 'Secret.' })).data
  const { ctx: studentCtx } = await site.signIn(student)
  const ask = (ctx: typeof writer, entity_id: number, lk_entity_type_id?: 1 | 4) =>
    getEntityNotes.run(ctx, { entity_id, lk_entity_type_id })
  await expect(ask(studentCtx, student.user_id)).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(ask(await site.visit(), student.user_id)).rejects.toMatchObject({ kind: { status: 401 } })
  await expect(ask(writer, (writer.actor as { user_id: number }).user_id)).rejects.toMatchObject(notFound)
  const foreignCtx = await staffOf('Admin', 'CCC')
  await expect(ask(foreignCtx, student.user_id)).rejects.toMatchObject(notFound)
  for (const change of [
    () => editEntityNotes.run(foreignCtx, { entity_note_id, note: 'x' }),
    () => deleteEntityNotes.run(foreignCtx, { entity_note_id }),
    () => addEntityNotes.run(foreignCtx, { entity_id: student.user_id, note: 'x' }),
  ])
    await expect(change()).rejects.toMatchObject(notFound)
  const instructor = await staffOf('Instructor')
  await expect(ask(instructor, (writer.actor as { user_id: number }).user_id)).rejects.toMatchObject(notFound)
  await expect(ask(instructor, 1, 4)).rejects.toMatchObject(notFound)
  await expect(ask(writer, 3, 4)).rejects.toMatchObject(notFound)
  await addEntityNotes.run(writer, { lk_entity_type_id: 4, entity_id: 2, note: 'Pays late.' })
  expect((await ask(writer, 2, 4)).data).toHaveLength(1)
})

test('refuses an empty note, one that is too long and one without a subject', async () => {
  const ctx = await staffOf('Admin')
  const { user_id: entity_id } = await site.addPerson()
  for (const invalidInput of [
    { entity_id, note: '  ' },
    { entity_id, note: 'x'.repeat(10_001) },
    { entity_id, note: 'x', lk_entity_type_id: 2 },
    { entity_id, note: 'x', created_by: 1 },
  ])
    await expect(addEntityNotes.run(ctx, invalidInput as never)).rejects.toMatchObject({ kind: { status: 400 } })
})

test('viewing as a colleague does not show the notes on oneself', async () => {
  const staff = await site.addPerson({ role: 'Admin' })
  const colleague = await site.addPerson({ role: 'Admin' })
  const entity_id = staff.user_id
  await addEntityNotes.run((await site.signIn(colleague)).ctx, { entity_id, note: 'Late again.' })
  const { token } = await viewAs.run((await site.signIn(staff)).ctx, { userId: colleague.user_id })
  const viewing = await site.visit({ actor: (await site.whois(token))!.actor })
  await expect(getEntityNotes.run(viewing, { entity_id })).rejects.toMatchObject(notFound)
})

test('an organization reads its own notes, not those that staff of its parent wrote about it', async () => {
  const [parentCtx, childCtx] = [await staffOf('Admin'), await staffOf('Admin', 'BBB')]
  const noted = { lk_entity_type_id: 4, entity_id: 2 }
  const { entity_note_id } = (await addEntityNotes.run(parentCtx, { ...noted, note: 'Will be closed.' })).data
  const addedNote = (await addEntityNotes.run(childCtx, { ...noted, note: 'Keys are with Ann.' })).data
  const read = async (ctx: typeof parentCtx) =>
    (await getEntityNotes.run(ctx, noted)).data.map((row) => row.entity_note_id)
  expect(await read(childCtx)).toEqual([addedNote.entity_note_id])
  expect(await read(parentCtx)).toEqual(expect.arrayContaining([addedNote.entity_note_id, entity_note_id]))
  await expect(editEntityNotes.run(childCtx, { entity_note_id, note: 'x' })).rejects.toMatchObject(notFound)
})
