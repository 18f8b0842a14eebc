import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { updateOverview } from '#modules/catalogue/authoring/update-overview.ts'
import { courseHistory } from '#modules/catalogue/courses/course-history.grid.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { publishReport } from '#modules/catalogue/publishing/report.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { sweepTasks } from '#modules/identity/entry.ts'
import type { Actor, UserActor } from '#platform/actor.ts'
import { noOrganization } from '#platform/ctx.ts'
import { sweepFiles } from '#platform/files/file-claims.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { zipFile } from '#platform/readers/write-zip.ts'
import type { CourseFile } from './course-file.schema.ts'
import { runExport } from './export-course.ts'
import { gatherCourse } from './gather-course.ts'
import { endImport, runImport } from './import-course.ts'
import { readArchive } from './read-archive.ts'
import { exportCourse } from './request-export.ts'
import { beginImport, importCourse } from './request-import.ts'

const demo = await openDemo()
const { db, files, services, folder } = demo
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)

/** An organization's administrator, each with their own user. */
async function authorOf(code: string) {
  const [organization] = await db.read<{ organization_id: number }>`
    select organization_id from identity.v_organization where code = ${code}`
  const { organization_id } = organization!
  const [person] = await db.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, first_name, last_name, loginid, email)
    values (${organization_id}, 1, 'Ada', 'Author', ${`archive-${code}`}, ${`archive-${code}@example.org`})
    returning user_id`
  const actor = { ...someone('Admin', organization_id, keys), ...person! } as Actor
  return demo.ctx(code, actor)
}

const author = await authorOf('SSD')
const stranger = await authorOf('LSD')
const system = openCtx(services, {
  actor: { kind: 'system', name: 'test' },
  organization: noOrganization,
  locale: 'en-us',
})
type Visitor = typeof author

const gathered = async (course_id: number, ctx = author) => (await gatherOf(course_id, ctx)).file
const gatherOf = async (course_id: number, ctx: Visitor) =>
  gatherCourse(ctx, await selectWorkingVersion(ctx, { course_id }))
const taskOf = async (task_id: number) => {
  const [task] = await db.read<{ state: string; summary_en: string; file_key: string; file_name: string }>`
    select state, summary_en, file_key, file_name from identity.task where task_id = ${task_id}`
  return task!
}
const bytesOf = async (key: string) => new Uint8Array(await new Response((await files.open(key)).stream).arrayBuffer())

/** The archive of a course, as its requester downloads it. */
async function archiveOf(course_id: number, ctx = author) {
  const { task_id } = await exportCourse.run(ctx, { course_id })
  await runExport(system, task_id)
  const task = await taskOf(task_id)
  expect(task).toMatchObject({ state: 'done', file_name: expect.stringMatching(/^course-[a-z0-9-]+\.zip$/) })
  return bytesOf(task.file_key)
}

/** Uploads an archive and requests the import; returns the task. */
async function ask(bytes: Uint8Array, ctx = author, file_name = 'course.zip') {
  const { upload_id, url } = await beginImport.run(ctx, { file_name, file_size: bytes.length })
  const response = await ctx.use(uploadStore).receive(
    new Request(new URL(url, 'http://localhost'), {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes as BodyInit,
    }),
  )
  expect(response.status).toBe(204)
  return { upload_id, ...(await importCourse.run(ctx, { upload_id })) }
}

async function imported(bytes: Uint8Array, ctx = author): Promise<number> {
  const { task_id } = await ask(bytes, ctx)
  await runImport(system, task_id, { last: false })
  expect(await taskOf(task_id)).toMatchObject({
    state: 'done',
    summary_en: expect.stringContaining("isn't published yet"),
  })
  const [course] = await db.read<{ course_id: number }>`select max(course_id) as course_id from catalogue.course`
  return course!.course_id
}

const counts = async () => {
  const [row] = await db.read`
    select (select count(*) from catalogue.course) as courses, (select count(*) from catalogue.course_version) as versions,
           (select count(*) from catalogue.component) as components, (select count(*) from catalogue.question) as questions,
           (select count(*) from catalogue.attachment) as attachments`
  return row
}
const storedHashes = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name)).toSorted()

describe('the four demo courses', () => {
  test.each([1, 2, 3, 4])(
    'course %i is imported unchanged as a draft with new ids, without duplicating its files',
    async (course_id) => {
      const before = await counts()
      const copy = await imported(await archiveOf(course_id))
      expect(copy).not.toBe(course_id)
      expect(await gathered(copy)).toEqual(await gathered(course_id))
      expect((await counts())!.attachments).toBe(before!.attachments)
      const work = await selectWorkingVersion(author, { course_id: copy })
      expect(work).toMatchObject({
        is_draft: true,
        lk_course_status_id: 1,
        published_version_id: null,
        organization_id: 1,
      })
      const shared = await db.read`
      select component_id from catalogue.component group by component_id having count(distinct course_version_id) > 1
        and bool_or(course_version_id = ${work.course_version_id})`
      expect(shared).toEqual([])
    },
  )

  test('can be moved to another organization with their files, without naming the first one', async () => {
    const file = await gathered(1)
    const copy = await imported(await archiveOf(1), stranger)
    const importedFile = await gathered(copy, stranger)
    // Pictures are redrawn on import.
    const comparable = ({ media, course, ...rest }: CourseFile) => ({
      ...rest,
      course: { ...course, image: course.image?.replace(/\.\w+$/, '') ?? null },
      media: media.map(({ name, alt, language }) => ({ name, alt, language })),
    })
    const paths = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(/media\/(\d+)\.(?:png|webp)/g, 'media/$1'))
    expect(paths(comparable(importedFile))).toEqual(paths(comparable(file)))
    const owners = await db.read`
      select distinct a.organization_id from catalogue.attachment_use u join catalogue.attachment a using (attachment_id)
      join catalogue.course_version v on v.course_version_id = u.course_version_id where v.course_id = ${copy}`
    expect(owners).toEqual([{ organization_id: stranger.organization.organization_id }])
  })

  test('an imported course has no errors beyond those of the original, and its history names the importer', async () => {
    const copy = await imported(await archiveOf(4))
    const errorsOf = async (course_id: number) =>
      (await publishReport.run(author, { course_id })).problems.filter(({ severity }) => severity === 'error')
    expect(await errorsOf(copy)).toEqual(await errorsOf(4))
    const { data } = (await courseHistory.operations[0].run(author, { course_id: copy })) as never as {
      data: { description: string; first_name: string }[]
    }
    expect(data).toMatchObject([{ description: 'The course was imported.', first_name: 'Ada' }])
  })

  test('a security check placed after a component is placed after the same one in the copy', async () => {
    const first = (await gathered(4)).chapters[0]!.sections[0]!.components[0]!
    const { course_version_id } = await selectWorkingVersion(author, { course_id: await imported(await archiveOf(4)) })
    const [row] = await db.read<{ component_id: number; course_id: number }>`
      select c.component_id, v.course_id from catalogue.component c join catalogue.course_version v using (course_version_id)
      where course_version_id = ${course_version_id} and c.position = 1`
    await db.read`
      update catalogue.course_version set course_security_options = jsonb_set(course_security_options,
        '{globalSettings,frequencySettings}', jsonb_build_object('type', 'selectedComponent', 'value', ${row!.component_id}::int))
      where course_version_id = ${course_version_id}`
    const reimported = await gathered(await imported(await archiveOf(row!.course_id)))
    expect(reimported.course.course_security_options.globalSettings?.frequencySettings).toEqual({
      type: 'selectedComponent',
      value: first.component_id,
    })
  })
})

describe('permissions', () => {
  test('T-22: another organization cannot export a course, and staff cannot import a file that another person uploaded', async () => {
    await expect(exportCourse.run(stranger, { course_id: 1 })).rejects.toMatchObject({ kind: { status: 404 } })
    const bytes = await archiveOf(4)
    const { upload_id } = await beginImport.run(author, { file_name: 'mine.zip', file_size: bytes.length })
    await expect(importCourse.run(stranger, { upload_id })).rejects.toMatchObject({ kind: { status: 404 } })
    await expect(importCourse.run(author, { upload_id })).rejects.toMatchObject({ kind: { code: 'UPLOAD_INCOMPLETE' } })
  })

  test('refuses students, and staff without the permission', async () => {
    for (const actor of [someone('Student'), someone('Instructor', 1, ['MANAGE_COURSES:READ'])]) {
      const ctx = await demo.ctx('SSD', actor)
      await expect(exportCourse.run(ctx, { course_id: 1 })).rejects.toMatchObject({ kind: { status: 403 } })
      await expect(beginImport.run(ctx, { file_name: 'a.zip', file_size: 9 })).rejects.toMatchObject({
        kind: { status: 403 },
      })
    }
  })

  test('accepts only a .zip of up to 2 GB', async () => {
    const begin = (file_name: string, file_size: number) => beginImport.run(author, { file_name, file_size })
    await expect(begin('course.mp4', 9)).rejects.toThrow('FILE_TYPE_REFUSED')
    await expect(begin('course.zip', 2 * 1024 ** 3 + 1)).rejects.toThrow('FILE_TOO_LARGE')
  })

  test('two simultaneous exports of one course are one task, and an export after it finished is another', async () => {
    const [first, two] = await Promise.all([
      exportCourse.run(author, { course_id: 2 }),
      exportCourse.run(author, { course_id: 2 }),
    ])
    expect(two.task_id).toBe(first.task_id)
    await runExport(system, first.task_id)
    await runExport(system, first.task_id)
    expect((await exportCourse.run(author, { course_id: 2 })).task_id).not.toBe(first.task_id)
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const medium = (bytes: Uint8Array, path = 'media/1.png') => ({
  path,
  name: `file${path.slice(-4)}`,
  alt: null,
  language: null,
  captions_of: null,
  size: bytes.length,
  sha256: sha256(bytes),
})
type Draft = { [key: string]: unknown; course: Record<string, unknown>; media: unknown[]; chapters: never[] }

let courseFile: CourseFile
beforeAll(async () => {
  const file = await gathered(4)
  const [chapter] = file.chapters
  const [section] = chapter!.sections
  const [component] = section!.components.filter(({ type }) => type === 'Content')
  const content = { type: 'doc', content: [{ type: 'mediaCard', attrs: { component: 'image', src: 'media/1.png' } }] }
  const data = { wysiwyg_id: 1, content, audioAttachments: [] }
  courseFile = {
    ...file,
    course: { ...file.course, image: 'media/1.png' },
    chapters: [{ name: 'One', sections: [{ name: 'Two', components: [{ ...component!, component_id: 1, data }] }] }],
    final_exam: null,
    question_banks: [],
    registration_questions: [],
    security_questions: [],
    content_questions: [],
    media: [medium(png)],
  }
})

type Entry = [name: string, bytes: Uint8Array | string, options?: object]

/** An archive of these entries, which are not validated. */
async function zipOf(entries: readonly Entry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes, options] of entries) zip.addBuffer(Buffer.from(bytes as Uint8Array), name, options)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

/** The small course, changed, with its picture. */
const small = (change: (draft: Draft) => unknown = () => {}, more: readonly Entry[] = [['media/1.png', png]]) => {
  const draft = structuredClone(courseFile) as unknown as Draft
  change(draft)
  return zipOf([['course.json', JSON.stringify(draft)], ...more])
}
const content = (draft: Draft, change: (data: Record<string, unknown>) => unknown) =>
  change((draft.chapters as never as CourseFile['chapters'])[0]!.sections[0]!.components[0]!.data as never)
const source = (draft: Draft, src: string) =>
  content(draft, (data) => {
    data.content = { type: 'doc', content: [{ type: 'mediaCard', attrs: { component: 'image', src } }] }
  })
const yesNo = { title: 'A ticket?', options: [{ text: 'Yes' }, { text: 'No' }] }
/** The small course with a registration question. */
const withQuestion = (change: object = {}) =>
  small((draft) => {
    draft.registration_questions = [
      { question_id: 7, lk_question_type_id: 2, conditional: [], configuration: yesNo, ...change },
    ]
  })
const renamed = async (name: string) => {
  const bytes = await small(undefined, [
    ['media/1.png', png],
    ['media/9999.png', png],
  ])
  expect(name).toHaveLength('media/9999.png'.length)
  return Buffer.from(bytes.toString('latin1').replaceAll('media/9999.png', name), 'latin1')
}
/** Zeros with a false, smaller size. */
const bomb = async () => {
  const zeros = Buffer.alloc(40 * 1024 * 1024)
  const bytes = await small(undefined, [['media/1.png', zeros, { compress: true }]])
  const sizeBytes = Buffer.alloc(4)
  sizeBytes.writeUInt32LE(zeros.length)
  const claimed = Buffer.alloc(4)
  claimed.writeUInt32LE(png.length)
  return Buffer.from(
    bytes.toString('latin1').replaceAll(sizeBytes.toString('latin1'), claimed.toString('latin1')),
    'latin1',
  )
}
const withMedium = (bytes: Uint8Array | string, path: string) => {
  const buffer = Buffer.from(bytes as Uint8Array)
  return small(
    (draft) => {
      draft.course.image = null
      draft.media = [medium(buffer, path)]
      source(draft, path)
    },
    [[path, buffer]],
  )
}
const captions = (text: string) =>
  small(
    (draft) => {
      const vtt = { ...medium(Buffer.from(text), 'media/2.vtt'), language: 'en', captions_of: 'media/1.png' }
      draft.media.push(vtt)
    },
    [
      ['media/1.png', png],
      ['media/2.vtt', text],
    ],
  )

describe('a hostile archive is refused, and leaves nothing behind', () => {
  test('accepts the small course from which the others are built', async () => {
    const copy = await imported(await small())
    expect(await gathered(copy)).toMatchObject({ chapters: [{ name: 'One' }], media: [{ name: 'file.png' }] })
    expect(await gathered(await imported(await withQuestion()))).toMatchObject({
      registration_questions: [{ configuration: { title: 'A ticket?' } }],
    })
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    ['a path that leaves the folder', () => renamed('../../../a.png')],
    ['an absolute path', () => renamed('/etc/passwd.pn')],
    ['a path of Windows', () => renamed('..\\..\\..\\a.png')],
    ['a name with a null character', () => renamed('media/99\u0000.png ')],
    ['a link', () => small(undefined, [['media/1.png', '/etc/passwd', { mode: 0o120777 }]])],
    [
      'a folder',
      async () => {
        const zip = await small(undefined, [
          ['media/1.png', png],
          ['media/9999.png', ''],
        ])
        return Buffer.from(zip.toString('latin1').replaceAll('media/9999.png', 'media/9999999/'), 'latin1')
      },
    ],
    [
      'two files of one name',
      () =>
        small(undefined, [
          ['media/1.png', png],
          ['media/1.png', png],
        ]),
    ],
    [
      'a file that the course does not name',
      () =>
        small(undefined, [
          ['media/1.png', png],
          ['media/2.png', png],
        ]),
    ],
    [
      'a file beside the media',
      () =>
        small(undefined, [
          ['media/1.png', png],
          ['run.sh', 'rm -rf /'],
        ]),
    ],
    ['a file that is missing', () => small(undefined, [])],
    ['a file that was changed', () => small(undefined, [['media/1.png', Buffer.from(png).fill(0, 60)]])],
    ['a bomb that says it is small', bomb],
    ['a page as a picture', () => withMedium('<script>alert(1)</script>', 'media/1.png')],
    ['a program as a video', () => withMedium(Buffer.from('MZ\u0090\u0000'), 'media/1.mp4')],
    ['a vector picture', () => withMedium('<svg xmlns="http://www.w3.org/2000/svg"/>', 'media/1.svg')],
    ['a picture under the name of a video', () => withMedium(png, 'media/1.mp4')],
    ['a picture that does not end', () => withMedium(png.subarray(0, 50), 'media/1.png')],
    ['captions of a picture', () => captions('WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n')],
    ['an address of another organization', () => small((draft) => source(draft, '/media/1/sign-stop.png'))],
    ['an address of the web', () => small((draft) => source(draft, 'https://evil.example/a.png'))],
    ['a source that is not in the archive', () => small((draft) => source(draft, 'media/7.png'))],
    ['a course picture elsewhere', () => small((draft) => Object.assign(draft.course, { image: '/media/1/a.png' }))],
    [
      'a node that no lesson has',
      () =>
        small((draft) =>
          content(draft, (data) => {
            data.content = { type: 'doc', content: [{ type: 'iframe', attrs: { src: 'https://evil.example' } }] }
          }),
        ),
    ],
    ['a field that no course has', () => small((draft) => Object.assign(draft.course, { organization_id: 3 }))],
    [
      'a prototype',
      () =>
        small().then(() => zipOf([['course.json', JSON.stringify(courseFile).replace('{', '{"__proto__":{"a":1},')]])),
    ],
    [
      'a question of another course',
      () =>
        small((draft) =>
          content(draft, (data) => {
            data.content = {
              type: 'doc',
              content: [{ type: 'mediaCard', attrs: { component: 'inline-quiz', questions: [40_001] } }],
            }
          }),
        ),
    ],
    ['a question that depends on one of another course', () => withQuestion({ conditional: ['40001:1'] })],
    [
      'an option that opens a question of another course',
      () =>
        withQuestion({
          configuration: { ...yesNo, options: [{ text: 'Yes', conditional: [40_001] }, { text: 'No' }] },
        }),
    ],
    [
      'a question about a component of another course',
      () => withQuestion({ configuration: { ...yesNo, selectedComponent: 1_001 } }),
    ],
    [
      'a question twice',
      () =>
        small((draft) => {
          const question = { question_id: 7, lk_question_type_id: 2, conditional: [], configuration: yesNo }
          draft.registration_questions = [question, question]
        }),
    ],
    [
      'a bank twice',
      () =>
        small((draft) => {
          draft.question_banks = [1, 1].map((course_question_bank_id) => ({
            course_question_bank_id,
            name: 'Bank',
            questions: [],
          }))
        }),
    ],
    [
      'a component twice',
      () =>
        small((draft) => {
          const { components } = (draft.chapters as never as CourseFile['chapters'])[0]!.sections[0]!
          components.push(components[0]!)
        }),
    ],
    [
      'a check that follows a component of another course',
      () =>
        small((draft) => {
          draft.course.course_security_options = {
            globalSettings: { frequencySettings: { type: 'selectedComponent', value: 1_001 } },
          }
        }),
    ],
    ['another format', () => small((draft) => Object.assign(draft, { format: 'waypost-course/2' }))],
    ['no course', () => zipOf([['media/1.png', png]])],
    ['a course that is no JSON', () => zipOf([['course.json', '{']])],
    ['a torn archive', async () => (await small()).subarray(0, -30)],
    ['an archive with a comment in front', async () => Buffer.concat([(await small()).subarray(0, 40), await small()])],
  ])('%s', async (_what, make) => {
    const bytes = await make()
    await sweepFiles(system)
    const before = { counts: await counts(), kept: await storedHashes() }
    const { task_id } = await ask(bytes)
    await runImport(system, task_id, { last: false })
    expect(await taskOf(task_id)).toMatchObject({ state: 'failed', summary_en: expect.stringMatching(/^\S.*\.$/) })
    expect(await counts()).toEqual(before.counts)
    await sweepFiles(system)
    expect(await storedHashes()).toEqual(before.kept)
  })

  test('refuses a file that is not an archive before creating a task', async () => {
    const { upload_id, url } = await beginImport.run(author, { file_name: 'a.zip', file_size: 5 })
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    await author
      .use(uploadStore)
      .receive(new Request(new URL(url, 'http://localhost'), { method: 'PATCH', headers, body: 'hello' }))
    await expect(importCourse.run(author, { upload_id })).rejects.toThrow('FILE_TYPE_REFUSED')
  })

  test('T-52: the reader thread refuses a small archive that unpacks to 32 MB of brackets', async () => {
    const { task_id } = await ask(zipFile({ 'course.json': '['.repeat(32 * 1024 * 1024) }))
    await runImport(system, task_id, { last: false })
    expect(await taskOf(task_id)).toMatchObject({
      state: 'failed',
      summary_en: expect.stringContaining("isn't an exported course"),
    })
  })

  test('T-52: an import whose process ended fails with a reason, and is not retried', async () => {
    const { task_id } = await ask(await small())
    expect(await endImport(system, task_id)).toBe(true)
    expect(await endImport(system, task_id)).toBe(false)
    expect(await taskOf(task_id)).toMatchObject({
      state: 'failed',
      summary_en: expect.stringContaining('The server stopped'),
    })
  })

  test('limits apply to the unpacked size: the exact limit is accepted, one byte more is refused', async () => {
    const path = `${folder}/limits.zip`
    await writeFile(path, await small())
    const courseBytes = Buffer.from(JSON.stringify(courseFile)).length
    const bytes = courseBytes + png.length
    const at = { entries: 2, courseBytes, bytes }
    let n = 0
    const read = (limits: Partial<typeof at>) => readArchive(path, `${folder}/limits-${n++}`, { ...at, ...limits })
    await expect(read({})).resolves.toMatchObject({ media: [{ path: 'media/1.png' }] })
    for (const beyond of [{ entries: 1 }, { courseBytes: courseBytes - 1 }, { bytes: bytes - 1 }])
      await expect(read(beyond)).rejects.toMatchObject({
        why: { text: [expect.stringContaining('larger'), expect.any(String)] },
      })
  })
})

describe('a repeated import', () => {
  test('creates one course: the second run finds a finished task, even at the same time', async () => {
    const { task_id } = await ask(await small((draft) => Object.assign(draft.course, { name: 'Only once' })))
    const runs = await Promise.allSettled([
      runImport(system, task_id, { last: false }),
      runImport(system, task_id, { last: true }),
    ])
    await runImport(system, task_id, { last: false })
    expect(runs.filter(({ status }) => status === 'fulfilled')).not.toEqual([])
    const [row] = await db.read`select count(*)::int as count from catalogue.course_version where name = 'Only once'`
    expect(row).toEqual({ count: 1 })
    expect((await taskOf(task_id)).state).toBe('done')
  })

  test('leaves nothing behind after its last failed try, and notifies the requester', async () => {
    const { task_id } = await ask(await small())
    const before = await storedHashes()
    const brokenCtx = { ...system, tx: () => Promise.reject(new Error('the database is away')) } as typeof system
    await expect(runImport(brokenCtx, task_id, { last: false })).rejects.toThrow('away')
    expect((await taskOf(task_id)).state).toBe('running')
    await runImport(system, task_id, { last: true })
    expect((await taskOf(task_id)).state).toBe('done')
    await sweepFiles(system)
    expect((await storedHashes()).length).toBeLessThan(before.length + 1)
  })

  test('creates no course or file if the requester has lost the permission or the organization', async () => {
    const bytes = await small((draft) => Object.assign(draft.course, { name: 'Not allowed' }))
    const { user_id, organization_id } = author.actor as UserActor
    const failure = {
      state: 'failed',
      summary_en: 'You no longer have permission for this course or this organization.',
    }
    const imported = await ask(bytes)
    const exported = await exportCourse.run(author, { course_id: 1 })
    const keyOf = (type: string, granted: boolean) => ({
      user_id,
      organization_id,
      key: `MANAGE_COURSES:${type}`,
      granted,
    })
    await db.read`
      insert into identity.permission ${db.read([keyOf('CREATE', false), keyOf('UPDATE', false)])}`
    await runImport(system, imported.task_id, { last: false })
    await runExport(system, exported.task_id)
    await db.read`delete from identity.permission where user_id = ${user_id}`
    expect(await taskOf(imported.task_id)).toMatchObject(failure)
    expect(await taskOf(exported.task_id)).toMatchObject(failure)
    const disabled = await ask(bytes)
    await db.read`update identity.person set lk_user_status_id = 2 where user_id = ${user_id}`
    await runImport(system, disabled.task_id, { last: false })
    await db.read`update identity.person set lk_user_status_id = 1 where user_id = ${user_id}`
    expect(await taskOf(disabled.task_id)).toMatchObject(failure)
    expect(await db.read`select from catalogue.course_version where name = 'Not allowed'`).toEqual([])
  })

  test('leaves its archive to the sweep when it ends or is abandoned', async () => {
    const archiveOfTask = async (task_id: number) => {
      const [task] = await db.read<{ key: string }>`
        select input->>'file_key' as key from identity.task where task_id = ${task_id}`
      return task!.key
    }
    const isKept = (key: string) =>
      files.open(key).then(
        ({ stream }) => stream.cancel().then(() => true),
        () => false,
      )
    const [endedTask, lostTask] = [await ask(await small()), await ask(await small())]
    const keys = [await archiveOfTask(endedTask.task_id), await archiveOfTask(lostTask.task_id)]
    await sweepFiles(system)
    await runImport(system, endedTask.task_id, { last: false })
    expect(await Promise.all(keys.map(isKept))).toEqual([true, true])
    await sweepFiles(system)
    expect(await Promise.all(keys.map(isKept))).toEqual([false, true])
    await db.read`update identity.task set updated_at = updated_at - interval '2 hours' where task_id = ${lostTask.task_id}`
    await sweepTasks(system)
    await sweepFiles(system)
    expect((await taskOf(lostTask.task_id)).state).toBe('failed')
    expect(await isKept(keys[1]!)).toBe(false)
  })

  test('is one task when requested twice with one upload', async () => {
    const bytes = await small()
    const { upload_id, task_id } = await ask(bytes)
    await expect(importCourse.run(author, { upload_id })).rejects.toMatchObject({ kind: { code: 'UPLOAD_INCOMPLETE' } })
    await runImport(system, task_id, { last: false })
  })
})

test('captions, transcripts, narration, reasons and hotspots are the same after an export and an import', async () => {
  const course_id = await imported(await archiveOf(1))
  const { course_version_id } = await selectWorkingVersion(author, { course_id })
  await db.read`
    update catalogue.component
    set data = jsonb_set(data, '{components,0,transcript}', '"Welcome to the course."')
    where course_version_id = ${course_version_id} and data #>> '{components,0,component}' = 'audio'`
  const [image] = await db.read<{ src: string }>`
    select jsonb_path_query_first(data, '$.** ? (@.component == "image").src') #>> '{}' as src from catalogue.component
    where course_version_id = ${course_version_id} and jsonb_path_exists(data, '$.** ? (@.component == "image")') limit 1`
  await db.read`
    update catalogue.question
    set lk_question_type_id = 21,
        configuration = configuration || ${db.read.json({
          why: 'It gives you time to stop.',
          picture: { src: image!.src, alt: 'A street at night' },
          options: [
            {
              id: 1,
              text: 'The sign',
              correct: true,
              conditional: [],
              area: { kind: 'rectangle', x: 10, y: 20, width: 30, height: 40 },
            },
          ],
        })}
    where question_id = (select min(question_id) from catalogue.question
                         where course_version_id = ${course_version_id} and used_in = 'quiz')
      and course_version_id = ${course_version_id}`
  const before = await gathered(course_id)
  const after = await gathered(await imported(await archiveOf(course_id)))
  expect(after).toEqual(before)
  const text = JSON.stringify(after)
  for (const part of ['"transcript":"Welcome', '"audioAttachments":["media/', '"why":"It gives', '"area":{', '.vtt'])
    expect(text, part).toContain(part)
})

test('an export contains the draft, not the published version', async () => {
  await updateOverview.run(author, { course_id: 3, name: 'Manejo en invierno', proctored_ind: true, sts_ind: true })
  const copy = await imported(await archiveOf(3))
  const { course } = await gathered(copy)
  expect(course).toMatchObject({ name: 'Manejo en invierno', proctored_ind: true, sts_ind: true })
})

test('typing settings that no editor offers are exported if set, and optional on import', async () => {
  const typing = async (course_id: number) => {
    const { course_version_id } = await selectWorkingVersion(author, { course_id })
    const [row] = await db.read`
      select keystroke_requirement as requirement, keystroke_sentence_configuration as sentence
      from catalogue.course_version where course_version_id = ${course_version_id}`
    return row
  }
  const { course } = await gathered(4)
  expect(Object.keys(course).filter((name) => name.startsWith('keystroke_'))).toEqual([])
  const plain = await imported(await archiveOf(4))
  expect(await typing(plain)).toEqual({ requirement: null, sentence: {} })
  const { course_version_id } = await selectWorkingVersion(author, { course_id: plain })
  const sentence = { sentences: ['The light is green.'] }
  await db.read`
    update catalogue.course_version
    set keystroke_requirement = 0, keystroke_sentence_configuration = ${db.read.json(sentence)}
    where course_version_id = ${course_version_id}`
  expect(await typing(await imported(await archiveOf(plain)))).toEqual({ requirement: 0, sentence })
})
