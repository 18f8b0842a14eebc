import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { fetchNotifications } from '#modules/identity/notifications/fetch-notifications.ts'
import type { UserActor } from '#platform/actor.ts'
import { openFiles } from '#platform/files/files.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { filesPort } from '#platform/ports.ts'
import { setChangedTexts } from '#platform/texts.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { downloadTaskFile, fetchTask, fetchTasks } from './fetch-tasks.ts'
import { addTask, advanceTask, failTask, findOpenTask, finishTask, storeTaskFile, sweepTasks } from './task.sql.ts'
import { taskTexts } from './tasks.texts.ts'

const folder = await mkdtemp(join(tmpdir(), 'tasks-'))
const files = openFiles({ folder })
const site = await openTestSite(fillPorts([filesPort, files]))
afterAll(() => rm(folder, { recursive: true }))

const system = async () => site.visit({ actor: { kind: 'system', name: 'test' } })
const title = ['Book of certificates', 'Libro de certificados'] as const

async function someone() {
  const person = await site.addPerson({ role: 'Admin' })
  return { ...person, ...(await site.signIn(person)) }
}

async function addTaskFor(user_id: number, dedupe_key: string | null = null) {
  return addTask(await system(), {
    user_id,
    kind: 'tests.count',
    title,
    rows_total: 40,
    input: { ids: [1] },
    dedupe_key,
  })
}

/** Moves the database's clock, which the tasks use. */
async function moveHours(hours: number) {
  await site.database.read`update platform.clock set "offset" = "offset" + ${hours}::float8 * interval '1 hour'`
}

const storeText = async (task_id: number, text: string) =>
  storeTaskFile(await system(), task_id, {
    stream: new Blob([text]).stream(),
    content_type: 'text/plain',
    limit_bytes: 100,
  })

async function finished(user_id: number, text: string) {
  const { task_id } = await addTaskFor(user_id)
  const { key, size } = await storeText(task_id, text)
  await findOpenTask(await system(), task_id)
  const file = { key, size, name: 'book.txt', type: 'text/plain' }
  await finishTask(await system(), task_id, { summary: ['40 rows.', '40 filas.'], file })
  return task_id
}

test('shows its author its progress, then its file and a notification, in their language', async () => {
  const { user_id, ctx } = await someone()
  const { task_id } = await addTaskFor(user_id)
  expect((await fetchTasks.run(ctx, {})).tasks).toMatchObject([{ task_id, state: 'waiting', rows_total: 40 }])
  expect(await findOpenTask(await system(), task_id)).toMatchObject({ user_id, input: { ids: [1] }, rows_done: 0 })
  expect(await advanceTask(await system(), task_id, 25)).toBe(true)
  expect((await fetchTask.run(ctx, { task_id })).task).toMatchObject({ state: 'running', rows_done: 25, file: null })
  const finishedId = await finished(user_id, 'all of it')
  const spanish = ctx.as({ locale: 'es-es' })
  expect((await fetchTask.run(spanish, { task_id: finishedId })).task).toMatchObject({
    title: 'Libro de certificados',
    state: 'done',
    rows_done: 40,
    summary: '40 filas.',
    file: { name: 'book.txt', size: 9 },
  })
  const { body, name } = await downloadTaskFile.run(ctx, { task_id: finishedId })
  expect([name, await new Response(body as ReadableStream).text()]).toEqual(['book.txt', 'all of it'])
  expect((await fetchNotifications.run(ctx, {})).data.general.list).toMatchObject([
    { text: 'Book of certificates is finished.', href: '/manage/tasks' },
  ])
})

test("has texts in the reader's language, even if the language was added after it ended", async () => {
  const { user_id, ctx } = await someone()
  const { task_id } = await addTask(await system(), {
    user_id,
    kind: 'tests.count',
    title: { text: ['Book of {count} pages', 'Libro de {count} páginas'], params: { count: { count: 1_200 } } },
  })
  await findOpenTask(await system(), task_id)
  await finishTask(await system(), task_id, { summary: { text: ['{n} rows.', '{n} filas.'], params: { n: 40 } } })
  setChangedTexts('1', {
    'fr-fr': [
      ['Book of {count} pages', 'Libro de {count} páginas', 'Livre de {count} pages'],
      ['{n} rows.', '{n} filas.', '{n} lignes.'],
      [...taskTexts.done, '{title} : terminé.'],
    ],
  })
  onTestFinished(() => setChangedTexts('', {}))
  const french = ctx.as({ locale: 'fr-fr' })
  const { task } = await fetchTask.run(french, { task_id })
  expect([task.title, task.summary]).toEqual(['Livre de 1\u202f200 pages', '40 lignes.'])
  const { list } = (await fetchNotifications.run(french, {})).data.general
  expect(list.map(({ text }) => text)).toEqual(['Livre de 1\u202f200 pages : terminé.'])
  expect((await fetchTask.run(ctx, { task_id })).task.title).toBe('Book of 1,200 pages')
})

test('is returned to a second request while it runs; a later request creates a new one', async () => {
  const { user_id } = await someone()
  const first = await addTaskFor(user_id, 'same')
  expect(await addTaskFor(user_id, 'same')).toEqual({ task_id: first.task_id, added: false })
  await failTask(await system(), first.task_id, ['No.', 'No.'])
  expect((await addTaskFor(user_id, 'same')).added).toBe(true)
})

test('is added once by twenty simultaneous requests', async () => {
  const { user_id } = await someone()
  const all = await Promise.all(Array.from({ length: 20 }, () => addTaskFor(user_id, 'at once')))
  expect(all.filter(({ added }) => added)).toHaveLength(1)
  expect(new Set(all.map(({ task_id }) => task_id)).size).toBe(1)
})

test('ends once: a worker that lost its task changes nothing more', async () => {
  const { user_id, ctx } = await someone()
  const { task_id } = await addTaskFor(user_id)
  await findOpenTask(await system(), task_id)
  await failTask(await system(), task_id, ['The file was empty.', 'El archivo estaba vacío.'])
  expect(await findOpenTask(await system(), task_id)).toBeNull()
  expect(await advanceTask(await system(), task_id, 39)).toBe(false)
  await finishTask(await system(), task_id, { summary: ['Done.', 'Listo.'] })
  expect((await fetchTask.run(ctx, { task_id })).task).toMatchObject({
    state: 'failed',
    summary: 'The file was empty.',
  })
  expect((await fetchNotifications.run(ctx, {})).data.general.total).toBe(1)
})

test('is visible to its author only: not to a colleague or student, nor while viewing', async () => {
  const { user_id, ctx } = await someone()
  const task_id = await finished(user_id, 'secret')
  const colleague = await someone()
  const notFound = { kind: { status: 404 } }
  await expect(fetchTask.run(colleague.ctx, { task_id })).rejects.toMatchObject(notFound)
  await expect(downloadTaskFile.run(colleague.ctx, { task_id })).rejects.toMatchObject(notFound)
  expect((await fetchTasks.run(colleague.ctx, {})).tasks).toEqual([])
  const viewed = ctx.as({ actor: { ...ctx.actor, viewed_by: colleague.user_id } as typeof ctx.actor })
  await expect(downloadTaskFile.run(viewed, { task_id })).rejects.toMatchObject(notFound)
  const student = await site.signIn(await site.addPerson())
  await expect(fetchTask.run(student.ctx, { task_id })).rejects.toMatchObject({ kind: { status: 403 } })
})

test('opens its file while the author still has the permissions and organizations of the request', async () => {
  const { user_id, ctx } = await someone()
  const { organization_id } = ctx.organization
  await site.database.read`insert into identity.organization (organization_id, code, name) values (950, 'TSK', 'Below')`
  await site.database.read`
    insert into identity.organization_closure (ancestor_id, descendant_id, depth)
    values (950, 950, 0), (${organization_id}, 950, 1)`
  const scope = [organization_id, 950]
  const then = ctx.as({ organization: { ...ctx.organization, scope } })
  const rights = { user_id, kind: 'tests.count', title, needs: ['MANAGE_STUDENTS:READ'] } as const
  const { task_id } = await then.tx((inner) => addTask(inner, rights))
  const { key, size } = await storeText(task_id, 'rows')
  await findOpenTask(await system(), task_id)
  const file = { key, size, name: 'rows.txt', type: 'text/plain' }
  await finishTask(await system(), task_id, { summary: ['Done.', 'Listo.'], file })
  const open = (key: string) =>
    downloadTaskFile.run(ctx.as({ actor: { ...(ctx.actor as UserActor), permissions: new Set([key]) } }), { task_id })
  const refusal = { kind: { status: 403 } }
  expect((await open('MANAGE_STUDENTS:READ')).name).toBe('rows.txt')
  await expect(open('MANAGE_COURSES:READ')).rejects.toMatchObject(refusal)
  await site.database.read`delete from identity.organization_closure where descendant_id = 950 and depth > 0`
  await expect(open('MANAGE_STUDENTS:READ')).rejects.toMatchObject(refusal)
})

test('ends after an hour without progress, and its file is deleted after seven days', async () => {
  const { user_id, ctx } = await someone()
  const finishedId = await finished(user_id, 'kept for a week')
  const { task_id } = await addTaskFor(user_id)
  await findOpenTask(await system(), task_id)
  await moveHours(1.1)
  await sweepTasks(await system())
  expect((await fetchTask.run(ctx, { task_id })).task.state).toBe('failed')
  await moveHours(7 * 24 - 1.2)
  expect((await fetchTask.run(ctx, { task_id: finishedId })).task.file).not.toBeNull()
  expect((await downloadTaskFile.run(ctx, { task_id: finishedId })).name).toBe('book.txt')
  // From the seventh day on nothing offers the file, even before the sweep.
  await moveHours(1.2)
  expect((await fetchTask.run(ctx, { task_id: finishedId })).task.file).toBeNull()
  await expect(downloadTaskFile.run(ctx, { task_id: finishedId })).rejects.toMatchObject({ kind: { status: 404 } })
  await sweepTasks(await system())
  await sweepTasks(await system())
  expect((await fetchTask.run(ctx, { task_id: finishedId })).task).toMatchObject({ state: 'done', file: null })
  await expect(downloadTaskFile.run(ctx, { task_id: finishedId })).rejects.toMatchObject({ kind: { status: 404 } })
})

test('an unreferenced file of a killed worker is deleted a day later, and no other file', async () => {
  const { user_id } = await someone()
  const isKept = (key: string) =>
    files.open(key).then(
      async ({ stream }) => stream.cancel().then(() => true),
      () => false,
    )
  const names = () => site.database.read`select from identity.stored_task_file`
  const { task_id: killed } = await addTaskFor(user_id)
  await findOpenTask(await system(), killed)
  const { key: unnamed } = await storeText(killed, 'half a report')
  // The next worker is done. Another, slower worker has stored the same file and another one.
  const finishedId = await finished(user_id, 'the report')
  const { key: named } = await storeText(finishedId, 'the report')
  const { key: slower } = await storeText(finishedId, 'the report, later')
  await moveHours(23)
  await sweepTasks(await system())
  expect([await isKept(unnamed), await isKept(named), await isKept(slower)]).toEqual([true, true, true])
  await moveHours(2)
  await sweepTasks(await system())
  await sweepTasks(await system())
  expect([await isKept(unnamed), await isKept(named), await isKept(slower)]).toEqual([false, true, false])
  expect(await names()).toHaveLength(0)
})
