import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { type PreviewPart, previewCourse } from '#modules/catalogue/preview/preview-course.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { CoursePart } from './course-part.tsx'
import PreviewTimer from './preview-timer.island.tsx'

type Contents = Awaited<ReturnType<typeof previewCourse.run>>['contents']
type PageData = { course_id: number; name: string; contents: Contents; part: PreviewPart | null; now: Date }

/** A course as a student sees it; nothing is credited or saved. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/preview/:component_id{[0-9]{1,9}}?',
  title: courseEditorTexts.preview,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData> {
    const course_id = Number(params.course_id)
    const { course } = await courseOne.run(ctx, { course_id })
    const selection = params.component_id ? { component_id: Number(params.component_id) } : {}
    const { contents, parts } = await previewCourse.run(ctx, { course_id, ...selection })
    return { course_id, name: course.name, contents, part: parts[0] ?? null, now: ctx.now }
  },
  csp: ({ part }) => ({ frame: part?.frames ?? [] }),
  view: (data) => <Preview loaded={data} />,
})

function Preview({ loaded: { course_id, name, contents, part, now } }: { loaded: PageData }) {
  const t = useTexts(courseEditorTexts)
  const position = contents.findIndex(({ component_id }) => component_id === part?.component_id)
  const [before, after] = [contents[position - 1], contents[position + 1]]
  const addressOf = (component_id: number) =>
    pathTo('/manage/courses/:course_id/preview/:component_id', { course_id, component_id })
  return (
    <>
      <PageTitle lead={<TextLink href={coursePath(course_id, 'outline')}>{name}</TextLink>}>
        {part?.name ?? t('preview')}
      </PageTitle>
      <Alert className="mb-4">{t('previewLead')}</Alert>
      {part === null ? (
        <Empty title={t('emptyCourse')} />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[18rem_1fr]">
          <nav aria-label={t('outline')} className="max-h-96 overflow-y-auto lg:max-h-[80dvh]">
            <ul className="grid gap-1">
              {contents.map((entry, index) => (
                <li key={entry.component_id}>
                  {entry.chapter !== contents[index - 1]?.chapter && (
                    <p className="pt-2 font-semibold">{entry.chapter}</p>
                  )}
                  {entry.component_id === part.component_id ? (
                    <span aria-current="page" className="block rounded-md bg-accent px-3 py-1 font-semibold">
                      {entry.name}
                    </span>
                  ) : (
                    <TextLink href={addressOf(entry.component_id)} className="block px-3 py-1">
                      {entry.name}
                    </TextLink>
                  )}
                </li>
              ))}
            </ul>
          </nav>
          <Card>
            <CoursePart part={part} now={now} />
            <div className="mt-6 flex flex-wrap items-center gap-3">
              {before && (
                <LinkButton variant="outline" href={addressOf(before.component_id)}>
                  {t('previous')}
                </LinkButton>
              )}
              {after && <LinkButton href={addressOf(after.component_id)}>{t('next')}</LinkButton>}
              {part.required_seconds > 0 && <PreviewTimer kind="lesson" seconds={part.required_seconds} now={now} />}
            </div>
          </Card>
        </div>
      )}
    </>
  )
}
