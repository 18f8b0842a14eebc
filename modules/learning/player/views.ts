import { type CourseVersion, listInlineQuizzes } from '#modules/catalogue/index.ts'
import type { OpenResult } from '#modules/learning/opening/open-component.ts'
import type { CourseState } from '#modules/learning/progress/completion.ts'
import { chaptersOf, progressOf, type Step } from '#modules/learning/progress/outline.ts'
import { listVideoProgress } from '#modules/learning/progress/watched-video.sql.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { z } from '#platform/schema.ts'
import type {
  Component,
  CourseVersionView,
  StudentCourseView,
  StudentProgress,
  TableOfContents,
} from './player.schema.ts'

type Contents = z.input<typeof TableOfContents>

/** A component's progress as the student sees it; null before it was opened. */
export function studentProgressOf({
  component,
  progress,
  completed,
  time_spent,
}: Step): z.input<typeof StudentProgress> | null {
  if (!progress) return null
  const seconds_left = component.type === 'Break' ? Math.max(0, component.data.seconds - time_spent) : null
  return {
    student_progress_id: progress.student_progress_id,
    component_id: component.component_id,
    time_spent,
    required_seconds: component.required_seconds,
    completed_ind: completed,
    seconds_left,
  }
}

const componentSummary = (step: Step) => ({
  component_id: step.component.component_id,
  name: step.component.name,
  type: step.component.type,
  lk_component_type_id: step.component.lk_component_type_id,
  final_ind: step.component.final_ind,
  required_seconds: step.component.required_seconds,
  completed_ind: step.completed,
  reachable_ind: step.reachable,
  studentProgress: studentProgressOf(step),
})

/** The outline as chapters and sections, without content; the chapter of `open` is expanded. */
export function contentsOf(steps: readonly Step[], open: number | null): Contents {
  const isOpen = (items: readonly Step[]) => items.some(({ component }) => component.component_id === open)
  return chaptersOf(steps).map(({ name, final_ind, items, sections }) => ({
    name,
    type: 'chapter' as const,
    expanded: isOpen(items),
    final_ind,
    sections: sections.map((section) => ({
      name: section.name,
      type: 'section' as const,
      expanded: isOpen(section.items),
      components: section.items.map(componentSummary),
    })),
  }))
}

type OpenStep = Exclude<OpenResult, { redirect: string }>

/** An open component with its content, without anything hidden from students. */
export async function componentOf(ctx: Ctx, openStep: OpenStep): Promise<z.input<typeof Component>> {
  const { step, seat } = openStep
  const { component } = step
  return {
    ...componentSummary(step),
    chapter_name: component.chapter_name,
    section_name: component.section_name,
    data: { component_id: component.component_id, ...component.data },
    hasInlineQuiz: hasInlineQuiz(step),
    unwatchedVideos: await unwatchedVideos(ctx, openStep),
    lease_id: seat?.lease_id ?? null,
  }
}

function hasInlineQuiz({ component }: Step): boolean {
  if (component.type !== 'Content' && component.type !== 'Media') return false
  return listInlineQuizzes(component.data.content).length > 0
}

/** Videos of the component that must still be watched; none if the course does not require it. */
async function unwatchedVideos(
  ctx: Ctx,
  { state, student_progress_id }: Pick<OpenStep, 'state' | 'student_progress_id'>,
) {
  if (!state.watchAll || student_progress_id === null) return []
  const videos = (await listVideoProgress(ctx, [student_progress_id])).get(student_progress_id) ?? []
  return videos.filter((video) => !video.completed)
}

const instant = (instant: Date | null) => instant?.toISOString() ?? null

export function studentCourseOf({
  course,
  steps,
}: Pick<CourseState, 'course' | 'steps'>): z.input<typeof StudentCourseView> {
  const { time_spent, required_seconds, percent } = progressOf(steps)
  return {
    ...idsOf(course),
    name: course.course_name,
    course_name: course.course_name,
    current_component_id: course.current_component_id,
    lk_student_course_status_id: course.lk_student_course_status_id,
    lk_student_course_status_reason_id: course.lk_student_course_status_reason_id,
    lk_shipping_type_id: course.lk_shipping_type_id,
    audio_ind: course.audio_ind,
    time_spent,
    required_seconds,
    percent_complete: percent,
    started_at: instant(course.started_at),
    completed_at: instant(course.completed_at),
    expires_at: instant(course.expires_at),
    created_at: course.created_at.toISOString(),
  }
}

const idsOf = (course: StudentCourse) => ({
  student_course_id: course.student_course_id,
  studentCourseId: course.student_course_id,
  course_id: course.course_id,
  course_version_id: course.course_version_id,
  course_website_id: course.course_website_id,
})

export function courseVersionOf(version: CourseVersion, steps: readonly Step[]): z.input<typeof CourseVersionView> {
  const idle = version.course_security_options.globalSettings?.idleTimer ?? { enabled: false, value: 0 }
  return {
    course_id: version.course_id,
    course_version_id: version.course_version_id,
    name: version.name,
    description: version.description,
    imageUrl: version.image,
    required_seconds: version.required_seconds,
    lk_language_id: version.lk_language_id,
    lk_course_state_ids: [...version.lk_course_state_ids],
    completion_configuration: JSON.stringify(configurationResponse(version)),
    course_security_options: { globalSettings: { idleTimer: { enabled: idle.enabled, value: idle.value } } },
    chapters: contentsOf(steps, null),
  }
}

/** The settings that students may see: addresses for staff are left out. */
const configurationResponse = ({ completion_configuration: c }: CourseVersion) => ({
  showFinalGrade: c.showFinalGrade,
  requireStudentsWatchAllVideos: c.requireStudentsWatchAllVideos,
})
