import { listBundle, selectVersionRow, type VersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { overlay } from '#modules/catalogue/authoring/options-input.schema.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { author } from '#modules/catalogue/drafts/course-key.ts'
import { selectWorkingVersion, type WorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { attachmentIdOf, findPicture } from '#modules/catalogue/media/attachment.sql.ts'
import { hostedVideosOf, type Medium, resolveMedia, sourcesOf } from '#modules/catalogue/media/resolve-media.ts'
import { selectOutline } from '#modules/catalogue/outline/outline.sql.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { listQuestions } from '#modules/catalogue/questions/question.sql.ts'
import { checkQuestion } from '#modules/catalogue/questions/question-rules.shared.ts'
import { isGradedByHand } from '#modules/catalogue/questions/question-types.shared.ts'
import { documentText, listInlineQuizzes, listMedia } from '#modules/catalogue/rich-text/index.ts'
import type { Component, QuizComponent } from '#modules/catalogue/versions/component.schema.ts'
import { countNarrated, isNarrated } from '#modules/catalogue/versions/narrated.shared.ts'
import { type CompletionConfiguration, registrationDefaults } from '#modules/catalogue/versions/options.schema.ts'
import { listComponents } from '#modules/catalogue/versions/version.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { lk_state, stateIdOf } from '#platform/states.ts'
import { localize, type Text, type TextParams } from '#platform/texts.ts'
import { checkLanguage } from './check-language.ts'
import { type AddProblem, type Place, Problem } from './problem.ts'
import { refusedStates } from './refused-licenses.ts'
import { reportTexts as t } from './report.texts.ts'
import { checkAgencies, checkProgram } from './report-program.ts'
import { checkSecurity } from './report-security.ts'

export const publishReport = operation({
  call: 'GET /course/publish/report',
  summary: 'The problems that prevent a course from being published, and warnings for its authors',
  may: author,
  takes: z.object({ course_id: id() }),
  gives: z.object({ ready: z.boolean(), draft: z.boolean(), problems: z.array(Problem) }),
  fails: [errors.notFound],
  added: true,
  async run(ctx, key) {
    const work = await selectWorkingVersion(ctx, key)
    const problems = await listProblems(ctx, work)
    return { ready: problems.every(({ severity }) => severity !== 'error'), draft: work.is_draft, problems }
  },
})

const newYork = stateIdOf('NY')!

/** All problems of the version that authors are editing. */
export async function listProblems(ctx: Ctx, work: WorkingVersion): Promise<Problem[]> {
  const problems: Problem[] = []
  const add: AddProblem = (
    severity,
    text,
    { tab, component_id = null, question_id = null, href: otherHref },
    params,
  ) => {
    const component = tab === 'outline' ? component_id : null
    const href = otherHref ?? coursePath(work.course_id, tab, { query: { component } })
    problems.push({ severity, message: localize(ctx.locale, text, params), tab, href, component_id, question_id })
  }
  const { course_version_id } = work
  const [row, components, questions] = await Promise.all([
    selectVersionRow(ctx, course_version_id),
    listComponents(ctx, course_version_id),
    listQuestions(ctx, course_version_id),
  ])
  checkOverview(row, add)
  await checkBundle(ctx, course_version_id, add)
  await checkOutline(ctx, course_version_id, components, add)
  checkQuizTime(row, components, add)
  await checkImage(ctx, work, row, add)
  const media = await checkMedia(ctx, work, row, components, add)
  await checkQuizzes(ctx, course_version_id, components, questions, add)
  checkQuestions(ctx, components, questions, add)
  checkExplained(questions, add)
  checkLicensePatterns(ctx, row, questions, add)
  await checkPictures(ctx, work, components, questions, add)
  checkSecurity(row, components, questions, add)
  await checkProgram(ctx, { course_version_id, row, components, questions }, add)
  await checkAgencies(ctx, work, { course_version_id, row, components, questions }, add)
  await checkRegistration(ctx, course_version_id, row, add)
  await checkLanguage(ctx, { course_version_id, row, media }, components, questions, add)
  return problems.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
}

/** The types of an external exam, optional in a course that has one. */
const externalKinds: readonly string[] = ['proctored', 'sts']

function checkOverview(row: VersionRow, add: AddProblem): void {
  const place: Place = { tab: 'overview' }
  if (row.name.trim() === '') add('error', t.nameMissing, place)
  if (row.description.trim() === '') add('warning', t.descriptionMissing, place)
  const { externalExam } = row.completion_configuration as Partial<CompletionConfiguration>
  const kind = externalExam?.enabled ? externalExam.selectedType : null
  if (kind && !externalKinds.includes(kind)) add('error', t.externalUnknown, place, { kind })
  const states = row.lk_course_state_ids.length
  if (states === 0 && row.certificate_template_id !== null) add('error', t.certificateState, place)
  else if (states === 0) add('warning', t.statesMissing, place)
}

async function checkImage(
  ctx: Ctx,
  { organization_id }: WorkingVersion,
  row: VersionRow,
  add: AddProblem,
): Promise<void> {
  const place: Place = { tab: 'marketing' }
  if (row.image === '') add('warning', t.imageMissing, place)
  else if (!(await findPicture(ctx, organization_id, row.image))) add('warning', t.imageGone, place)
  else if (row.image_alt === '') add('warning', t.imageAltMissing, place)
}

/**
 * New York's accident prevention course counts no quiz time; other courses for New York may, so this is a warning. A
 * program defines what it counts.
 */
function checkQuizTime(
  { lk_course_state_ids, program_id }: VersionRow,
  components: readonly Component[],
  add: AddProblem,
): void {
  if (program_id !== null || !lk_course_state_ids.includes(newYork)) return
  const timed = components.filter(({ type, required_seconds }) => type === 'Quiz' && required_seconds > 0)
  for (const { component_id, name, final_ind } of timed) {
    add('warning', t.quizTime, { tab: final_ind ? 'finalexam' : 'outline', component_id }, { name })
  }
}

async function checkBundle(ctx: Ctx, course_version_id: number, add: AddProblem): Promise<void> {
  const bundle = await listBundle(ctx, course_version_id)
  for (const { name, published_version_id } of bundle) {
    if (published_version_id === null) add('error', t.bundleUnpublished, { tab: 'overview' }, { name })
  }
  if (bundle.length === 0) return
  const [ages] = await ctx.sql<{ excluded: boolean }>`
    select catalogue.excludes_every_age(${course_version_id}) as excluded`
  if (ages!.excluded) add('error', t.bundleAges, { tab: 'overview' })
}

async function checkOutline(
  ctx: Ctx,
  version: number,
  components: readonly Component[],
  add: AddProblem,
): Promise<void> {
  const place: Place = { tab: 'outline' }
  if (components.every(({ final_ind }) => final_ind)) add('error', t.empty, place)
  for (const { name, sections } of await selectOutline(ctx, version)) {
    if (sections.every((section) => section.components.length === 0)) add('warning', t.chapterEmpty, place, { name })
    else {
      for (const section of sections) {
        if (section.components.length === 0) add('warning', t.sectionEmpty, place, { name: section.name })
      }
    }
  }
  for (const { component_id, name, ...component } of components) {
    const fixAt: Place = { tab: component.final_ind ? 'finalexam' : 'outline', component_id }
    if (name.trim() === '') add('error', t.componentUnnamed, fixAt)
    if (component.type === 'Break' && component.data.seconds < 1) add('error', t.breakEmpty, fixAt, { name })
    const hasText = component.type === 'Content' || component.type === 'Media'
    if (!hasText || documentText(component.data.content) !== '' || showsMedia(component as Component)) continue
    if (listInlineQuizzes(component.data.content).length === 0) add('error', t.contentEmpty, fixAt, { name })
  }
}

const showsMedia = (component: Component) => sourcesOf(component).length + hostedVideosOf(component).length > 0

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

async function checkMedia(
  ctx: Ctx,
  { organization_id }: WorkingVersion,
  row: VersionRow,
  components: readonly Component[],
  add: AddProblem,
): Promise<ReadonlyMap<string, Medium>> {
  const mustWatch = Number(row.completion_configuration.requireStudentsWatchAllVideos ?? 0) === 1
  const narration = countNarrated(components)
  if (row.audio_ind && narration.narrated === 0) add('warning', t.narrationMissing, { tab: 'outline' })
  else if (row.audio_ind && !isNarrated(narration)) add('warning', t.narrationGaps, { tab: 'outline' }, narration)
  const all = components.flatMap((component) => sourcesOf(component))
  const byAddress = await resolveMedia(ctx, organization_id, [...new Set(all)])
  for (const component of components) {
    const { component_id, name } = component
    const place: Place = { tab: 'outline', component_id }
    for (const source of sourcesOf(component)) {
      const medium = byAddress.get(source)
      if (!medium) add('error', t.sourceUnknown, place, { name, source })
      else if (medium.content_type.startsWith('video/')) {
        if (mustWatch && medium.duration_ms === null) add('error', t.durationUnknown, place, { name, source })
        if (medium.captions?.length === 0) add('warning', t.captionsMissing, place, { name })
      }
    }
    if (mustWatch)
      for (const { host } of hostedVideosOf(component)) add('error', t.hostedWatched, place, { name, host })
    if (component.type !== 'Content' && component.type !== 'Media') continue
    const cards = [
      ...listMedia(component.data.content),
      ...(component.type === 'Media' ? component.data.components : []),
    ]
    const hasImageWithoutAlt = cards.some(({ component: kind, alt }) => kind === 'image' && !isText(alt))
    if (hasImageWithoutAlt) add('warning', t.altMissing, place, { name })
    const hasAudioWithoutTranscript = cards.some(
      ({ component: kind, transcript }) => kind === 'audio' && !isText(transcript),
    )
    if (hasAudioWithoutTranscript) add('warning', t.transcriptMissing, place, { name })
  }
  return byAddress
}

async function checkQuizzes(
  ctx: Ctx,
  course_version_id: number,
  components: readonly Component[],
  questions: readonly Question[],
  add: AddProblem,
): Promise<void> {
  const banks = await ctx.sql<{ course_question_bank_id: number; name: string }>`
    select course_question_bank_id, name from catalogue.course_question_bank
    where course_version_id = ${course_version_id}`
  const names = new Map(banks.map(({ course_question_bank_id, name }) => [course_question_bank_id, name]))
  const questionIds = new Set(questions.map(({ question_id }) => question_id))
  for (const component of components) {
    const { component_id, name, final_ind } = component
    const place: Place = { tab: final_ind ? 'finalexam' : 'outline', component_id }
    if (component.type === 'Quiz') {
      checkQuiz(component.data, questions, names, (text, params) => add('error', text, place, { name, ...params }))
      if (needsStaff(component.data, questions)) add('warning', t.gradedByStaff, place, { name })
    }
    if (component.type !== 'Content' && component.type !== 'Media') continue
    const inlineIds = listInlineQuizzes(component.data.content).flatMap((quiz) => quiz.questions)
    if (inlineIds.some((question_id) => !questionIds.has(question_id))) add('error', t.inlineUnknown, place, { name })
  }
}

/** Authors who explain some answers probably mean to explain all; those who explain none chose not to. */
function checkExplained(questions: readonly Question[], add: AddProblem): void {
  for (const [use, tab] of [['bank', 'questionBanks'] as const, ['quiz', 'outline'] as const]) {
    const graded = questions.filter(
      ({ used_in, lk_question_type_id }) => used_in === use && !isGradedByHand(lk_question_type_id),
    )
    const missing = graded.filter(({ configuration }) => !configuration.why)
    if (missing.length > 0 && missing.length < graded.length)
      add('warning', t.unexplained, { tab }, { n: missing.length, title: missing[0]!.configuration.title.slice(0, 80) })
  }
}

/** Whether a quiz can't be passed with automatically graded answers alone. */
function needsStaff({ quiz_id, questionPools, configuration }: QuizComponent, questions: readonly Question[]): boolean {
  const needsGrader = ({ lk_question_type_id }: Question) => isGradedByHand(lk_question_type_id)
  const quizQuestions = questions.filter((question) => question.used_in === 'quiz' && question.quiz_id === quiz_id)
  const fromPools = questionPools.map(({ course_question_bank_id: bank, lk_question_type_id: type, count }) => {
    if (type !== 'all') return { count, read: isGradedByHand(type) ? count : 0 }
    const inBank = questions.filter((question) => question.course_question_bank_id === bank && needsGrader(question))
    return { count, read: Math.min(count, inBank.length) }
  })
  const pools =
    questionPools.length > 0
      ? fromPools
      : [{ count: quizQuestions.length, read: quizQuestions.filter(needsGrader).length }]
  const total = pools.reduce((sum, { count }) => sum + count, 0)
  const manual = pools.reduce((sum, pool) => sum + pool.read, 0)
  return manual > 0 && (total - manual) * 100 < configuration.grading.threshold * total
}

/** Checks that a quiz has questions, and that each of its pools has enough questions left after the previous ones. */
function checkQuiz(
  { quiz_id, questionPools }: QuizComponent,
  questions: readonly Question[],
  banks: ReadonlyMap<number, string>,
  fail: (text: Text, params?: TextParams) => void,
): void {
  if (questionPools.length === 0) {
    if (!questions.some((question) => question.used_in === 'quiz' && question.quiz_id === quiz_id)) fail(t.quizEmpty)
    return
  }
  if (questionPools.every(({ count }) => count === 0)) fail(t.quizEmpty)
  const takenCounts = new Map<string, number>()
  // Pools of a single type are drawn first; a mixed pool takes from what is left.
  for (const pool of questionPools.toSorted(
    (a, b) => Number(a.lk_question_type_id === 'all') - Number(b.lk_question_type_id === 'all'),
  )) {
    const { course_question_bank_id: bank, lk_question_type_id: type, count, max } = pool
    if (!banks.has(bank)) {
      fail(t.poolUnknown)
      continue
    }
    if (count > max) fail(t.poolBeyondMax, { count, max })
    const fits = (question: Question) =>
      question.course_question_bank_id === bank && (type === 'all' || question.lk_question_type_id === type)
    const overdrawn = [...takenCounts].filter(
      ([key]) => key === `${bank}:${type}` || (type === 'all' && key.startsWith(`${bank}:`)),
    )
    const available = questions.filter(fits).length - overdrawn.reduce((sum, [, number]) => sum + number, 0)
    if (count > available) fail(t.poolTooLarge, { count, available: Math.max(0, available), bank: banks.get(bank)! })
    const key = `${bank}:${type}`
    takenCounts.set(key, (takenCounts.get(key) ?? 0) + count)
  }
}

const quizzesOf = (components: readonly Component[]): ReadonlyMap<number, Component> =>
  new Map(
    components.flatMap((component) =>
      component.type === 'Quiz' ? [[component.data.quiz_id, component] as const] : [],
    ),
  )

/** Checks that the pictures of questions are files of the library, because students see only those. */
async function checkPictures(
  ctx: Ctx,
  { organization_id }: WorkingVersion,
  components: readonly Component[],
  questions: readonly Question[],
  add: AddProblem,
): Promise<void> {
  const sources = questions.flatMap(({ configuration }) => configuration.picture?.src ?? [])
  const byAddress = await resolveMedia(ctx, organization_id, [...new Set(sources)])
  const ids = new Set([...byAddress.values()].map(({ attachment_id }) => attachment_id))
  const quizzes = quizzesOf(components)
  for (const question of questions) {
    const { title, picture } = question.configuration
    if (!picture || ids.has(attachmentIdOf(picture.src) ?? 0)) continue
    const params = { title: title.slice(0, 80), source: picture.src }
    add('error', t.pictureUnknown, placeOf(question, quizzes), params)
  }
}

function checkQuestions(
  ctx: Ctx,
  components: readonly Component[],
  questions: readonly Question[],
  add: AddProblem,
): void {
  const quizzes = quizzesOf(components)
  const lists = Map.groupBy(
    questions,
    (question) => `${question.used_in}:${question.quiz_id}:${question.course_question_bank_id}`,
  )
  for (const list of lists.values()) {
    for (const question of list) {
      const [fault] = checkQuestion(question, question.used_in, list)
      if (!fault) continue
      const title = question.configuration.title.slice(0, 80)
      const problem = localize(ctx.locale, fault.text, fault.params)
      add('error', t.questionWrong, placeOf(question, quizzes), { title, problem })
    }
  }
}

/** A pattern of one state's numbers keeps drivers from other states out; whether that is meant, the author knows. */
function checkLicensePatterns(
  { locale }: Ctx,
  { lk_course_state_ids }: VersionRow,
  questions: readonly Question[],
  add: AddProblem,
): void {
  for (const question of questions) {
    const codes = refusedStates(question, lk_course_state_ids)
    if (codes.length === 0) continue
    const names = codes.slice(0, 3).map((code) => localize(locale, lk_state[stateIdOf(code)!]!))
    const states = new Intl.ListFormat(locale.slice(0, 2), { type: 'conjunction' }).format(names)
    const title = question.configuration.title.slice(0, 80)
    add('warning', t.licensePattern, { tab: 'registration', question_id: question.question_id }, { title, states })
  }
}

function placeOf({ question_id, used_in, quiz_id }: Question, quizzes: ReadonlyMap<number, Component>): Place {
  if (used_in === 'bank') return { tab: 'questionBanks', question_id }
  if (used_in === 'registration') return { tab: 'registration', question_id }
  if (used_in !== 'quiz') return { tab: 'security', question_id }
  const quiz = quizzes.get(quiz_id ?? 0)
  return quiz
    ? { tab: quiz.final_ind ? 'finalexam' : 'outline', component_id: quiz.component_id, question_id }
    : { tab: 'outline', question_id }
}

async function checkRegistration(ctx: Ctx, course_version_id: number, row: VersionRow, add: AddProblem): Promise<void> {
  const place: Place = { tab: 'registration' }
  const options = overlay(registrationDefaults, row.course_registration_options)
  const requiresAgreement = options.mustTypeIAgree === true || options.mustOpenModal === true
  if (requiresAgreement && row.disclaimer.trim() === '') add('error', t.disclaimerMissing, place)
  if (row.certificate_template_id === null) return
  const [delivered] = await ctx.sql`
    select from catalogue.course_shipping_method where course_version_id = ${course_version_id} and enabled limit 1`
  if (!delivered) add('warning', t.deliveryMissing, place)
}
