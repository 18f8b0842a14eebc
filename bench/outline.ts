import type { Running } from '#scripts/site.ts'
import { compareTimes } from './compare.ts'
import { openConnection, requestText } from './load.ts'
import { ms, type Row } from './report.ts'
import { type Seeded, sessionOf } from './seeded.ts'
import type { Bench } from './throughput.ts'

const components = 500
const perSection = 20
/** Each author may save 240 times per minute. */
const saves = 150

type Chapters = { sections: { components: { name: string }[] }[] }[]

/** One more change in an outline of 500 components, as the editor saves it, beside an UPDATE of one row. */
export async function outlineRows({ reference, subject, seeded }: Bench): Promise<Row[]> {
  const { course_id, chapters } = await writeCourse(subject, seeded)
  const session = (n: number) => sessionOf(seeded.admins[n % seeded.admins.length]!)
  const save = (n: number) => {
    chapters[0]!.sections[n % 25]!.components[0]!.name = `Lesson with name ${n}`
    return { path: '/api/course/updateOverview', session: session(n), body: { course_id, chapters } }
  }
  const update = (n: number) => ({ path: '/update', body: { note_id: 1 + (n % seeded.students) } })
  const sides = [
    { server: reference, requestOf: update },
    { server: subject, requestOf: save },
  ] as const
  const [referenceTimes, savedTimes] = await compareTimes(...sides, saves, saves)
  const ratio = savedTimes.p95 / referenceTimes.p95
  const label = `POST /course/updateOverview, one change in an outline of ${components} components, p95 against B`
  const note = `p95 ${ms(savedTimes.p95)} against ${ms(referenceTimes.p95)}, median ${ms(savedTimes.p50)} against ${ms(referenceTimes.p50)}; one request at a time`
  return [{ label, measured: `${ratio.toFixed(1)} x`, goal: '<= 20 x', met: ratio <= 20, note }]
}

async function writeCourse(subject: Running, { admins }: Seeded): Promise<{ course_id: number; chapters: Chapters }> {
  const connection = await openConnection(subject.port)
  const post = async (path: string, body: object) => {
    const { text } = await connection.send(requestText({ path, session: sessionOf(admins[0]!), body }))
    return JSON.parse(text().slice(text().indexOf('\r\n\r\n') + 4))
  }
  const { course_id } = (await post('/api/course/create', { name: 'Five hundred' })).course
  const text = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Slow down. '.repeat(60) }] }],
  }
  const sections = Array.from({ length: components / perSection }, (_, section) => ({
    name: `Section ${section}`,
    components: Array.from({ length: perSection }, (_, n) => ({
      name: `Lesson ${section}.${n}`,
      type: 'Content',
      data: { content: text },
    })),
  }))
  const chapters = [{ name: 'Chapter', sections }]
  const { course } = await post('/api/course/updateOverview', { course_id, chapters })
  connection.close()
  return { course_id, chapters: course.chapters }
}
