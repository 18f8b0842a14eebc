import {
  type Component,
  embedOriginsOf,
  listMedia,
  type Medium,
  mediaOf,
  resolveMedia,
  selectCourseVersion,
} from '#modules/catalogue/index.ts'
import { type OpenResult, openComponent, type SeatProps } from '#modules/learning/opening/open-component.ts'
import { componentPath } from '#modules/learning/progress/course-route.ts'
import { idleLimitOf } from '#modules/learning/progress/find-step.ts'
import { type CourseProgress, progressOf, type Step } from '#modules/learning/progress/outline.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import { videosOf } from '#modules/learning/progress/videos.ts'
import { listVideoProgress, type VideoProgress } from '#modules/learning/progress/watched-video.sql.ts'
import { listAnswersIn } from '#modules/learning/questions/inline-answer.sql.ts'
import { isComplete } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type CourseDetails, detailsOf } from './course-details.ts'
import { type LessonContents, type LessonPosition, lessonContents, positionOf } from './lesson-contents.ts'
import { type InlineQuizShown, inlineQuizzesOf, type LessonPart, lessonParts } from './lesson-parts.ts'
import { type Prefetch, prefetchOf } from './next-lesson.ts'

type LessonVideo = VideoProgress & { title: string }

/** Everything on the page of one lesson, as plain JSON. */
export type Lesson = {
  student_course_id: number
  component_id: number
  course_name: string
  lk_language_id: number
  chapter_name: string
  name: string
  completed: boolean
  required_seconds: number
  time_spent: number
  parts: readonly LessonPart[]
  /** Other hosts whose videos the course embeds: its lessons replace each other under one policy. */
  frames: string[]
  /** The inline quizzes in `parts`, with their state for this student. */
  quizzes: InlineQuizShown[]
  pause: { text: string; seconds: number; seconds_left: number; student_progress_id: number | null } | null
  /** Narration addresses, if the student bought it. */
  narration: string[]
  /** Videos that must be watched to the end. */
  videos: LessonVideo[]
  seat: SeatProps | null
  /** The idle limit on a page that earns no time; a seat has its own limit. */
  idle_minutes: number | null
  details: CourseDetails
  progress: CourseProgress
  contents: LessonContents
  position: Omit<LessonPosition, 'previous' | 'following'>
  /** The address of the component before it. */
  previous: string | null
  /** The name of the component after it. */
  following: string | null
  /** The resources of the next component, which the browser may prefetch; null if there is none. */
  ahead: Prefetch | null
  /**
   * Set when a lesson is reread after the course: nothing is credited, and the next lesson is a link. Null while the
   * course is open.
   */
  again: { next: string | null } | null
}

type OpenStep = Exclude<OpenResult, { redirect: string }>

/**
 * Opens a lesson for its page: takes the lease and reads everything, or returns the page to open instead. Throws 404.
 */
export async function loadLesson(
  ctx: Ctx,
  student_course_id: number,
  component_id: number,
): Promise<Lesson | { redirect: string }> {
  const openResult = await openComponent(ctx, student_course_id, component_id)
  if (openResult.redirect !== null)
    return (await loadForRereading(ctx, student_course_id, component_id)) ?? { redirect: openResult.redirect }
  const { component } = openResult.step
  if (component.type === 'Quiz') return { redirect: componentPath(student_course_id, component) }
  const { course, steps } = openResult.state
  const quizzes = await inlineQuizzesOf(ctx, course, { component_id, answers: openResult.answers })
  const following = steps[steps.indexOf(openResult.step) + 1]?.component
  const media = await mediaOf(ctx, following ? [component, following] : [component])
  return {
    ...lessonText(ctx, component, { quizzes, media }),
    student_course_id,
    course_name: course.course_name,
    lk_language_id: await languageOf(ctx, course),
    completed: openResult.step.completed,
    required_seconds: component.required_seconds,
    time_spent: openResult.step.time_spent,
    frames: embedOriginsOf(steps.map((step) => step.component)),
    pause: pauseOf(openResult),
    narration: await narrationOf(ctx, openResult),
    videos: await videosToWatch(ctx, openResult),
    seat: openResult.seat,
    idle_minutes: openResult.seat ? null : await idleLimitOf(ctx, student_course_id),
    details: await detailsOf(ctx, course),
    progress: progressOf(steps),
    contents: lessonContents(steps),
    ...neighborsOf(steps, openResult),
    ahead: following ? prefetchOf(following, { media, watchAll: openResult.state.watchAll }) : null,
    again: null,
  }
}

/**
 * A lesson of a completed course, for rereading by its student: without a lease, progress or new answers. Null if the
 * course is not complete, or the component is not a lesson. The caller must have checked whose course it is.
 */
async function loadForRereading(ctx: Ctx, student_course_id: number, component_id: number): Promise<Lesson | null> {
  const { course, steps } = await readCourse(ctx, student_course_id)
  if (!isComplete(course.lk_student_course_status_id)) return null
  const lessons = steps.filter(({ component: { type } }) => type === 'Content' || type === 'Media')
  const lessonIndex = lessons.findIndex(({ component }) => component.component_id === component_id)
  const step = lessons[lessonIndex]
  if (!step) return null
  const { component } = step
  const answers = await listAnswersIn(ctx, student_course_id, component_id)
  const quizzes = (await inlineQuizzesOf(ctx, course, { component_id, answers }))
    .map(({ quiz_id, questions }) => ({ quiz_id, questions: questions.filter(({ attempted }) => attempted) }))
    .filter(({ questions }) => questions.length > 0)
  const openResult = { state: { course }, step }
  const { position } = neighborsOf(steps, openResult)
  const pathAt = (index: number) => (lessons[index] ? componentPath(student_course_id, lessons[index].component) : null)
  return {
    ...lessonText(ctx, component, { quizzes, media: await mediaOf(ctx, [component]) }),
    student_course_id,
    course_name: course.course_name,
    lk_language_id: await languageOf(ctx, course),
    completed: true,
    required_seconds: 0,
    time_spent: step.time_spent,
    frames: embedOriginsOf(steps.map((step) => step.component)),
    pause: null,
    narration: await narrationOf(ctx, openResult),
    videos: [],
    seat: null,
    idle_minutes: null,
    details: await detailsOf(ctx, course),
    progress: progressOf(steps),
    contents: lessonContents(steps),
    position,
    previous: pathAt(lessonIndex - 1),
    following: null,
    ahead: null,
    again: { next: pathAt(lessonIndex + 1) },
  }
}

type LessonSources = { quizzes: InlineQuizShown[]; media: ReadonlyMap<string, Medium> }

/** The contents of a lesson, with controls in the reader's language. */
function lessonText(ctx: Ctx, component: Component, { quizzes, media }: LessonSources) {
  const { component_id, chapter_name, name } = component
  const locale = ctx.locale === 'es-es' ? 'es' : 'en'
  const parts = lessonParts(component, quizzes, { locale, media })
  return { component_id, chapter_name, name, parts, quizzes }
}

const languageOf = async (ctx: Ctx, { course_version_id }: OpenStep['state']['course']): Promise<number> =>
  (await selectCourseVersion(ctx, course_version_id)).lk_language_id

type StepInCourse = Pick<OpenStep, 'step'> & { state: Pick<OpenStep['state'], 'course'> }

function neighborsOf(steps: readonly Step[], { state: { course }, step }: StepInCourse) {
  const { previous, following, ...position } = positionOf(steps, step.component.component_id)
  return {
    position,
    previous: previous && componentPath(course.student_course_id, previous),
    following: following?.name ?? null,
  }
}

function pauseOf({ step: { component, time_spent }, student_progress_id }: OpenStep): Lesson['pause'] {
  if (component.type !== 'Break') return null
  const { break_text: text, seconds } = component.data
  return { text, seconds, seconds_left: Math.max(0, seconds - time_spent), student_progress_id }
}

async function narrationOf(ctx: Ctx, { state: { course }, step: { component } }: StepInCourse): Promise<string[]> {
  if (!course.audio_ind || component.type !== 'Content') return []
  const sources = component.data.audioAttachments ?? []
  const { organization_id } = await selectCourseVersion(ctx, course.course_version_id)
  const media = await resolveMedia(ctx, organization_id, sources)
  return sources.flatMap((source) => media.get(source)?.url ?? [])
}

async function videosToWatch(ctx: Ctx, { state, step, student_progress_id }: OpenStep): Promise<LessonVideo[]> {
  if (!state.watchAll || student_progress_id === null || videosOf(step.component).length === 0) return []
  const videos = (await listVideoProgress(ctx, [student_progress_id])).get(student_progress_id) ?? []
  return videos.map((video) => ({ ...video, title: titleOf(step.component, video.media) }))
}

function titleOf(component: Component, media: string): string {
  if (component.type !== 'Content' && component.type !== 'Media') return ''
  const cards: readonly Readonly<Record<string, unknown>>[] =
    component.type === 'Media' ? component.data.components : []
  const card = [...cards, ...listMedia(component.data.content)].find(({ src }) => src === media)
  return typeof card?.title === 'string' ? card.title : ''
}
