import type { ReactNode } from 'react'
import type { Home } from '#modules/catalogue/entry.ts'
import { readQuestions } from '#modules/catalogue/home/home.shared.ts'
import { needs } from '#modules/catalogue/home/needs.shared.ts'
import type { fetchPublicCourses } from '#modules/catalogue/public/fetch-public-courses.ts'
import { maxCounted, type SchoolNumbers } from '#modules/learning/entry.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { lk_state } from '#platform/states.ts'
import { type Locale, localText, textsIn } from '#platform/texts.ts'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { SelectField } from '#platform/ui/field.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { isScene } from '#platform/ui/scenes/scene-names.ts'
import type { SceneName } from '#platform/ui/scenes/scenes.ts'
import { CarriedFields } from '#platform/web/carried-fields.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { CourseCards } from './course-cards.tsx'
import { Paragraphs } from './course-content.tsx'
import type { PublicSite } from './head.ts'
import { homeWords } from './home.texts.ts'
import { numberText, ratingText } from './words.ts'

export type HomeData = {
  home: Home
  courseList: Awaited<ReturnType<typeof fetchPublicCourses.run>>['data']
  numbers: SchoolNumbers
  site: PublicSite
}

type HomeProps = HomeData & { locale: Locale; frame: Frame }

/** The sections that the organization shows, in their order. A section without content is left out. */
export function HomeView(props: HomeProps) {
  const { home } = props
  return (
    <div className="grid gap-14 md:gap-20">
      <Opening {...props} />
      {home.section('numbers').shown && <Numbers {...props} />}
      {home.section('approval').shown && <Approval {...props} />}
      {home.section('courses').shown && <Courses {...props} />}
      {home.section('steps').shown && <Steps {...props} />}
      {home.section('faq').shown && <Faq {...props} />}
      {home.section('contact').shown && <Contact {...props} />}
    </div>
  )
}

function Opening({ home, courseList, locale, frame }: HomeProps) {
  const { shown, title, body, picture } = home.section('hero')
  const picker = home.section('picker').shown && courseList.lk_state_ids.length > 0
  return (
    <section className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-[1.1fr_1fr]">
      <div className="grid gap-5">
        <h1 className="title-display">{(shown && title) || localText(locale, homeWords, 'headline')}</h1>
        <p className="max-w-prose text-lg text-muted-foreground">
          {(shown && body) || localText(locale, homeWords, 'headlineLead')}
        </p>
        {picker ? (
          <Picker home={home} courseList={courseList} locale={locale} frame={frame} />
        ) : (
          <p>
            <LinkButton href={withCarriedParams(frame, pathTo('/courses/search'))} size="lg">
              {localText(locale, homeWords, 'seeCourses')}
            </LinkButton>
          </p>
        )}
      </div>
      {shown && (
        <Picture
          picture={picture}
          fallback="roadAtDawn"
          className="w-full rounded-lg max-lg:order-first max-lg:max-h-48 max-lg:object-cover"
        />
      )}
    </section>
  )
}

type PictureProps = { picture: string; fallback: SceneName; className: string }

/** An uploaded picture, or a scene. */
function Picture({ picture, fallback, className }: PictureProps) {
  if (picture === '' || isScene(picture)) {
    return (
      <Scene
        name={isScene(picture) ? picture : fallback}
        size="large"
        decorative
        className={cn('max-w-none', className)}
      />
    )
  }
  return <img src={picture} alt="" width={960} height={540} className={cn('aspect-video object-cover', className)} />
}

/** A plain GET form to this page, which leads to the course. */
function Picker({ home, courseList, locale, frame }: Omit<HomeProps, 'numbers' | 'site'>) {
  const t = textsIn(locale, homeWords)
  const states = courseList.lk_state_ids.map((id) => ({ value: String(id), label: label(lk_state, id, locale) }))
  return (
    <form action="/" className="grid gap-4 rounded-lg border bg-card p-5 shadow-card">
      <CarriedFields carried={frame.carried} />
      <h2 className="text-xl font-semibold">{home.section('picker').title || t('picker')}</h2>
      <SelectField label={t('need')} name="need" options={needs.map((need) => ({ value: need, label: t(need) }))} />
      <SelectField label={t('state')} name="state" options={states} />
      <SubmitButton size="lg" wide>
        {t('show')}
      </SubmitButton>
    </form>
  )
}

/** Shows the existing numbers if there are two or more: a new school has course lengths, but no passed students. */
function Numbers({ numbers: { passed, rating }, courseList, locale }: HomeProps) {
  const t = textsIn(locale, homeWords)
  const minutes = courseList.courses
    .map(({ required_seconds }) => Math.round(required_seconds / 60))
    .filter((n) => n > 0)
  const [shortest, longest] = [Math.min(...minutes), Math.max(...minutes)].map(numberText)
  const tiles: [string, string][] = [
    ...(passed > 0
      ? [[numberText(passed) + (passed === maxCounted ? '+' : ''), t('passed', { n: passed })] as [string, string]]
      : []),
    ...(rating
      ? [[t('ratingOf', { n: ratingText(rating.average) }), t('rating', { count: rating.count })] as [string, string]]
      : []),
    ...(minutes.length > 0
      ? [
          [shortest === longest ? shortest! : t('range', { from: shortest!, to: longest! }), t('minutes')] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  if (tiles.length < 2) return null
  return (
    <dl className="grid gap-6 border-y py-8 sm:auto-cols-fr sm:grid-flow-col">
      {tiles.map(([value, name]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="figures text-3xl font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The line about the agency's approval, if the organization has entered its number. */
function Approval({ home, locale }: HomeProps) {
  if (home.approval_number === '') return null
  const { title, body } = home.section('approval')
  return (
    <section className="flex items-start gap-4 rounded-lg border bg-card p-5 shadow-card">
      <Icon name="certificate" className="mt-1 size-7 shrink-0 text-primary" />
      <div className="grid gap-1">
        <h2 className="text-xl font-semibold">{title || localText(locale, homeWords, 'approval')}</h2>
        <p className="figures text-muted-foreground">
          {localText(locale, homeWords, 'approvalNumber', { number: home.approval_number })}
        </p>
        {body && <Paragraphs text={body} />}
      </div>
    </section>
  )
}

/** More courses are one page away. */
const maxCards = 6

function Courses({ home, courseList, locale, frame }: HomeProps) {
  if (courseList.courses.length === 0) return null
  const { title } = home.section('courses')
  return (
    <Section title={title || localText(locale, homeWords, 'courses')}>
      <CourseCards courses={courseList.courses.slice(0, maxCards)} heading="h3" locale={locale} frame={frame} />
      {courseList.count > maxCards && (
        <p className="mt-5">
          <LinkButton href={withCarriedParams(frame, pathTo('/courses/search'))} variant="outline">
            {localText(locale, homeWords, 'allCourses', { n: courseList.count })}
          </LinkButton>
        </p>
      )}
    </Section>
  )
}

const steps = [
  ['pay', 'payText'],
  ['learn', 'learnText'],
  ['pass', 'passText'],
  ['report', 'reportText'],
] as const

function Steps({ home, locale }: HomeProps) {
  return (
    <Section title={home.section('steps').title || localText(locale, homeWords, 'steps')}>
      <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([name, text], index) => (
          <li key={name} className="grid content-start gap-1">
            <span
              aria-hidden="true"
              className="figures mb-2 grid size-10 place-items-center rounded-full bg-primary text-lg font-bold text-primary-foreground"
            >
              {index + 1}
            </span>
            <h3 className="text-lg font-semibold">{localText(locale, homeWords, name)}</h3>
            <p className="text-muted-foreground">{localText(locale, homeWords, text)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const usualQuestions = [
  ['q1', 'a1'],
  ['q2', 'a2'],
  ['q3', 'a3'],
  ['q4', 'a4'],
] as const

function Faq({ home, locale }: HomeProps) {
  const { title, body } = home.section('faq')
  const homeQuestions = readQuestions(body)
  const questions =
    homeQuestions.length > 0
      ? homeQuestions
      : usualQuestions.map(([question, answer]) => ({
          question: localText(locale, homeWords, question),
          answer: localText(locale, homeWords, answer),
        }))
  return (
    <Section title={title || localText(locale, homeWords, 'faq')}>
      <div className="max-w-form divide-y rounded-lg border bg-card">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group px-4">
            <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 py-2 font-semibold">
              {question}
              <span aria-hidden="true" className="text-muted-foreground transition-transform group-open:rotate-90">
                ›
              </span>
            </summary>
            <div className="pb-4">
              <Paragraphs text={answer} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  )
}

function Contact({ home, locale, frame }: HomeProps) {
  const t = textsIn(locale, homeWords)
  const { phone, hours, href } = frame.support
  if (!phone && !href) return null
  const { title, body, picture } = home.section('contact')
  return (
    <section className="flex flex-wrap items-center gap-6 rounded-lg bg-accent p-6 text-accent-foreground md:p-8">
      {picture && <Picture picture={picture} fallback="rest" className="w-full rounded-lg sm:w-48" />}
      <div className="grid flex-1 basis-72 gap-1">
        <h2 className="text-2xl font-bold">{title || t('contact')}</h2>
        <p>{body || t('contactText')}</p>
        {hours && (
          <p className="figures text-sm">
            {t('hours')}: {hours}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {phone && (
          <LinkButton href={`tel:${phone.replace(/[^\d+]/g, '')}`} size="lg">
            {t('call', { phone })}
          </LinkButton>
        )}
        {href && (
          <LinkButton href={withCarriedParams(frame, href)} size="lg" variant="outline">
            {t('write')}
          </LinkButton>
        )}
      </div>
    </section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="title-page mb-5">{title}</h2>
    {children}
  </section>
)
