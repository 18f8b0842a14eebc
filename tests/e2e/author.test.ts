import { readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { status } from '#modules/learning/index.ts'
import { ok, questionsOf } from '#tests/support/path.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { addPeople, signIn } from './support/shop.ts'
import { type Site, startSite } from './support/site.ts'
import {
  callerOf,
  fillStudent,
  findAndAdd,
  follow,
  keyboardOf,
  nextButton,
  pay,
  register,
  sitQuiz,
  typeCard,
  visit,
} from './support/student.ts'

/** Creates a course with mouse and keyboard alone, then sells and passes it: no step needs a developer. */
const course = 'Winter Driving'
const person = { email: 'ines@example.com', password: 'Long-Road-Home-77', firstName: 'Ines', lastName: 'Winter' }
const captions = {
  name: 'ice.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:04.000\nKeep your distance on ice.\n'),
}
const media = (name: string) => resolve(import.meta.dirname, '../../migrations/demo/media', name)

let site: Site
let browser: Browser
let desk: Page
let student: Page
const problems: string[][] = []
let course_id: number
let recommended: string

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  desk = await openPage(desktop)
  problems.push(complaints(desk))
  await signIn(desk, site.origin, 'admin@example.com', '/manage/courses-new')
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function openPage(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  context.setDefaultTimeout(8_000)
  return context.newPage()
}

const tab = (name: string) => visit(desk, `${site.origin}/manage/courses/${course_id}/${name}`)
const button = (name: string | RegExp, within: Page | Locator = desk) =>
  within.getByRole('button', { name, exact: true })
const saved = () => desk.getByText('✓ Saved').waitFor()
/** Saves the current input immediately, as an author might. */
const save = async () => {
  await button('Save').click()
  await saved()
}

/** Uploads a file to the open library. The demo already has a video, so confirmation is asked. */
async function upload(name: string): Promise<Locator> {
  const library = desk.getByRole('dialog', { name: 'Media Library' })
  await library.locator('input[type=file]').first().setInputFiles(media(name))
  if (name.endsWith('.mp4')) {
    const twice = desk.getByRole('dialog', { name: 'Duplicate File Detected' })
    await twice.getByRole('button', { name: 'Upload' }).click()
  }
  await library.getByText('No lesson uses this file.').waitFor()
  return library
}

/** Adds a single-choice question, whose first option is correct, to the list in `within`. */
async function addQuestion(within: Locator | Page, title: string, options: readonly [string, string]): Promise<void> {
  await button('Add question', within).click()
  const question = within
    .getByRole('listitem')
    .filter({ has: desk.getByRole('combobox', { name: 'Type' }) })
    .last()
  await question.getByLabel(/^Question \d+$/).fill(title)
  await question.getByRole('combobox', { name: 'Type' }).selectOption('Single Choice')
  for (const [index, text] of options.entries())
    await question.getByLabel(`Option ${index + 1}`, { exact: true }).fill(text)
}

/** The rows that publishing the course has written. */
async function traces() {
  const [row] = await site.database.read`
    select (select max(v.version_number)::int from catalogue.course_version v where v.course_id = c.course_id) as versions,
           p.version_number as published,
           (select count(*)::int from catalogue.course_version v
            where v.course_id = c.course_id and v.version_number = 0) as drafts,
           (select count(*)::int from platform.audit_event e
            where e.action = 'course.publish' and e.subject = 'course_id:' || c.course_id) as events
    from catalogue.course c join catalogue.course_version p on p.course_version_id = c.published_version_id
    where c.course_id = ${course_id}`
  return row
}

const counts = async () => {
  const [row] = await site.database.read`
    select (select count(*)::int from catalogue.course) as courses,
           (select count(*)::int from catalogue.course_version) as versions,
           (select count(*)::int from catalogue.component) as components,
           (select count(*)::int from catalogue.attachment) as attachments`
  return row
}

/** Kills the server during a transaction that waits for a locked table, and restarts it. */
async function killWhileWaitingFor(table: string, begin: () => Promise<unknown>): Promise<void> {
  const locking = site.database.tx(async (sql) => {
    await sql`lock table ${sql(table)} in share row exclusive mode`
    const currentRun = begin().catch(() => null)
    const waiting = () => site.database.read`
      select from pg_locks where not granted and relation = ${table}::regclass and database = (
        select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000, interval: 100 }).toBeGreaterThan(0)
    await site.kill()
    await currentRun
  })
  await locking
  await site.start()
}

/** Sends a file from an offset on over a slow line. Returns the status, or 0 if the connection was lost. */
async function sendSlowly(url: string, file: Buffer, offset = 0) {
  const cookies = await desk.context().cookies()
  const part = request(site.origin + url, {
    method: 'PATCH',
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      origin: site.origin,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(file.length - offset),
    },
  })
  const answer = new Promise<number>((resolve) => {
    part.once('response', (received) => resolve(received.resume().statusCode ?? 0))
    part.once('error', () => resolve(0))
  })
  const send = (from: number) => {
    if (from >= file.length) return part.end()
    part.write(file.subarray(from, from + 32_768), (failed) => !failed && setTimeout(send, 20, from + 32_768))
  }
  send(offset)
  return { answer }
}

describe('a course from scratch', { timeout: 120_000 }, () => {
  test('starts with its name', async () => {
    await desk.getByLabel('Course name').fill(course)
    await follow(desk, () => button('Create course').click())
    course_id = Number(/\/manage\/courses\/(\d+)\/outline/.exec(desk.url())![1])
    expect(course_id).toBeGreaterThan(0)
  })

  test('has a lesson with text, a table and a picture', async () => {
    await button('Add section').click()
    // A new item has the focus, ready to be named.
    await desk.keyboard.type('On the road')
    expect(await desk.getByLabel('Section 1 name').inputValue()).toBe('On the road')
    await button('Add content').click()
    await desk.getByLabel('Component 1 name (Content)').fill('Ice and snow')
    const text = desk.getByRole('textbox', { name: 'Content', exact: true })
    await text.click()
    await desk.keyboard.type('Slow down')
    await desk.keyboard.press('Control+b')
    await desk.keyboard.type(' before the bend.')
    await desk.keyboard.press('Control+b')
    await desk.keyboard.press('Enter')
    await button('Insert table').click()
    await desk.keyboard.type('Surface')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('Distance')
    await text.locator('> p').last().click()
    await button('Media Library').click()
    const library = await upload('sign-stop.png')
    await library.getByLabel('What the picture shows').fill('A stop sign in the snow')
    await button('Insert', library).click()
    await text.getByRole('img', { name: 'A stop sign in the snow' }).waitFor()
    await saved()
  })

  test('has a video with captions', async () => {
    await button('Add media').click()
    await desk.getByLabel('Component 2 name (Media)').fill('Following distance')
    await button('Add file').click()
    const library = await upload('lesson-following-distance.mp4')
    await library.getByLabel('Add captions (English)').setInputFiles(captions)
    await button('Replace captions (English)', library).waitFor()
    await button('Insert', library).click()
    await desk.locator('video').waitFor()
    await saved()
  })

  test('has a quiz, a final exam, and a security question', async () => {
    await button('Add quiz').click()
    await desk.getByLabel('Component 3 name (Quiz)').fill('What you learned')
    await addQuestion(desk, 'What do you do before a bend?', ['Slow down', 'Speed up'])
    await save()
    await tab('finalexam')
    await button('Add final exam').click()
    await addQuestion(desk, 'What makes roads slippery?', ['Ice', 'Signs'])
    await save()
    await tab('security')
    await desk.getByLabel('Ask security questions').check()
    await addQuestion(desk.locator('section', { hasText: 'Security questions' }).last(), 'What was your first car?', [
      'A van',
      'A coupe',
    ])
    await save()
    await tab('overview')
    await desk.getByRole('textbox', { name: 'Description' }).fill('How to drive when it freezes.')
    await save()
  })

  test('has a question about a lesson and a certificate text, written without a mouse', async () => {
    const { press, write } = keyboardOf(desk)
    await tab('security')
    const questions = desk.locator('section', { hasText: 'Content questions' }).last()
    await press(desk.getByLabel('Ask questions about the lessons'), 'Space')
    await press(button('Add question', questions))
    await desk.keyboard.type('What do you keep on ice?')
    await write(questions.getByLabel('Option 1', { exact: true }), 'Your distance')
    await write(questions.getByLabel('Option 2', { exact: true }), 'Your speed')
    await press(questions.locator('summary'))
    await press(questions.getByLabel('Lesson'), 'ArrowDown')
    expect(await questions.getByLabel('Lesson').locator('option:checked').innerText()).toBe('Chapter: Ice and snow')
    await press(button('Save'))
    await saved()
    // The button stays where the author is.
    expect(await button('Save').evaluate((element) => element === document.activeElement)).toBe(true)
    await tab('certificates')
    await write(desk.getByLabel('Text at the bottom left'), 'Kept on file')
    await press(button('Save'))
    await saved()
  })

  test('has a registration with questions, a text and a recommended course, written without a mouse', async () => {
    const { press, write } = keyboardOf(desk)
    await tab('registration')
    await write(desk.getByLabel('Days to answer'), '30')
    await press(desk.getByLabel('Show text first'), 'Space')
    await write(desk.getByLabel('Text to show'), 'Have your license at hand.')
    await write(desk.getByRole('combobox', { name: 'Add a published course' }), 'Basic')
    const option = desk.getByRole('option').first()
    await option.waitFor()
    recommended = await option.innerText()
    await desk.keyboard.press('ArrowDown')
    await desk.keyboard.press('Enter')
    const list = desk.getByRole('list', { name: 'Recommended courses' })
    await list.getByRole('listitem').filter({ hasText: recommended }).waitFor()
    // The page has re-rendered the field, so the focus is on the result.
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true)
    await press(button('Add question'))
    await desk.keyboard.type('Which school do you attend?')
    await press(button('Add question'))
    await desk.keyboard.type('Do you have a car?')
    const second = desk.getByRole('listitem').filter({ has: desk.getByLabel('Question 2', { exact: true }) })
    await write(second.getByRole('combobox', { name: 'Type' }), 'Single')
    await write(second.getByLabel('Option 1', { exact: true }), 'Yes')
    await write(second.getByLabel('Option 2', { exact: true }), 'No')
    await press(button('Move “Do you have a car?” up'))
    await press(button('Add question'))
    await desk.keyboard.type('Not needed')
    await press(button('Delete “Not needed”'))
    await press(desk.getByRole('dialog').getByRole('button', { name: /^Delete/ }))
    expect(await button('Add question').evaluate((element) => element === document.activeElement)).toBe(true)
    await press(button('Save'))
    await saved()
    await tab('registration')
    expect(
      await desk
        .getByLabel(/^Question \d+$/)
        .evaluateAll((all) => all.map((element) => (element as HTMLInputElement).value)),
    ).toEqual(['Do you have a car?', 'Which school do you attend?'])
    expect(await desk.getByLabel('Days to answer').inputValue()).toBe('30')
    expect(await desk.getByLabel('Text to show').inputValue()).toBe('Have your license at hand.')
    expect(await list.getByRole('listitem').innerText()).toContain(recommended)
  })

  test('restores deleted parts, even after the deletion was saved', async () => {
    await tab('outline')
    await button('Delete “Following distance”').press('Enter')
    await button('Save').click()
    await saved()
    await button('Undo').press('Enter')
    const name = desk.getByLabel('Component 2 name (Media)')
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true)
    await save()
    await tab('outline')
    await button('Edit “Following distance”').click()
    await desk.locator('video').waitFor()
  })

  test('is published without blocking problems, and put on sale', async () => {
    await tab('versions')
    expect(await desk.getByText('Fix these problems to publish').count()).toBe(0)
    await follow(desk, () => button('Publish').click())
    await desk.getByText('Succesfully published course.').waitFor()
    await visit(desk, `${site.origin}/manage/organization/1/courses`)
    await desk.locator('select[name=course_id]').selectOption({ label: course })
    await desk.locator('[name=course_price]').fill('12.50')
    await follow(desk, () => button('Add course').click())
    await desk.getByRole('row', { name: /Winter Driving.*\$12\.50/ }).waitFor()
  })

  test('is bought on a phone by a student who registers and sets up their security question', async () => {
    student = await openPage(phone)
    problems.push(complaints(student))
    await findAndAdd(student, site.origin, { words: 'winter', course })
    // A course that its author recommends is offered once.
    const offer = student.getByRole('dialog')
    expect(await offer.getByRole('listitem').innerText()).toContain(recommended)
    await button('No, thanks', offer).click()
    await fillStudent(student, person)
    await typeCard(student)
    await pay(student)
    await follow(student, () => student.getByRole('link', { name: /^Start your course/ }).click())
    await register(student)
    expect(new URL(student.url()).pathname).toMatch(/\/security\/setup$/)
    await student.getByLabel('A van').check()
    await follow(student, () => button('Save and continue', student).click())
  })

  test('is exported from one organization and imported into another, whose author publishes it', async () => {
    await visit(desk, `${site.origin}/manage/courses`)
    const row = desk.getByRole('row', { name: course })
    await row.getByRole('button').first().click()
    await row.getByRole('button', { name: 'Export course' }).click()
    await desk.getByText('The course is being exported.').waitFor()
    const file = desk.getByRole('link', { name: /^Download course-winter-driving\.zip/ })
    await expect
      .poll(() => visit(desk, `${site.origin}/manage/tasks`).then(() => file.count()), { timeout: 30_000 })
      .toBe(1)
    const [download] = await Promise.all([desk.waitForEvent('download'), file.click()])
    const archive = join(site.folder, 'winter.zip')
    await download.saveAs(archive)

    await addPeople(site, [
      { loginid: 'gil@example.com', code: 'GCT', role: 'Admin', first_name: 'Gil', last_name: 'Coast' },
    ])
    const otherPage = await openPage(phone)
    problems.push(complaints(otherPage))
    const origin = site.of('GCT')
    await signIn(otherPage, origin, 'gil@example.com', '/manage/courses-import')
    await otherPage.locator('input[type=file]').setInputFiles(archive)
    await otherPage.waitForURL('**/manage/tasks')
    const list = otherPage.getByRole('link', { name: course })
    await expect
      .poll(() => visit(otherPage, `${origin}/manage/courses`).then(() => list.count()), { timeout: 30_000 })
      .toBe(1)
    await follow(otherPage, () => list.click())
    const path = new URL(otherPage.url()).pathname.split('/').slice(0, 4).join('/')
    await visit(otherPage, `${origin}${path}/preview`)
    const picture = otherPage.getByRole('img', { name: 'A stop sign in the snow' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await follow(otherPage, () => otherPage.getByRole('link', { name: 'Next' }).click())
    expect(await otherPage.locator('video track[srclang=en]').count()).toBe(1)
    await expect
      .poll(() => otherPage.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0)
    await visit(otherPage, `${origin}${path}/versions`)
    expect(await otherPage.getByText('Fix these problems to publish').count()).toBe(0)
    await follow(otherPage, () => button('Publish', otherPage.locator('main form')).click())
    await otherPage.getByText('Succesfully published course.').waitFor()
    await otherPage.context().close()
  })

  test('is read, watched and passed', async () => {
    const lesson = student.locator('main')
    await lesson.getByText('before the bend.').waitFor()
    expect(await lesson.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['Surface', 'Distance']))
    await lesson.getByRole('img', { name: 'A stop sign in the snow' }).waitFor()
    expect(await student.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(390)
    await follow(student, () => nextButton(student).click())
    expect(await lesson.locator('video track[srclang=en]').count()).toBe(1)
    await follow(student, () => nextButton(student).click())
    const [version] = await site.database.read<{ id: number }>`
      select published_version_id as id from catalogue.course where course_id = ${course_id}`
    const questions = await questionsOf(site, version!.id)
    const sitNext = async () => {
      await follow(student, () => button(/^Start/, student).click())
      expect(await sitQuiz(student, questions, 'right')).toBe(1)
      await student.getByText('Well done!').waitFor()
    }
    await sitNext()
    await follow(student, () => button('Continue', student).click())
    await sitNext()
    // The agency's reply may already have changed the status, so its history is what counts.
    const passedRows = await site.database.read`
      select from learning.student_course_status_change join learning.v_student_course using (student_course_id)
      where course_id = ${course_id} and to_status_id = ${status.passed}`
    expect(passedRows).toHaveLength(1)
  })

  test('the browsers reported no errors', () => {
    expect(problems.flat()).toEqual([])
  })

  test('a server killed during publishing or importing leaves nothing half done', async () => {
    const client = callerOf(desk)
    const { task_id } = ok(await client.post('/course/archive/export', { course_id }))
    const file = async () => {
      const [task] = await site.database.read<{ file_key: string | null }>`
        select file_key from identity.task where task_id = ${task_id} and state = 'done'`
      return task?.file_key
    }
    await expect.poll(file, { timeout: 30_000, interval: 200 }).toBeTruthy()
    const archive = await readFile(join(site.folder, 'files', (await file())!))
    ok(await client.post('/course/updateOverview', { course_id, excerpt: 'Ice, snow and fog.' }))
    const before = await traces()
    await killWhileWaitingFor('platform.audit_event', () => client.post('/course/publish', { course_id }))
    const published = await traces()
    // The audit log, the version and the course are written together or not at all.
    expect([before, { ...before, versions: 2, published: 2, events: 2, drafts: 0 }]).toContainEqual(published)

    const { upload_id, url } = ok(
      await client.post('/course/archive/begin', { file_name: 'winter.zip', file_size: archive.length }),
    )
    await desk.context().request.patch(`${site.origin}${url}`, {
      data: archive,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        origin: site.origin,
      },
    })
    const all = await counts()
    await killWhileWaitingFor('catalogue.course', () => client.post('/course/archive/import', { upload_id }))
    expect(await counts()).toEqual(all)
  })

  test('an upload resumes after its server is killed, once while receiving and once while saving', async () => {
    const client = callerOf(desk)
    const film = Buffer.concat([await readFile(media('lesson-following-distance.mp4')), Buffer.alloc(16)])
    const named = { file_name: 'ice.mp4', file_size: film.length, file_modified: 1 }
    const begin = async () => ok(await client.post('/attachment/begin-upload', named))
    const { upload_id, url } = await begin()
    const path = join(site.folder, 'uploads', upload_id)
    const arrived = async () => (await stat(path)).size
    const before = await counts()

    const slowly = await sendSlowly(url, film)
    await expect.poll(arrived, { timeout: 20_000, interval: 20 }).toBeGreaterThan(100_000)
    await site.kill()
    expect(await slowly.answer).toBe(0)
    await site.start()
    expect(await counts()).toEqual(before)
    const result = await begin()
    expect([result.upload_id, result.offset]).toEqual([upload_id, await arrived()])
    expect(result.offset).toBeLessThan(film.length)
    const save = () => client.post('/attachment/saveMediaLibraryAttachment', { upload_id, force: true })
    expect((await save()).body.code).toBe('UPLOAD_INCOMPLETE')
    expect(await (await sendSlowly(url, film, result.offset)).answer).toBe(204)

    await killWhileWaitingFor('catalogue.attachment', save)
    expect(await counts()).toEqual(before)
    const { attachment } = ok(await save())
    expect(await counts()).toEqual({ ...before, attachments: Number(before!.attachments) + 1 })
    const response = await desk.context().request.get(site.origin + attachment.url)
    expect(film.equals(await response.body())).toBe(true)
    // It counts once toward a person's daily upload limit.
    const [day] = await site.database.read`
      select count(*)::int as files, sum(file_size)::int as bytes from catalogue.media_upload where file_name = 'ice.mp4'`
    expect(day).toEqual({ files: 1, bytes: film.length })
  })
})
