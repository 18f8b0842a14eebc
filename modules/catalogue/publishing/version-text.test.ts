import { expect, test } from 'vitest'
import { updateOverview } from '#modules/catalogue/authoring/update-overview.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { compareVersions } from './versions.ts'

const demo = await openDemo()
const { read } = demo.db
const author = await demo.ctx('SSD', someone('Admin', 1, ['MANAGE_COURSES:READ', 'MANAGE_COURSES:UPDATE']))

test('two versions are compared by what describes a file, too: its title, its transcript and what a picture shows', async () => {
  const versions = () => read<{ course_version_id: number }>`
    select course_version_id from catalogue.course_version where course_id = 1 order by course_version_id desc`
  const [published] = await versions()
  await updateOverview.run(author, { course_id: 1, excerpt: 'Slow down.' })
  const [draft] = await versions()
  expect(draft).not.toEqual(published)
  const id = draft!.course_version_id
  await read`
    update catalogue.component
    set data = jsonb_set(data, '{components,0}', data #> '{components,0}' || ${read.json({
      title: 'Welcome, spoken',
      transcript: 'Welcome to the course.\nBuckle up.',
    })})
    where course_version_id = ${id} and data #>> '{components,0,component}' = 'audio'`
  await read`
    update catalogue.component
    set data = jsonb_set(data, '{components,0,alt}', '"A wet street"')
    where course_version_id = ${id} and data #>> '{components,0,component}' = 'image'`
  const input = { course_id: 1, from: published!.course_version_id, to: id }
  const linesIn = async (ctx: typeof author) => {
    const { sections } = await compareVersions.run(ctx, input)
    return sections.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'added')).map(({ text }) => text)
  }
  const addedLines = await linesIn(author)
  expect(addedLines).toEqual(
    expect.arrayContaining([
      'Welcome, spoken',
      'Transcript: Welcome to the course.',
      'Transcript: Buckle up.',
      'What the picture shows: A wet street',
    ]),
  )
  expect(await linesIn(author.as({ locale: 'es-es' }))).toContain('Transcripción: Buckle up.')
})
