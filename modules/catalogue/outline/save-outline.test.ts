import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { getFinalExam, updateFinalExam } from '#modules/catalogue/authoring/final-exam.ts'
import { updateOverview } from '#modules/catalogue/authoring/update-overview.ts'
import { createCourse } from '#modules/catalogue/courses/create-course.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Ctx } from '#platform/ctx.ts'

const demo = await openDemo()
const keys = ['CREATE', 'READ', 'UPDATE'].map((type) => `MANAGE_COURSES:${type}`)
const [{ user_id } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
const author: Ctx = await demo.ctx('SSD', { ...someone('Admin', 1, keys), user_id } as ReturnType<typeof someone>)

type Outline = Awaited<ReturnType<typeof courseOne.run>>['course']['chapters']
type Chapter = Outline[number]
type Section = Chapter['sections'][number]
type Component = Section['components'][number]
type Sent = { name: string; sections: { name: string; components: Partial<Component>[] }[] }[]

const course = async (course_id: number) => (await courseOne.run(author, { course_id })).course
/** An outline as authors see it: names in order, and timers. */
const viewOf = (
  chapters: readonly { name: string; sections: readonly { name: string; components: readonly object[] }[] }[],
) =>
  chapters.map(({ name, sections }) => ({
    name,
    sections: sections.map((section) => ({
      name: section.name,
      components: section.components.map((component) => {
        const { name, type, timer } = component as Component
        return { name, type, timer: timer ?? { active: false, seconds: 0 } }
      }),
    })),
  }))

/** An author's action; the numbers determine its target. */
const act = fc.record({
  kind: fc.constantFrom('rename', 'move', 'add', 'remove', 'timer', 'chapters', 'section', 'rename section', 'none'),
  a: fc.nat(999),
  b: fc.nat(999),
  c: fc.nat(999),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

function perform(chapters: Outline, { kind, a, b, c }: Act): Sent {
  const next = structuredClone(chapters) as unknown as { name: string; sections: Section[] }[]
  const itemAt = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
  const sections = next.flatMap((chapter) => chapter.sections)
  const from = itemAt(sections, a)
  const to = itemAt(sections, b)
  switch (kind) {
    case 'rename': {
      const target = from && itemAt(from.components, c)
      if (target) target.name = `Name ${b}`
      break
    }
    case 'move': {
      const [movedComponent] = from ? from.components.splice(c % Math.max(1, from.components.length), 1) : []
      if (movedComponent) to!.components.splice(a % (to!.components.length + 1), 0, movedComponent)
      break
    }
    case 'add':
      to?.components.splice(c % (to.components.length + 1), 0, { name: `New ${a}`, type: 'Content' } as Component)
      break
    case 'remove':
      from?.components.splice(c % Math.max(1, from.components.length), 1)
      break
    case 'timer': {
      const target = from && itemAt(from.components, c)
      if (target) target.timer = { active: b % 2 === 0, seconds: b }
      break
    }
    case 'chapters':
      if (a % 3 === 0) next.push({ name: `Chapter ${b}`, sections: [] })
      else if (a % 3 === 1) next.reverse()
      else next.splice(b % Math.max(1, next.length), 1)
      break
    case 'section':
      itemAt(next, a)?.sections.splice(b % 3, c % 2, { name: `Section ${c}`, components: [] } as unknown as Section)
      break
    case 'rename section':
      if (from) from.name = `Part ${b}`
  }
  return next as unknown as Sent
}

test("any author's change of an outline is returned by the next read, in order, with the final exam last", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 12 }), async (acts) => {
      const { course_id } = (await createCourse.run(author, { name: 'Any' })).course
      const components = ['One', 'Two', 'Three'].map((name) => ({ name, type: 'Content' as const }))
      const sections = ['Start', 'End'].map((name) => ({ name, components }))
      await updateOverview.run(author, { course_id, chapters: [{ name: 'First', sections }] as never })
      await updateFinalExam.run(author, {
        course: { course_id },
        component: { name: 'Final Exam', type: 'Quiz' },
      } as never)
      for (const act of acts) {
        const { chapters } = await course(course_id)
        const input = perform(chapters, act)
        const { status, course: answered } = await updateOverview.run(author, { course_id, chapters: input as never })
        const now = await course(course_id)
        expect(viewOf(now.chapters)).toEqual(viewOf(input as never))
        expect(answered).toEqual(now)
        const timers = now.chapters.flatMap(({ sections }) =>
          sections.flatMap(({ components }) => components.map(({ timer }) => (timer.active ? timer.seconds : 0))),
        )
        expect(now.required_seconds).toBe(timers.reduce((sum, seconds) => sum + seconds, 0))
        const isSame = JSON.stringify(viewOf(chapters)) === JSON.stringify(viewOf(input as never))
        if (status === 'no-change') expect(isSame).toBe(true)
      }
      const { course_version_id } = await course(course_id)
      const rows = await demo.db.read<{ position: number; final_ind: boolean }>`
        select position, final_ind from catalogue.component
        where course_version_id = ${course_version_id} order by position`
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
      expect(rows.map(({ final_ind }) => final_ind).lastIndexOf(true)).toBe(rows.length - 1)
      expect((await getFinalExam.run(author, { course_version_id })).error).toBe(false)
    }),
    { numRuns: 12 },
  )
})
