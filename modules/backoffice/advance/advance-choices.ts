import { fetchCoursesByUserId } from '#modules/backoffice/people/fetch-courses.ts'
import { selectOfRole } from '#modules/identity/index.ts'
import { isOpen, needsSecondPerson, readOutlineOf } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { scoped, staff } from '#platform/permissions.ts'
import { count, id, z } from '#platform/schema.ts'
import { advanceKey, advancer } from './advance-right.ts'

const Part = {
  name: z.string(),
  /** The numbers of components in the course and of those that the student has completed. */
  components: z.int(),
  completed: z.int(),
  final_ind: z.boolean(),
}

/** The first of the four steps of Advance. */
export const fetchAdvanceCourses = operation({
  call: 'GET /student/courses',
  summary: "Lists a student's courses, newest first; those with open_ind can be advanced",
  may: scoped<{ student_id: number }>(
    staff(advanceKey),
    'for a student of their organizations',
    async (ctx, { student_id }) => {
      await selectOfRole(ctx, 'Student', student_id, 'READ')
    },
  ),
  takes: z.object({ student_id: id() }),
  gives: z.object({
    courses: z.array(
      z.object({
        student_course_id: z.int(),
        course_id: z.int(),
        course_name: z.string(),
        course_website: z.string(),
        lk_student_course_status_id: z.int(),
        status: z.string(),
        open_ind: z.boolean(),
      }),
    ),
  }),
  async run(ctx, { student_id }) {
    const { studentCourses } = await fetchCoursesByUserId.run(ctx, { user_id: student_id })
    return {
      courses: studentCourses.map((course) => ({ ...course, open_ind: isOpen(course.lk_student_course_status_id) })),
    }
  },
})

export const fetchAdvanceChapters = operation({
  call: 'GET /course/chapters',
  summary: "Lists the chapters of a student's course, with how far the student is",
  may: advancer,
  takes: z.object({ student_course_id: id() }),
  gives: z.object({
    chapters: z.array(z.object({ chapter_id: z.int(), ...Part })),
    /** Whether an advance in this course requires a second person. */
    second_person_ind: z.boolean(),
  }),
  async run(ctx, { student_course_id }) {
    const { course, steps } = await readOutlineOf(ctx, student_course_id)
    const chapters = [...Map.groupBy(steps, ({ component }) => component.chapter_order)]
    return {
      chapters: chapters.map(([chapter_id, chapterSteps]) => ({
        chapter_id,
        ...sumOf(chapterSteps, chapterSteps[0]!.component.chapter_name),
      })),
      second_person_ind: await needsSecondPerson(ctx, course),
    }
  },
})

export const fetchAdvanceSections = operation({
  call: 'GET /course/sections',
  summary: "Lists the sections of a chapter of a student's course, with how far the student is",
  may: advancer,
  takes: z.object({ student_course_id: id(), chapter_id: count(1) }),
  gives: z.object({ sections: z.array(z.object({ section_id: z.int(), chapter_id: z.int(), ...Part })) }),
  async run(ctx, { student_course_id, chapter_id }) {
    const steps = await stepsIn(ctx, student_course_id, { chapter_id })
    const sections = [...Map.groupBy(steps, ({ component }) => component.section_order)]
    return {
      sections: sections.map(([section_id, sectionSteps]) => ({
        section_id,
        chapter_id,
        ...sumOf(sectionSteps, sectionSteps[0]!.component.section_name),
      })),
    }
  },
})

export const fetchAdvanceComponents = operation({
  call: 'GET /course/components',
  summary: "Lists the components of a section of a student's course, with those that the student has completed",
  may: advancer,
  takes: z.object({ student_course_id: id(), chapter_id: count(1), section_id: count() }),
  gives: z.object({
    components: z.array(
      z.object({
        component_id: z.int(),
        name: z.string(),
        type: z.enum(['Content', 'Media', 'Quiz', 'Break']),
        completed_ind: z.boolean(),
        final_ind: z.boolean(),
      }),
    ),
  }),
  async run(ctx, { student_course_id, chapter_id, section_id }) {
    const steps = await stepsIn(ctx, student_course_id, { chapter_id, section_id })
    return {
      components: steps.map(({ component: { component_id, name, type, final_ind }, completed }) => ({
        component_id,
        name,
        type,
        completed_ind: completed,
        final_ind,
      })),
    }
  },
})

type Steps = Awaited<ReturnType<typeof readOutlineOf>>['steps']

async function stepsIn(
  ctx: Ctx,
  student_course_id: number,
  { chapter_id, section_id }: { chapter_id: number; section_id?: number },
): Promise<Steps> {
  const { steps } = await readOutlineOf(ctx, student_course_id)
  return steps.filter(
    ({ component }) =>
      component.chapter_order === chapter_id && (section_id === undefined || component.section_order === section_id),
  )
}

const sumOf = (steps: Steps, name: string) => ({
  name,
  components: steps.length,
  completed: steps.filter(({ completed }) => completed).length,
  final_ind: steps.every(({ component }) => component.final_ind),
})
